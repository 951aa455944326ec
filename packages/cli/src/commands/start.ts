import { ok } from '@plugin-hostd/base';
import { ensureDaemon } from '@plugin-hostd/client/node';
import { fail } from '@plugin-hostd/contracts';
import { readSettings, settingsOptions, settingsWords } from '../daemon/settings.js';
import { command } from '../declare/command.js';
import { flag } from '../declare/option.js';
import { daemonCommand } from '../program-path.js';

export const start = command({
  name: 'start',
  group: 'daemon',
  summary: 'Start the daemon.',
  details:
    'It finds the audio server: a running JACK or PipeWire; else it starts a private jackd, on a sound card when one is free, ' +
    'else without one. Commands that load plugins start the daemon by themselves.\n\n' +
    'Each option but the first two can be set in the environment, such as OMX_SAMPLE_RATE for --sample-rate.',
  arguments: {},
  options: {
    foreground: flag('Stay here until a signal comes, and print what happens.'),
    dieWithParent: flag('End when the process that started it ends.'),
    ...settingsOptions,
  },
  examples: [
    {
      command: 'plugin-hostd start',
      explains: 'Start it in the background, with the audio server it finds.',
    },
    {
      command: 'plugin-hostd start --foreground --server dummy --period 128',
      explains: 'Run here, without a sound card, 128 frames a period.',
    },
  ],
  errors: ['daemon_running', 'server_absent', 'out_of_range', 'file_unwritable'],
  endsBySignal: true,
  run: async (_, { foreground, dieWithParent, ...options }, context) => {
    const settings = readSettings({ ...options, runDir: context.runDir }, context.environment);
    if (!settings.ok) return settings;
    if (foreground) {
      // Loaded here, so that other commands start without the daemon's code.
      const { runDaemon } = await import('../daemon/foreground.js');
      return runDaemon(settings.value, { dieWithParent }, context);
    }
    const words = settingsWords(settings.value);
    const ensured = await ensureDaemon({
      runDir: context.runDir,
      command: [...daemonCommand, ...words],
    });
    if (!ensured.ok) return ensured;
    const { daemon, started } = ensured.value;
    return started ? ok(daemon) : fail('daemon_running', { pid: daemon.pid });
  },
  text: (daemon) => (daemon === undefined ? '' : `The daemon runs (pid ${daemon.pid}, port ${daemon.port}).`),
});
