import type { Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { command, required } from '../declare/command.js';
import { loadingErrors } from '../declare/loading-errors.js';
import { choice, mandatoryText, number } from '../declare/option.js';
import { level } from '../output/format.js';
import { faultLine } from '../render/faults.js';
import type { RenderReport } from '../render/render-to.js';

export const render = command({
  name: 'render',
  group: 'offline',
  summary: 'Run a sound file through a chain, faster than real time.',
  details:
    'Needs no daemon and no audio server. Reads and writes WAV, FLAC, OGG and AIFF, by the ending of the name. The latency of the ' +
    'plugins is taken off, their tail is kept. The output gets its name when it is whole, so a file that was there before stays ' +
    'until then; the input is never written.',
  arguments: { input: required('the sound file', 'file') },
  options: {
    output: mandatoryText('file', 'Where to write.', { short: 'o', completes: 'file' }),
    chain: mandatoryText('expression', 'The chain, as for the command chain.', {
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
    ...loadingErrors,
    'file_unreadable',
    'file_unwritable',
    'file_format',
    'worker_start',
    'worker_lost',
    'interrupted',
  ],
  endsBySignal: true,
  run: async ({ input }, options, context): Promise<Result<RenderReport, Failure>> => {
    // Loaded here, so that other commands start without it.
    const { renderTo } = await import('../render/render-to.js');
    return renderTo({ ...options, input }, context);
  },
  text: reportText,
});

function reportText(report: RenderReport): string {
  const { output, frames, sampleRate, channels, tailFrames, latencyFrames } = report;
  const seconds = (number: number) => `${(number / sampleRate).toFixed(2)} s`;
  const tail = tailFrames === 0 ? '' : `, ${seconds(tailFrames)} of it tail`;
  const trimmed = latencyFrames === 0 ? '' : `, ${latencyFrames} frames of latency taken off`;
  const measured = report.peakDb !== null;
  return [
    `${output}: ${seconds(frames)}${tail}, ${sampleRate} Hz, ${channels === 1 ? 'mono' : `${channels} channels`}${trimmed}`,
    ...(measured ? [`  peak      ${level(report.peakDb)} dBFS`] : []),
    ...(measured ? [`  loudness  ${level(report.loudnessLufs)} LUFS`] : []),
    `  speed     ${report.speed.toFixed(0)} times real time (${report.seconds.toFixed(2)} s)`,
    ...report.faults.map(faultLine),
  ].join('\n');
}
