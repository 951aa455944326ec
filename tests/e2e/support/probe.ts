// omx-probe as a test's source and recorder.
import { join } from 'node:path';
import { programPath } from '@plugin-hostd/host';
import type { AudioServer } from './jack-server.js';
import { Program, until } from './processes.js';
import { readWave, type Wave } from './wave.js';

/** What the probe says when it ends. */
export interface ProbeReport {
  readonly frames: number;
  readonly startFrameTime: number;
  readonly cycles: number;
  readonly lateCycles: number;
  readonly missedFrames: number;
}

interface Ready {
  readonly dueFrameTime: number;
  readonly period: number;
}

/** A running probe. */
export class Probe {
  private constructor(
    private readonly program: Program,
    /** Frame time at which it begins to play and record. */
    readonly dueFrameTime: number,
    private readonly file: string,
  ) {}

  static async start(server: AudioServer, args: readonly string[], file = ''): Promise<Probe> {
    const program = new Program(programPath('omx-probe'), [...args, '--die-with-parent'], {
      env: server.env,
    });
    const line = await until(`omx-probe ${args.join(' ')}`, () => {
      program.expectRunning();
      return program.stdout.includes('\n') && program.stdout.split('\n')[0];
    });
    return new Probe(program, (JSON.parse(line) as Ready).dueFrameTime, file);
  }

  /** Waits for the end of the recording. */
  async recording(): Promise<ProbeReport & Wave> {
    const { stdout, stderr, code } = await this.program.finished();
    if (code !== 0) throw new Error(`omx-probe: ${stderr}`);
    const report = JSON.parse(stdout.trim().split('\n').at(-1) as string) as ProbeReport;
    return { ...report, ...(await readWave(this.file)) };
  }

  async end(): Promise<void> {
    await this.program.end();
  }
}

/** Plays a sine of 100 Hz and amplitude 0.5 into ports until it is ended; each entry of `to` may join several ports with +. */
export function playSine(server: AudioServer, to: readonly string[], client = 'source'): Promise<Probe> {
  const signal = ['generate', 'sine', '--frequency', '100', '--amplitude', '0.5'];
  const ports = ['--channels', String(to.length), '--to', to.join(',')];
  return Probe.start(server, [...signal, ...ports, '--client', client]);
}

/** Records ports for so many frames. */
export function record(
  server: AudioServer,
  from: readonly string[],
  frames: number,
  folder: string,
  client = 'recorder',
): Promise<Probe> {
  const file = join(folder, `${client}.wav`);
  const ports = ['--channels', String(from.length), '--from', from.join(',')];
  // PipeWire's links begin to pass sound some cycles after they are made.
  const length = ['--frames', String(frames), '--delay', String(server.rate / 4)];
  return Probe.start(server, ['record', file, ...length, ...ports, '--client', client], file);
}
