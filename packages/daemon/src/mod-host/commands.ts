/** A command: what its words are, and whether more may follow. */
interface CommandSpec {
  readonly words: readonly string[];
  readonly more?: string;
}

function spec(words: string, more?: string): CommandSpec {
  const list = words === '' ? [] : words.split(' ');
  return more === undefined ? { words: list } : { words: list, more };
}

/** The commands of mod-host's protocol: the words that must follow each, then those that may. */
export const commands = {
  add: spec('uri instance'),
  remove: spec('instance'),
  activate: spec('instance active'),
  preload: spec('uri instance'),
  preset_load: spec('instance uri'),
  preset_save: spec('instance name folder file'),
  preset_show: spec('uri'),
  connect: spec('from to'),
  connect_matching: spec('matching port'),
  connect_safe: spec('from to'),
  disconnect: spec('from to'),
  disconnect_all: spec('port'),
  disconnect_safe: spec('from to'),
  bypass: spec('instance bypassed'),
  param_set: spec('instance symbol value'),
  param_get: spec('instance symbol'),
  param_monitor: spec('instance symbol operator value'),
  params_flush: spec('instance reset count', 'symbol value ...'),
  pre_run: spec('instance reset count', 'symbol value ...'),
  patch_get: spec('instance uri'),
  patch_set: spec('instance uri value'),
  licensee: spec('instance'),
  set_bpm: spec('bpm'),
  set_bpb: spec('bpb'),
  monitor: spec('address port on'),
  monitor_output: spec('instance symbol'),
  monitor_output_off: spec('instance symbol'),
  monitor_audio_levels: spec('port on'),
  monitor_midi_control: spec('channel on'),
  monitor_midi_program: spec('channel on'),
  midi_learn: spec('instance symbol min max'),
  midi_map: spec('instance symbol channel controller min max'),
  midi_unmap: spec('instance symbol'),
  cc_map: spec(
    'instance symbol device actuator label value min max steps flags unit count',
    'label value ...',
  ),
  cc_value_set: spec('instance symbol value'),
  cc_unmap: spec('instance symbol'),
  cv_map: spec('instance symbol port min max mode'),
  cv_unmap: spec('instance symbol'),
  hmi_map: spec('instance symbol hardware page subpage caps flags label min max steps'),
  hmi_unmap: spec('instance symbol'),
  cpu_load: spec(''),
  max_cpu_load: spec(''),
  load: spec('file'),
  save: spec('file'),
  bundle_add: spec('path'),
  bundle_remove: spec('path resource'),
  feature_enable: spec('feature on'),
  state_load: spec('folder'),
  state_save: spec('folder'),
  state_tmpdir: spec('folder'),
  transport: spec('rolling bpb bpm'),
  transport_sync: spec('mode'),
  show_external_ui: spec('instance'),
  output_data_ready: spec(''),
  multi_add: spec('count', 'uri instance ...'),
  multi_remove: spec('count', 'instance ...'),
  multi_activate: spec('active count', 'instance ...'),
  multi_preload: spec('count', 'uri instance ...'),
  multi_bypass: spec('bypassed count', 'instance ...'),
  multi_param_set: spec('symbol value count', 'instance ...'),
  multi_params_flush: spec('reset count instance count', 'symbol value ...'),
  multi_pre_run: spec('reset count instance count', 'symbol value ...'),
  wait_audio_cycle: spec(''),
  help: spec(''),
  quit: spec(''),
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

/** What is wrong with a message, in mod-host's words. */
export type ParserError = 'not found' | 'few arguments' | 'many arguments';

export type Parsed =
  | { readonly command: CommandName; readonly words: readonly string[] }
  | { readonly error: ParserError };

/** Finds the command of a message by its first word, and checks how many words follow. */
export function parseCommand([name = '', ...words]: readonly string[]): Parsed {
  if (!Object.hasOwn(commands, name)) return { error: 'not found' };
  const command = name as CommandName;
  const { words: wanted, more }: CommandSpec = commands[command];
  if (words.length < wanted.length) return { error: 'few arguments' };
  if (words.length > wanted.length && more === undefined) return { error: 'many arguments' };
  return { command, words };
}

/** The commands as a text for people, one a line. */
export function helpText(): string {
  const line = ([name, { words, more }]: [string, CommandSpec]) =>
    [name, ...words.map((word) => `<${word}>`), ...(more === undefined ? [] : [`[${more}]`])].join(' ');
  return Object.entries(commands).map(line).join('\n');
}
