import { settingsOptions } from '../daemon/settings.js';
import { command } from '../declare/command.js';
import { loadingErrors } from '../declare/loading-errors.js';
import { number, text } from '../declare/option.js';
import { startPrivateDaemon } from '../demo/private-daemon.js';
import { findRecording } from '../demo/recording.js';
import { watchParent } from '../ending.js';

const demoChain = 'ZamCompX2 | omx-eq8 hpf=80 | omx-chorus mix=0.2 | omx-delay mix=0.1 | omx-reverb mix=0.2';
const msPerSecond = 1000;

export const demo = command({
  name: 'demo',
  group: 'watch',
  summary: 'Play a recording through a chain of plugins and show what happens.',
  details:
    'Finds the audio server, or starts one of its own without a sound card. With a sound card you hear it; the microphone is never ' +
    'connected. On a terminal q ends it; elsewhere it prints a line per second until a signal comes. Nothing is left behind. It ' +
    'does not meet a daemon that runs.',
  arguments: {},
  options: {
    input: text('file', 'Another sound file to play.', { completes: 'file' }),
    chain: text('expression', 'Another chain.', { short: 'c', completes: 'plugin' }),
    seconds: number('seconds', { min: 0.1, max: 1e6 }, undefined, 'End after this time.'),
    server: settingsOptions.server,
    sampleRate: settingsOptions.sampleRate,
    period: settingsOptions.period,
  },
  examples: [
    { command: 'plugin-hostd demo', explains: 'What npm start runs.' },
    {
      command: 'plugin-hostd demo --input guitar.wav --chain "ZamTube | omx-delay mix=0.3"',
      explains: 'Your own sound.',
    },
  ],
  errors: [
    ...loadingErrors,
    'server_absent',
    'audio_client',
    'file_unreadable',
    'worker_start',
    'daemon_absent',
  ],
  endsBySignal: true,
  run: async (_, options, context) => {
    const recording = findRecording(options.input);
    if (!recording.ok) return recording;
    const gone = new AbortController();
    const stopWatch = watchParent(() => gone.abort('parent'));
    const signal = AbortSignal.any([context.signal, gone.signal]);
    const { server, sampleRate, period } = options;
    const daemon = await startPrivateDaemon(serverWords({ server, 'sample-rate': sampleRate, period }));
    if (!daemon.ok) return daemon;
    try {
      const { play } = await import('../demo/play.js');
      const { chain = demoChain, seconds } = options;
      const limitMs = seconds === undefined ? undefined : seconds * msPerSecond;
      const show = { recording: recording.value, chain, limitMs };
      return await play(daemon.value, show, { ...context, signal });
    } finally {
      stopWatch();
      await daemon.value.end();
    }
  },
});

/** The words of options that were given. */
function serverWords(options: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}
