import type { Context } from '../context.js';
import { isNumber } from '../words.js';
import type { Candidate, Lookup } from './complete.js';

/** Looks words up in the catalogue's cache and the running daemon. What cannot be reached gives no words. */
export function lookupIn(context: Context, commandNames: readonly Candidate[]): Lookup {
  return async (what, before) => {
    if (what === 'command') return commandNames;
    if (what === 'plugin') return pluginNames();
    const client = await context.findClient();
    if (!client.ok) return [];
    if (what === 'parameter') {
      const instance = before.find(isNumber);
      if (instance === undefined) return [];
      const parameters = await client.value.parameters({ instance });
      return parameters.ok
        ? parameters.value.map(({ name, text }) => ({ word: folded(name), explains: text }))
        : [];
    }
    const status = await client.value.status();
    if (!status.ok) return [];
    const { chains, instances } = status.value.graph;
    if (what === 'port') return portNames(chains);
    const chainNames = chains.map(({ name, mode }) => ({ word: name, explains: `${mode} chain` }));
    if (what === 'chain') return chainNames;
    const numbers = instances.map(({ instance, plugin }) => ({
      word: String(instance),
      explains: plugin.name,
    }));
    return before[0] === 'remove' ? [...numbers, ...chainNames] : numbers;
  };
}

async function pluginNames(): Promise<readonly Candidate[]> {
  const { Catalogue } = await import('@plugin-hostd/catalogue');
  const catalogue = new Catalogue();
  const scanned = await catalogue.scan();
  if (!scanned.ok) return [];
  return catalogue.plugins.map(({ name, id }) => ({
    word: id.startsWith('org.plugin-hostd.') ? id.replace('org.plugin-hostd.', 'omx-') : name,
    explains: id,
  }));
}

/** A parameter's name as it is typed without quotes: "B1 Freq" is b1_freq. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}

function portNames(chains: readonly { inputs: string[]; outputs: string[] }[]): readonly Candidate[] {
  return chains.flatMap(({ inputs, outputs }) => [
    ...inputs.map((word) => ({ word, explains: 'input' })),
    ...outputs.map((word) => ({ word, explains: 'output' })),
  ]);
}
