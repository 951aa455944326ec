import { command, optional, required } from '../declare/command.js';
import { instanceLine } from '../output/instance.js';
import { readInstance, readSwitch } from '../words.js';

export const bypass = command({
  name: 'bypass',
  group: 'chains',
  summary: 'Bypass a plugin, or bring it back.',
  details: 'A short crossfade; the latency stays the same.',
  arguments: {
    instance: required('its number', 'instance'),
    state: optional('on (if left out) or off'),
  },
  options: {},
  examples: [
    { command: 'plugin-hostd bypass 1', explains: 'Hear the signal without instance 1.' },
    { command: 'plugin-hostd bypass 1 off', explains: 'Bring it back.' },
  ],
  errors: ['instance_absent', 'invalid_instance', 'out_of_range', 'daemon_absent'],
  run: async (words, _, context) => {
    const instance = readInstance(words.instance);
    if (!instance.ok) return instance;
    const bypassed = readSwitch(words.state ?? 'on');
    if (!bypassed.ok) return bypassed;
    const client = await context.findClient();
    if (!client.ok) return client;
    return client.value.changeInstance({ instance: instance.value }, { bypassed: bypassed.value });
  },
  text: instanceLine,
});
