import { ok, type Result } from '@plugin-hostd/base';
import { Catalogue } from '@plugin-hostd/catalogue';
import { type Failure, fail } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { command, required } from '../declare/command.js';
import { choice, number, text } from '../declare/option.js';
import { level } from '../output/format.js';
import { progressBar } from '../output/progress.js';
import { type PlannedPart, planChain } from '../render/load-chain.js';
import { type Loudness, measureLoudness } from '../render/loudness.js';
import { openOutput } from '../render/output-file.js';
import { type Rendered, renderFile } from '../render/render.js';

type Report = Rendered & Loudness & { readonly output: string; readonly speed: number };

export const render = command({
  name: 'render',
  summary: 'Run a sound file through a chain, faster than real time.',
  details:
    'Needs no daemon and no audio server. Reads and writes WAV, FLAC, OGG and AIFF, by the ending of the name. The latency of the ' +
    'plugins is taken off, their tail is kept. The output gets its name when it is whole, so a file that was there before stays ' +
    'until then; the input is never written.',
  arguments: { input: required('the sound file', 'file') },
  options: {
    output: text('file', 'Where to write; needed.', { short: 'o', completes: 'file' }),
    chain: text('expression', 'The chain, as for the command chain; needed.', {
      short: 'c',
      completes: 'plugin',
    }),
    channels: number(
      'number',
      { min: 1, max: 8, integer: true },
      undefined,
      'Channels of the chain and the output; by default as the input and the plugins have them.',
    ),
    tail: number(
      'seconds',
      { min: 0, max: 600 },
      undefined,
      'How long to go on after the input; by default until the plugins are silent, 10 s at most.',
    ),
    format: choice(['pcm16', 'pcm24', 'float'], 'pcm24', 'format', 'Format of the samples.'),
  },
  examples: [
    {
      command: 'plugin-hostd render voice.wav -o better.wav --chain "ZamCompX2 | omx-eq8 hpf=80"',
      explains: 'A compressor and a high-pass at 80 Hz.',
    },
    {
      command: 'plugin-hostd render drums.flac -o echo.flac -c "omx-delay mix=0.3" --channels 2 --tail 5',
      explains: 'Stereo, with five seconds for the echoes.',
    },
  ],
  errors: [
    'bad_expression',
    'plugin_not_found',
    'plugin_ambiguous',
    'plugin_failed',
    'plugin_crashed',
    'plugin_timeout',
    'parameter_absent',
    'parameter_ambiguous',
    'parameter_value',
    'out_of_range',
    'file_unreadable',
    'file_unwritable',
    'file_format',
    'worker_start',
    'worker_lost',
    'interrupted',
  ],
  endsBySignal: true,
  run: async ({ input }, options, context): Promise<Result<Report, Failure>> => {
    const { output, chain } = options;
    if (output === undefined || chain === undefined) {
      const missing = output === undefined ? '--output <file>' : '--chain <expression>';
      return fail('bad_request', { reason: `render needs ${missing}` });
    }
    const target = await openOutput(input, output);
    if (!target.ok) return target;
    try {
      const parts = await findParts(chain, context);
      if (!parts.ok) return parts;
      const bar = progressBar(context, 'Rendering');
      const { signal } = context;
      const job = { ...options, input, output: target.value.path, parts: parts.value, signal };
      const rendered = await renderFile({ ...job, tailSeconds: options.tail, onProgress: bar.update });
      bar.stop();
      if (!rendered.ok) return rendered;
      const loudness = target.value.regular
        ? await measureLoudness(target.value.path)
        : { loudnessLufs: null, peakDb: null };
      const kept = await target.value.keep();
      if (!kept.ok) return kept;
      const length = rendered.value.frames / rendered.value.sampleRate;
      return ok({ ...rendered.value, ...loudness, output, speed: length / rendered.value.seconds });
    } finally {
      await target.value.discard();
    }
  },
  text: reportText,
});

async function findParts(chain: string, context: Context): Promise<Result<readonly PlannedPart[], Failure>> {
  const catalogue = new Catalogue();
  const bar = progressBar(context, 'Scanning plugins');
  const scanned = await catalogue.scan({ onProgress: ({ done, total }) => bar.update(done, total) });
  bar.stop();
  return scanned.ok ? planChain(chain, catalogue) : scanned;
}

function reportText(report: Report): string {
  const { output, frames, sampleRate, channels, tailFrames, latencyFrames } = report;
  const seconds = (number: number) => `${(number / sampleRate).toFixed(2)} s`;
  const tail = tailFrames === 0 ? '' : `, ${seconds(tailFrames)} of it tail`;
  const trimmed = latencyFrames === 0 ? '' : `, ${latencyFrames} frames of latency taken off`;
  return [
    `${output}: ${seconds(frames)}${tail}, ${sampleRate} Hz, ${channels === 1 ? 'mono' : `${channels} channels`}${trimmed}`,
    `  peak      ${level(report.peakDb)} dBFS`,
    `  loudness  ${level(report.loudnessLufs)} LUFS`,
    `  speed     ${report.speed.toFixed(0)} times real time (${report.seconds.toFixed(2)} s)`,
  ].join('\n');
}
