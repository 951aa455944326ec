import { command, required } from '../declare/command.js';
import { instanceLine } from '../output/instance.js';
import { readInstance } from '../words.js';

export const retry = command({
  name: 'retry',
  group: 'chains',
  summary: 'Bring back a plugin that was left out or lost.',
  details:
    'A plugin that crashes or hangs over and over is left out of its chain, and keeps what was set. This loads it again, and forgets ' +
    'how often it failed.',
  arguments: { instance: required('its number', 'instance') },
  options: {},
  examples: [{ command: 'plugin-hostd retry 2', explains: 'Give instance 2 another chance.' }],
  errors: [
    'instance_absent',
    'invalid_instance',
    'plugin_failed',
    'plugin_crashed',
    'plugin_timeout',
    'server_absent',
    'daemon_absent',
  ],
  run: async (words, _, context) => {
    const instance = readInstance(words.instance);
    if (!instance.ok) return instance;
    const client = await context.findClient();
    if (!client.ok) return client;
    return client.value.retryInstance({ instance: instance.value });
  },
  text: instanceLine,
});
