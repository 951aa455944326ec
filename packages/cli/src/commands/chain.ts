import { command, required } from '../declare/command.js';
import { loadingErrors } from '../declare/loading-errors.js';
import { choice, negated, number, pairs, text } from '../declare/option.js';
import { count } from '../output/format.js';

export const chain = command({
  name: 'chain',
  group: 'chains',
  summary: 'Load a chain of plugins and connect it.',
  details:
    'Plugins are separated by | and named by name, id or path; settings follow as name=value, by the name of the parameter or its ' +
    'number, with units where the plugin reads them. A mono plugin in a stereo chain runs as two copies with one set of ' +
    'parameters. Starts the daemon when none is running.',
  arguments: { expression: required('the chain, such as "ZamCompX2 | omx-delay mix=0.2"', 'plugin') },
  options: {
    name: text('name', 'Name of the chain, and of its client in the audio server.'),
    mode: choice(
      ['grouped', 'bridged', 'single'],
      'grouped',
      'mode',
      'One process and client for the whole chain; one client, with a process for each plugin behind a deadline; or a process and client for each.',
    ),
    place: pairs(
      'position=client',
      'Plugins that run in a process and client of that name; positions from 1. May be repeated.',
    ),
    bridge: text('positions', 'Plugins to run in processes of their own behind a deadline, such as 2,3.'),
    channels: number('number', { min: 1, max: 8, integer: true }, 2, 'Channels of the chain.'),
    connect: negated("Do not connect it to the system's ports."),
    from: text('ports', "Ports that it hears, separated by commas, instead of the system's."),
    to: text('ports', "Ports that hear it, separated by commas, instead of the system's."),
  },
  examples: [
    {
      command: 'plugin-hostd chain "ZamCompX2 | omx-eq8 hpf=80 | omx-delay mix=0.2" --name vocals',
      explains: 'Three plugins in one client named vocals, between the microphone and the speakers.',
    },
    {
      command: 'plugin-hostd chain "ZamCompX2 | omx-eq8 | omx-delay" --name vocals --place 3=echo',
      explains: 'The third plugin in a client of its own, named echo; the others in vocals.',
    },
    {
      command: 'plugin-hostd chain "ZamCompX2 | omx-eq8 | omx-delay" --bridge 1',
      explains: 'If the first plugin crashes, hangs or is late, its input passes on; the others play on.',
    },
    {
      command: 'plugin-hostd chain "ZamCompX2" --from synth:out_1,synth:out_2',
      explains: 'Hear a synthesizer instead of the microphone.',
    },
    {
      command: 'plugin-hostd chain "omx-delay time=\'350 ms\'" --no-connect --json',
      explains: 'Leave the connections to a patch bay; print the ports for a program.',
    },
  ],
  errors: [
    ...loadingErrors,
    'name_taken',
    'placement_cycle',
    'capacity',
    'audio_client',
    'server_absent',
    'worker_start',
  ],
  run: async ({ expression }, { name, mode, place, bridge, channels, connect, from, to }, context) => {
    const client = await context.ensureClient();
    if (!client.ok) return client;
    const { absolutePaths } = await import('../plugin-paths.js');
    return client.value.createChain({
      expression: absolutePaths(expression),
      mode,
      channels,
      connect:
        connect && (from ?? to) !== undefined ? { from: from?.split(','), to: to?.split(',') } : connect,
      ...(name === undefined ? {} : { name }),
      ...(place === undefined ? {} : { placement: place }),
      ...(bridge === undefined ? {} : { bridged: bridge.split(',').map(Number) }),
    });
  },
  text: ({ name, instances, mode, inputs, outputs }) =>
    [
      `${name}: ${count(instances.length, 'plugin')}, ${mode}, instances ${instances.join(', ')}`,
      `  in   ${inputs.join('  ') || 'none'}`,
      `  out  ${outputs.join('  ') || 'none'}`,
    ].join('\n'),
});
