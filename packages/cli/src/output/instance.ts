import type { Instance } from '@plugin-hostd/contracts';

/** One line about an instance: number, plugin, and what is special about it. */
export function instanceLine(instance: Instance): string {
  return [`${instance.instance}  ${instance.plugin.name}`, ...remarks(instance)].join('  ');
}

/** What is not as usual: a client of its own, bypassed, out of order and why, two copies, latency. */
export function remarks(instance: Instance): readonly string[] {
  const { bypassed, state, layout, latencyFrames, client, chain, instance: number } = instance;
  return [
    client === chain || client === `effect_${number}` ? '' : `in client ${client}`,
    bypassed ? 'bypassed' : '',
    state === 'running' ? '' : outOfOrder(instance),
    layout === 'dual' ? 'dual mono' : '',
    latencyFrames === 0 ? '' : `latency ${latencyFrames}`,
  ].filter(Boolean);
}

/** Why it does not run, and how to bring it back when nobody else does. */
function outOfOrder({ state, reason, instance }: Instance): string {
  const why = reason === '' ? state : `${state}: ${reason}`;
  return state === 'isolated' ? `${why} (back with: plugin-hostd retry ${instance})` : why;
}
