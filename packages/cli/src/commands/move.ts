import { command, required } from '../declare/command.js';
import { parseNumber } from '../declare/option.js';
import { instanceLine } from '../output/instance.js';
import { readInstance } from '../words.js';

export const move = command({
  name: 'move',
  group: 'chains',
  summary: 'Move a plugin to another place in its chain.',
  arguments: {
    instance: required('its number', 'instance'),
    position: required('the place in the chain, from 0'),
  },
  options: {},
  examples: [{ command: 'plugin-hostd move 2 0', explains: 'Make instance 2 the first of its chain.' }],
  errors: ['instance_absent', 'invalid_instance', 'out_of_range', 'daemon_absent'],
  run: async (words, _, context) => {
    const instance = readInstance(words.instance);
    if (!instance.ok) return instance;
    const position = parseNumber(words.position, 'position', { min: 0, max: 1000, integer: true });
    if (!position.ok) return position;
    const client = await context.findClient();
    if (!client.ok) return client;
    return client.value.changeInstance({ instance: instance.value }, { position: position.value });
  },
  text: instanceLine,
});
