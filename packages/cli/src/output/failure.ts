import { errors, type Failure } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { styleFor } from './style.js';

/** Prints a failure on standard error and returns its exit status. */
export function printFailure(
  failure: Failure,
  context: Pick<Context, 'err' | 'environment' | 'json'>,
): number {
  if (context.json) {
    const { code, message, hint } = failure;
    context.err.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
  } else {
    const style = styleFor(context.err, context.environment);
    context.err.write(`${style.red('error:')} ${failure.message}\n  next: ${failure.hint}\n`);
  }
  return errors[failure.code].exit;
}
