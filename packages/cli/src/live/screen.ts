import ansi from 'ansi-escapes';
import type { Output } from '../context.js';
import { fit } from './fit.js';

/** What we use of a terminal's input. */
export interface KeyInput {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (data: Buffer) => void): unknown;
  off(event: 'data', listener: (data: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Lines for a terminal of so many columns. */
export type View = (columns: number) => readonly string[];

export interface Screen {
  /** Shows what `view` makes for a width, cut to the size of the terminal; made again when that changes. */
  draw(view: View): void;
  /** Gives the terminal back as it was. Can be called twice. */
  close(): void;
}

interface ResizableOutput extends Output {
  on?(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
}

const fallback = { columns: 80, rows: 24 };

/**
 * Takes the terminal's alternate screen and its keys. The terminal is given back at close and also when the process exits for any
 * other reason. `onKey` gets each key's text; Ctrl-C is '\x03'.
 */
export function openScreen(output: ResizableOutput, input: KeyInput, onKey: (key: string) => void): Screen {
  let last: View = () => [];
  let open = false;
  const draw = (view: View) => {
    last = view;
    if (!open) return;
    const { columns = fallback.columns, rows = fallback.rows } = output;
    const body = fit(view(columns), columns, rows).map((line) => line + ansi.eraseEndLine);
    output.write(ansi.cursorTo(0, 0) + body.join('\r\n') + ansi.eraseDown);
  };
  const enter = () => {
    open = true;
    output.write(ansi.enterAlternativeScreen + ansi.cursorHide + ansi.clearViewport);
    input.setRawMode?.(true);
    input.resume();
    draw(last);
  };
  const leave = () => {
    if (!open) return;
    open = false;
    input.setRawMode?.(false);
    input.pause();
    output.write(ansi.cursorShow + ansi.exitAlternativeScreen);
  };
  const onResize = () => draw(last);
  const onData = (data: Buffer) => {
    const key = data.toString('utf8');
    if (key === '\x1a') suspend(leave, enter);
    else onKey(key);
  };
  output.on?.('resize', onResize);
  input.on('data', onData);
  process.on('exit', leave);
  enter();
  return {
    draw,
    close: () => {
      leave();
      output.off?.('resize', onResize);
      input.off('data', onData);
      process.off('exit', leave);
    },
  };
}

/** Ctrl-Z: gives the terminal back, stops as the shell expects, and takes it again when continued. */
function suspend(leave: () => void, enter: () => void): void {
  leave();
  process.once('SIGCONT', enter);
  process.kill(process.pid, 'SIGTSTP');
}
