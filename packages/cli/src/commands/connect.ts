import { ok } from '@plugin-hostd/base';
import { command, required } from '../declare/command.js';
import { number } from '../declare/option.js';

const ports = {
  from: required('an output port: effect_<n>:<symbol>, or a name of the audio server', 'port'),
  to: required('an input port, named likewise', 'port'),
};

export const connect = command({
  name: 'connect',
  group: 'chains',
  summary: 'Connect two ports.',
  details:
    'Several connections into one port are summed. Between instances of one client the connection may have a gain; all others are ' +
    'connections of the audio server.',
  arguments: ports,
  options: {
    gain: number('factor', { min: -1000, max: 1000 }, 1, 'Linear gain, inside a client only.'),
  },
  examples: [
    {
      command: 'plugin-hostd connect effect_0:out1_1 effect_2:in2_1',
      explains: 'Feed the side chain of instance 2 from instance 0.',
    },
    { command: 'plugin-hostd connect effect_1:out1_1 system:playback_1', explains: 'To the left speaker.' },
  ],
  errors: ['connect_failed', 'port_register', 'out_of_range', 'daemon_absent'],
  run: async ({ from, to }, { gain }, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const connected = await client.value.connect({ from, to, gain });
    return connected.ok ? ok({ from, to, gain }) : connected;
  },
  text: ({ from, to }) => `${from} -> ${to}`,
});

export const disconnect = command({
  name: 'disconnect',
  group: 'chains',
  summary: 'Undo a connection.',
  arguments: ports,
  options: {},
  examples: [
    {
      command: 'plugin-hostd disconnect effect_1:out1_1 system:playback_1',
      explains: 'Take the left speaker off.',
    },
  ],
  errors: ['disconnect_failed', 'daemon_absent'],
  run: async ({ from, to }, _, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const disconnected = await client.value.disconnect({ from, to });
    return disconnected.ok ? ok({ from, to }) : disconnected;
  },
  text: ({ from, to }) => `${from} no longer goes to ${to}.`,
});
