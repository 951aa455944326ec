import { err, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Session } from '../session.js';
import { recoverUnreachable } from '../workers/recover.js';

/**
 * Runs an edit in the queue. When it fails, workers that it brought down are recovered before anyone hears of it, and a worker's loss is
 * told as what caused it.
 */
export function runEdit<T>(
  session: Session,
  edit: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  return session.edits.run(async () => {
    const result = await edit();
    if (result.ok) return result;
    const cause = await recoverUnreachable(session);
    return cause && result.error.code === 'worker_lost' ? err(cause) : result;
  });
}
