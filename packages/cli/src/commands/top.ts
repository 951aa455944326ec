import { ok } from '@plugin-hostd/base';
import { command } from '../declare/command.js';
import { flag, number } from '../declare/option.js';
import { topLines } from '../live/top-text.js';
import { pause, watchTop } from '../live/watch.js';

const msPerSecond = 1000;

export const top = command({
  name: 'top',
  group: 'watch',
  summary: 'What everything costs, live: times per cycle, levels, late cycles, memory.',
  details:
    'Times are in microseconds per cycle over the last interval: median, 99th percentile and longest; their share is that of the ' +
    "median in the period. Late cycles began more than half a period late, missed ones never came. Memory is the worker's " +
    'proportional share. On a terminal q ends the view; elsewhere a line is printed per interval.',
  arguments: {},
  options: {
    interval: number('seconds', { min: 0.1, max: 3600 }, 1, 'Time between two readings.'),
    once: flag('One reading over one interval, then end.'),
  },
  examples: [
    { command: 'plugin-hostd top', explains: 'The live view.' },
    { command: 'plugin-hostd top --once --json', explains: 'One reading for a program.' },
    { command: 'plugin-hostd top --interval 10 >> load.log', explains: 'A line every ten seconds.' },
  ],
  errors: ['daemon_absent', 'out_of_range'],
  endsBySignal: true,
  run: async (_, { interval, once }, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const intervalMs = interval * msPerSecond;
    if (!once) {
      return watchTop(client.value, { intervalMs, heading: [], footing: ['q ends the view'] }, context);
    }
    const begun = await client.value.top();
    if (!begun.ok) return begun;
    if (!(await pause(intervalMs, context.signal))) return ok(undefined);
    const reading = await client.value.top();
    const status = await client.value.status();
    if (!reading.ok) return reading;
    return status.ok ? ok({ ...reading.value, server: status.value.server }) : status;
  },
  text: (reading) => (reading === undefined ? '' : topLines(reading, reading.server).join('\n')),
});
