import { type Failure, failure } from '@plugin-hostd/contracts';
import { describeDeath, type WorkerDeath } from '@plugin-hostd/host';
import type { PlannedPart } from './load-chain.js';

const limit = '10 s';

/** Why a render's worker ended: the plugin that was being called, where that is known. */
export function explainDeath(death: WorkerDeath, parts: readonly PlannedPart[]): Failure {
  const culprit = death.hang ?? death.crash;
  const fromOutside = death.hang === null && death.crash?.fromOutside === true;
  const plugin = culprit === null || fromOutside ? undefined : nameOf(culprit, parts);
  if (culprit === null || plugin === undefined) {
    return {
      ...failure('worker_lost', { worker: 'render', reason: describeDeath(death) }),
      hint: 'Try again.',
    };
  }
  const code = death.hang === null ? 'plugin_crashed' : 'plugin_timeout';
  return {
    ...failure(code, { plugin, call: culprit.call, limit }),
    hint: 'Render without it, and report this to its maker. Nothing was written.',
  };
}

function nameOf(
  { instance, uri }: { readonly instance: number | null; readonly uri: string },
  parts: readonly PlannedPart[],
): string | undefined {
  const part = instance === null ? parts.find(({ plugin }) => plugin.uri === uri) : parts[instance];
  return part?.plugin.name;
}
