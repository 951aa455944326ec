/** A connection between two ports with a linear gain. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly gain: number;
}

/**
 * Joins a signal to ports of another width. Equal widths go straight; a mono signal feeds every port; several channels into a mono port
 * are summed at equal shares (-6 dB each for two); otherwise channel by channel as far as both go.
 */
export function join(sources: readonly string[], sinks: readonly string[]): readonly Edge[] {
  const [first] = sources;
  if (first !== undefined && sources.length === 1) return sinks.map((to) => ({ from: first, to, gain: 1 }));
  const [sink] = sinks;
  if (sink !== undefined && sinks.length === 1)
    return sources.map((from) => ({ from, to: sink, gain: 1 / sources.length }));
  return sources.flatMap((from, channel) => {
    const to = sinks[channel];
    return to === undefined ? [] : [{ from, to, gain: 1 }];
  });
}
