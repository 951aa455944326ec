import { percentileNs } from '@plugin-hostd/host';
import { atMost } from '../bar.js';
import type { Measurement } from '../bench.js';
import { figure } from '../report/table.js';
import { median } from '../statistics/quantile.js';
import { type Placement, placements, stageCount } from './lay.js';
import type { BridgeWindow } from './measure.js';

const megabyte = 1024 * 1024;

/** The windows of one placement, taken together. */
function together(windows: readonly BridgeWindow[], placement: Placement) {
  const own = windows.filter((window) => window.placement === placement);
  const calls = own.reduce<readonly number[]>((all, { calls }) => calls.map((n, i) => n + (all[i] ?? 0)), []);
  const callUs = (p: number) => (percentileNs(null, calls, p) ?? Number.NaN) / 1000;
  return {
    callUs: [0.5, 0.99, 0.999].map(callUs),
    cpuPercent: median(own.map((it) => it.cpuPercent)),
    switches: median(own.map((it) => it.switchesPerCycle)),
    unsharedMb: median(own.map((it) => it.unsharedBytes)) / megabyte,
    dry: own.reduce((total, it) => total + it.dryBlocks, 0),
    blocks: calls.reduce((total, n) => total + n, 0),
  };
}

/** What the windows say. */
export function bridgeMeasurement(windows: readonly BridgeWindow[], held: boolean): Measurement {
  const bridged = together(windows, 'bridged');
  const separate = together(windows, 'separate');
  return {
    bars: [
      atMost('CPU of bridged plugins above separate ones', bridged.cpuPercent - separate.cpuPercent, '%', 0),
      atMost(
        'switches per cycle of bridged plugins above separate ones',
        bridged.switches - separate.switches,
        '',
        2,
      ),
      atMost(
        'unshared memory of bridged plugins by that of separate ones',
        bridged.unsharedMb / separate.unsharedMb,
        '',
        1 / 3,
      ),
    ],
    tables: [
      {
        title: `${stageCount} plugins in a row, 48 kHz, 128 frames`,
        columns: [
          'placement',
          'call p50 µs',
          'p99',
          'p99.9',
          'CPU %',
          'switches per cycle',
          'unshared MB',
          'dry blocks',
          'blocks',
        ],
        rows: placements.map((placement) => {
          const { callUs, cpuPercent, switches, unsharedMb, dry, blocks } = together(windows, placement);
          return [
            placement,
            ...[...callUs, cpuPercent, switches, unsharedMb].map(figure),
            String(dry),
            String(blocks),
          ];
        }),
      },
    ],
    notes: [
      'A call is the time that the client spends on one plugin: for a bridged one, its round trip to another process and back.',
      'CPU, switches and memory are sums over all processes of a placement, without the audio server.',
      held
        ? 'Deep idle states were held off (/dev/cpu_dma_latency).'
        : 'Deep idle states were not held off: /dev/cpu_dma_latency may not be opened.',
    ],
    samples: { windows },
  };
}
