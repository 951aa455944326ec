import pc from 'picocolors';
import type { Context, Output } from '../context.js';

export type Style = ReturnType<typeof pc.createColors>;

/** Colours for a stream: none unless it is a terminal, and none when NO_COLOR asks for that. */
export function styleFor(output: Output, environment: Context['environment']): Style {
  const plain = Boolean(environment.NO_COLOR) || environment.TERM === 'dumb';
  return pc.createColors(output.isTTY === true && !plain);
}
