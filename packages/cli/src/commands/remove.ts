import { ok } from '@plugin-hostd/base';
import { command, required } from '../declare/command.js';
import { isNumber, readInstance } from '../words.js';

export const remove = command({
  name: 'remove',
  group: 'chains',
  summary: 'Unload a plugin or a whole chain.',
  arguments: { target: required('an instance number, or the name of a chain', 'instance') },
  options: {},
  examples: [
    { command: 'plugin-hostd remove 2', explains: 'Take instance 2 out; its neighbours are joined.' },
    { command: 'plugin-hostd remove vocals', explains: 'Unload the chain vocals.' },
  ],
  errors: ['instance_absent', 'chain_absent', 'invalid_instance', 'daemon_absent'],
  run: async ({ target }, _, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    if (!isNumber(target)) {
      const removed = await client.value.removeChain({ name: target });
      return removed.ok ? ok({ removed: target }) : removed;
    }
    const instance = readInstance(target);
    if (!instance.ok) return instance;
    const removed = await client.value.removeInstance({ instance: instance.value });
    return removed.ok ? ok({ removed: target }) : removed;
  },
  text: ({ removed }) => `Removed ${removed}.`,
});
