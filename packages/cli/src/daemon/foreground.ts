import { ok, type Result } from '@plugin-hostd/base';
import type { StartReport } from '@plugin-hostd/client/node';
import type { DaemonFile, Failure, Settings } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';

export async function runDaemon(
  _settings: Settings,
  _options: { readonly dieWithParent: boolean },
  _context: Context,
): Promise<Result<DaemonFile | undefined, Failure>> {
  const report: StartReport = { ready: true };
  process.send?.(report);
  return ok(undefined);
}
