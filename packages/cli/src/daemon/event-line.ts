import type { DaemonEvent } from '@plugin-hostd/contracts';

/** An event as a line of the daemon's log. */
export function eventLine(event: DaemonEvent, time: Date): string {
  return `${time.toISOString().slice(11, 19)} ${describeEvent(event)}`;
}

function describeEvent(event: DaemonEvent): string {
  switch (event.type) {
    case 'graph':
      return `graph: ${event.reason}`;
    case 'parameter':
      return `instance ${event.instance}: parameter ${event.symbol} = ${event.value}`;
    case 'output':
      return `instance ${event.instance}: output ${event.symbol} = ${event.value}`;
    case 'midi':
      return `midi: ${event.bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}`;
    case 'fault':
      return `instance ${event.instance}: ${event.kind}, ${event.count} times`;
    case 'latency':
      return `instance ${event.instance}: latency ${event.frames} frames`;
    case 'worker':
      return describeWorker(event);
    case 'server':
      return `audio server ${event.state}: ${event.description}`;
    case 'log':
      return `${event.source}: ${event.text}`;
  }
}

function describeWorker({
  worker,
  state,
  reason,
  culprit,
}: Extract<DaemonEvent, { type: 'worker' }>): string {
  const why = reason === '' ? '' : `: ${reason}`;
  const who =
    culprit === undefined ? '' : ` (instance ${culprit.instance} ${culprit.plugin} in ${culprit.call})`;
  return `worker ${worker} ${state}${why}${who}`;
}
