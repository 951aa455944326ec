import type { ErrorCode } from './errors.js';

/** What a word of a command is. `rest` takes all that follows. */
export type ArgumentType =
  | 'instance'
  | 'symbol'
  | 'port'
  | 'uri'
  | 'number'
  | 'flag'
  | 'name'
  | 'path'
  | 'rest';

export interface ArgumentSpec {
  readonly name: string;
  readonly type: ArgumentType;
  readonly optional?: true;
}

/** What follows `resp 0 ` in a successful reply; `instance` stands in place of the 0; replies.ts has the schemas of JSON. */
export type ReplyKind = 'none' | 'instance' | 'number' | 'text' | 'json';

export interface VerbSpec {
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly reply: ReplyKind;
  readonly errors: readonly ErrorCode[];
  /** Whose verb it is: mod-host's (same reply, same codes) or ours. */
  readonly origin: 'mod-host' | 'ours';
}

const instance: ArgumentSpec = { name: 'instance', type: 'instance' };
const symbol: ArgumentSpec = { name: 'symbol', type: 'symbol' };
const value: ArgumentSpec = { name: 'value', type: 'number' };
const from: ArgumentSpec = { name: 'from', type: 'port' };
const to: ArgumentSpec = { name: 'to', type: 'port' };
const file: ArgumentSpec = { name: 'file', type: 'path' };
const folder: ArgumentSpec = { name: 'folder', type: 'path' };
const client: ArgumentSpec = { name: 'client', type: 'name' };

function optional(argument: ArgumentSpec): ArgumentSpec {
  return { ...argument, optional: true };
}

/** Every verb that a worker understands. Words are separated by spaces; double quotes group; a message ends with NUL. */
export const verbs = {
  add: {
    summary:
      'Load a plugin (clap:<path>#<id>, or lv2:<uri> or just the URI of an LV2 plugin) as an instance in a client, by default effect_<instance>. Layout dual runs a mono plugin as two copies with one set of parameters. Placement bridged gives it a process of its own, whose dry signal passes in cycles that it gives no answer for in time; inline is the default.',
    arguments: [
      { name: 'uri', type: 'uri' },
      instance,
      optional(client),
      { name: 'layout', type: 'name', optional: true },
      { name: 'placement', type: 'name', optional: true },
    ],
    reply: 'instance',
    errors: [
      'invalid_instance',
      'instance_exists',
      'plugin_not_found',
      'plugin_failed',
      'audio_client',
      'audio_activate',
      'capacity',
      'out_of_memory',
    ],
    origin: 'mod-host',
  },
  remove: {
    summary: 'Unload an instance; -1 unloads all. An absent instance is no error.',
    arguments: [instance],
    reply: 'none',
    errors: [],
    origin: 'mod-host',
  },
  connect: {
    summary:
      'Connect two ports. Between instances of one client it is an edge with a linear gain; otherwise a connection of the audio server. A client has ports of its own, <client>:in_<n> and <client>:out_<n> from 1, made at the first edge from or to them: they stay while what they lead to is edited.',
    arguments: [from, to, optional({ name: 'gain', type: 'number' })],
    reply: 'none',
    errors: ['connect_failed', 'port_register'],
    origin: 'mod-host',
  },
  disconnect: {
    summary: 'Undo a connection.',
    arguments: [from, to],
    reply: 'none',
    errors: ['disconnect_failed'],
    origin: 'mod-host',
  },
  expose: {
    summary: 'Make a port of an instance visible in the audio server; replies with its full name there.',
    arguments: [{ name: 'port', type: 'port' }],
    reply: 'text',
    errors: ['connect_failed', 'port_register'],
    origin: 'ours',
  },
  begin: {
    summary: 'Collect the graph edits that follow on this connection, to be heard as one change at commit.',
    arguments: [],
    reply: 'none',
    errors: ['invalid_operation'],
    origin: 'ours',
  },
  commit: {
    summary:
      'Make the collected edits heard, with one crossfade. Connections outside that the server refuses fail here.',
    arguments: [],
    reply: 'none',
    errors: ['invalid_operation', 'connect_failed'],
    origin: 'ours',
  },
  param_set: {
    summary: 'Set a parameter; clamped to its range.',
    arguments: [instance, symbol, value],
    reply: 'none',
    errors: ['instance_absent', 'parameter_absent'],
    origin: 'mod-host',
  },
  param_get: {
    summary: 'A parameter as last set or reported.',
    arguments: [instance, symbol],
    reply: 'number',
    errors: ['instance_absent', 'parameter_absent'],
    origin: 'mod-host',
  },
  param_info: {
    summary: 'All parameters of an instance: id, name, module, range, default, value, text, flags.',
    arguments: [instance],
    reply: 'json',
    errors: ['instance_absent'],
    origin: 'ours',
  },
  param_parse: {
    summary: "The value that the plugin reads in a text such as '-12.5 dB'.",
    arguments: [instance, symbol, { name: 'text', type: 'rest' }],
    reply: 'number',
    errors: ['instance_absent', 'parameter_absent', 'parameter_value'],
    origin: 'ours',
  },
  port_info: {
    summary:
      'All ports of an instance: name, direction, kind, channel, latency in frames, main or side chain.',
    arguments: [instance],
    reply: 'json',
    errors: ['instance_absent'],
    origin: 'ours',
  },
  bypass: {
    summary: 'Bypass an instance (1) or bring it back (0), with a crossfade and the same latency.',
    arguments: [instance, { name: 'bypassed', type: 'flag' }],
    reply: 'none',
    errors: ['instance_absent'],
    origin: 'mod-host',
  },
  activate: {
    summary: 'Activate (1) or deactivate (0) an instance; a deactivated one passes the dry signal.',
    arguments: [instance, { name: 'active', type: 'flag' }],
    reply: 'none',
    errors: ['instance_absent', 'audio_activate'],
    origin: 'mod-host',
  },
  bundle_add: {
    summary: 'Take in an LV2 bundle that LV2_PATH does not name, or read a known one again.',
    arguments: [{ name: 'path', type: 'path' }],
    reply: 'none',
    errors: ['plugin_not_found'],
    origin: 'mod-host',
  },
  bundle_remove: {
    summary: 'Forget an LV2 bundle; plugins of it that are loaded live on.',
    arguments: [
      { name: 'path', type: 'path' },
      { name: 'resource', type: 'uri', optional: true },
    ],
    reply: 'none',
    errors: ['plugin_not_found'],
    origin: 'mod-host',
  },
  sidechain: {
    summary: 'What an open side chain of an instance hears: silence (default) or main, the main input.',
    arguments: [instance, { name: 'source', type: 'name' }],
    reply: 'none',
    errors: ['instance_absent', 'out_of_range'],
    origin: 'ours',
  },
  reset: {
    summary:
      'Reset the plugins of a client at the first cycle that starts at or after a frame time; 0 means at once.',
    arguments: [client, optional({ name: 'frame', type: 'number' })],
    reply: 'none',
    errors: ['audio_client'],
    origin: 'ours',
  },
  state_save: {
    summary: 'Write the state of every instance to effect_<instance>.state in a folder.',
    arguments: [folder],
    reply: 'none',
    errors: ['state_failed'],
    origin: 'mod-host',
  },
  state_load: {
    summary: 'Read the state of every instance back from a folder.',
    arguments: [folder],
    reply: 'none',
    errors: ['state_failed'],
    origin: 'mod-host',
  },
  instance_save: {
    summary: 'Write the state of one instance to a file.',
    arguments: [instance, file],
    reply: 'none',
    errors: ['instance_absent', 'state_failed'],
    origin: 'ours',
  },
  instance_load: {
    summary: 'Read the state of one instance from a file.',
    arguments: [instance, file],
    reply: 'none',
    errors: ['instance_absent', 'state_failed'],
    origin: 'ours',
  },
  preset_load: {
    summary:
      "Load a preset: a file, or a file and a key after #; of an LV2 plugin the preset's URI, or the bundle that holds it.",
    arguments: [instance, { name: 'preset', type: 'uri' }],
    reply: 'none',
    errors: ['instance_absent', 'preset_failed'],
    origin: 'mod-host',
  },
  preset_save: {
    summary:
      "Write the state of an LV2 plugin as a preset into a bundle, a folder that is made; the file's name is ours.",
    arguments: [
      instance,
      { name: 'name', type: 'name' },
      folder,
      { name: 'file', type: 'name', optional: true },
    ],
    reply: 'none',
    errors: ['instance_absent', 'preset_failed'],
    origin: 'mod-host',
  },
  presets: {
    summary: 'The presets of an LV2 plugin that bundles hold: URI, label, bank. None of a CLAP plugin.',
    arguments: [instance],
    reply: 'json',
    errors: ['instance_absent'],
    origin: 'ours',
  },
  monitor_output: {
    summary:
      'Report changes of an output parameter as output_set lines. Replies 1 for success, 0 for failure.',
    arguments: [instance, symbol],
    reply: 'none',
    errors: [],
    origin: 'mod-host',
  },
  monitor_output_off: {
    summary: 'Stop reporting an output parameter. Replies 1 for success, 0 for failure.',
    arguments: [instance, symbol],
    reply: 'none',
    errors: [],
    origin: 'mod-host',
  },
  midi_input: {
    summary:
      'Open a client with a MIDI input, <client>:midi_in, and report messages of its channels as midi lines; replies with its full name. A worker has one.',
    arguments: [client],
    reply: 'text',
    errors: ['audio_client', 'audio_activate', 'port_register', 'name_taken'],
    origin: 'ours',
  },
  cpu_load: {
    summary: 'Load of the audio server in percent, as it reports it.',
    arguments: [],
    reply: 'number',
    errors: [],
    origin: 'mod-host',
  },
  max_cpu_load: {
    summary: 'Highest load since the last call, in percent.',
    arguments: [],
    reply: 'number',
    errors: [],
    origin: 'mod-host',
  },
  info: {
    summary: 'The worker: pid, driver, rate, period, clients, instances, transport of the status page.',
    arguments: [],
    reply: 'json',
    errors: [],
    origin: 'ours',
  },
  subscribe: {
    summary: 'Turn this connection into one that receives feedback lines.',
    arguments: [],
    reply: 'none',
    errors: [],
    origin: 'ours',
  },
  open: {
    summary:
      'File driver only: open a sound file as the input, which sets the rate; replies with rate, channels and frames. Its channels are the ports file:in_1, file:in_2 and so on; the result is taken from file:out_1, file:out_2.',
    arguments: [file],
    reply: 'json',
    errors: ['file_unreadable', 'file_format', 'invalid_operation'],
    origin: 'ours',
  },
  notes: {
    summary:
      'File driver only: messages that come out of the note port file:events_1 during a render, from a text file: a line for each, its frame and then its bytes as hexadecimal numbers. Replies with their number.',
    arguments: [file],
    reply: 'number',
    errors: ['file_unreadable', 'file_format', 'invalid_operation'],
    origin: 'ours',
  },
  render: {
    summary:
      'File driver only: run the opened input through the graph faster than real time into a file. Progress comes as render_progress lines. The tail after the input in seconds (default: as long as the plugins sound, 10 at most); the sample format pcm16, pcm24 (default) or float.',
    arguments: [
      file,
      { name: 'tail', type: 'number', optional: true },
      { name: 'format', type: 'name', optional: true },
    ],
    reply: 'json',
    errors: ['file_unwritable', 'file_format', 'invalid_operation', 'interrupted'],
    origin: 'ours',
  },
  help: {
    summary: 'The verbs with their arguments.',
    arguments: [],
    reply: 'text',
    errors: [],
    origin: 'mod-host',
  },
  quit: {
    summary: 'End the worker.',
    arguments: [],
    reply: 'none',
    errors: [],
    origin: 'mod-host',
  },
} as const satisfies Record<string, VerbSpec>;

export type Verb = keyof typeof verbs;

/** A verb with its arguments as people write it: `add <uri> <instance> [client] [layout] [placement]`. */
export function usage(verb: Verb): string {
  const spec: VerbSpec = verbs[verb];
  return [verb, ...spec.arguments.map((a) => (a.optional ? `[${a.name}]` : `<${a.name}>`))].join(' ');
}
