import type { Instance } from '@plugin-hostd/contracts';

/** One line about an instance: number, plugin, and what is special about it. */
export function instanceLine(instance: Instance): string {
  return [`${instance.instance}  ${instance.plugin.name}`, ...remarks(instance)].join('  ');
}

/** What is not as usual: bypassed, out of order and why, two copies, latency. */
export function remarks(instance: Instance): readonly string[] {
  const { bypassed, state, reason, layout, latencyFrames } = instance;
  return [
    bypassed ? 'bypassed' : '',
    state === 'running' ? '' : reason === '' ? state : `${state}: ${reason}`,
    layout === 'dual' ? 'dual mono' : '',
    latencyFrames === 0 ? '' : `latency ${latencyFrames}`,
  ].filter(Boolean);
}
