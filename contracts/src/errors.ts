import { err, type Result } from '@plugin-hostd/base';

/** One way to fail, as every face shows it. */
export interface ErrorSpec {
  /** Code on the wire: mod-host's where it has one, ours from -1001 down. */
  readonly wire: number;
  /** Exit status of the command line. */
  readonly exit: number;
  /** HTTP status of the daemon. */
  readonly http: number;
  /** What happened; `{name}` marks what is filled in. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
}

/**
 * Every error of the project. Exit statuses: 2 wrong use, 3 a bar of a bench does not hold, 4 not found, 5 a plugin's fault,
 * 6 the audio server, 7 the daemon or a worker, 8 files and formats, 130 interrupted.
 */
export const errors = {
  invalid_instance: {
    wire: -1,
    exit: 2,
    http: 400,
    message: 'Instance number {instance} is not usable.',
    hint: 'Use a whole number from 0 to 9990.',
  },
  instance_exists: {
    wire: -2,
    exit: 2,
    http: 409,
    message: 'Instance {instance} exists already.',
    hint: 'Remove it first, or take another number.',
  },
  instance_absent: {
    wire: -3,
    exit: 4,
    http: 404,
    message: 'There is no instance {instance}.',
    hint: 'List the instances with: plugin-hostd status',
  },
  plugin_not_found: {
    wire: -101,
    exit: 4,
    http: 404,
    message: 'No plugin matches "{plugin}".',
    hint: 'List what is installed with: plugin-hostd plugins; look for new files with: plugin-hostd scan',
  },
  plugin_ambiguous: {
    wire: -1001,
    exit: 2,
    http: 409,
    message: '"{plugin}" matches several plugins: {candidates}.',
    hint: 'Use one of these ids.',
  },
  plugin_failed: {
    wire: -102,
    exit: 5,
    http: 422,
    message: 'The plugin {plugin} could not be started: {reason}.',
    hint: 'Check it alone with: plugin-hostd scan --file {file}',
  },
  plugin_refused: {
    wire: -1022,
    exit: 5,
    http: 422,
    message: 'The LV2 plugin {plugin} cannot run here: {reason}.',
    hint: 'mod-host may take it: plugin-hostd start --lv2-fallback mod-host; see: plugin-hostd plugins --why {plugin}',
  },
  plugin_crashed: {
    wire: -1002,
    exit: 5,
    http: 422,
    message: 'The plugin {plugin} crashed in {call}.',
    hint: 'It was left out; everything else was restored. Report this to its maker.',
  },
  plugin_timeout: {
    wire: -1003,
    exit: 5,
    http: 504,
    message: 'The plugin {plugin} did not return from {call} within {limit}.',
    hint: 'It was left out; everything else was restored. Report this to its maker.',
  },
  parameter_absent: {
    wire: -103,
    exit: 4,
    http: 404,
    message: 'Instance {instance} has no parameter or port "{symbol}".',
    hint: 'List them with: plugin-hostd params {instance}',
  },
  parameter_ambiguous: {
    wire: -1004,
    exit: 2,
    http: 409,
    message: 'Parameter "{symbol}" matches several: {candidates}.',
    hint: 'Use one of these names, or the numeric id.',
  },
  parameter_value: {
    wire: -1005,
    exit: 2,
    http: 400,
    message: '"{value}" is not a value of {symbol} ({range}).',
    hint: 'Give a number or a text in that range.',
  },
  preset_failed: {
    wire: -104,
    exit: 5,
    http: 422,
    message: 'The preset {preset} could not be loaded: {reason}.',
    hint: 'Check that the file exists and belongs to this plugin.',
  },
  state_failed: {
    wire: -105,
    exit: 8,
    http: 422,
    message: 'The state of {instance} could not be {action}: {reason}.',
    hint: 'Check that the folder exists, is writable and has room.',
  },
  audio_client: {
    wire: -201,
    exit: 6,
    http: 503,
    message: 'The audio server took no client named {client}: {reason}.',
    hint: 'Check that the server runs and that the name is free.',
  },
  audio_activate: {
    wire: -202,
    exit: 6,
    http: 503,
    message: 'The client {client} could not be activated.',
    hint: 'Check the audio server; see: plugin-hostd status',
  },
  port_register: {
    wire: -204,
    exit: 6,
    http: 503,
    message: 'The port {port} could not be registered.',
    hint: 'The server may be out of ports, or the name taken.',
  },
  connect_failed: {
    wire: -205,
    exit: 6,
    http: 404,
    message: 'Cannot connect {from} to {to}: {reason}.',
    hint: 'Check both names with: plugin-hostd status --ports',
  },
  disconnect_failed: {
    wire: -206,
    exit: 6,
    http: 404,
    message: 'Cannot disconnect {from} from {to}: {reason}.',
    hint: 'Check the connections with: plugin-hostd status --ports',
  },
  out_of_range: {
    wire: -207,
    exit: 2,
    http: 400,
    message: '{name} = {value} is out of range ({range}).',
    hint: 'Give a value in that range.',
  },
  out_of_memory: {
    wire: -901,
    exit: 7,
    http: 507,
    message: 'There was no memory for {what}.',
    hint: 'Free some, or use fewer plugins.',
  },
  invalid_operation: {
    wire: -902,
    exit: 2,
    http: 400,
    message: '{what} cannot be done here: {reason}.',
    hint: 'See: plugin-hostd help',
  },
  capacity: {
    wire: -1006,
    exit: 7,
    http: 507,
    message: 'The limit of {limit} {what} is reached.',
    hint: 'Remove some, or spread them over more workers.',
  },
  bad_expression: {
    wire: -1007,
    exit: 2,
    http: 400,
    message: 'The chain cannot be read at "{at}": {reason}.',
    hint: 'Write plugins separated by |, each with name=value settings: "ZamCompX2 | omx-eq8 hpf=80"',
  },
  file_unreadable: {
    wire: -1008,
    exit: 8,
    http: 400,
    message: 'Cannot read {file}: {reason}.',
    hint: 'Check the path and the permissions.',
  },
  file_unwritable: {
    wire: -1009,
    exit: 8,
    http: 400,
    message: 'Cannot write {file}: {reason}.',
    hint: 'Check the folder, the permissions and the free space.',
  },
  file_format: {
    wire: -1010,
    exit: 8,
    http: 400,
    message: '{file} is not usable: {reason}.',
    hint: 'Use a WAV, FLAC, OGG or AIFF file, or the JSON that plugin-hostd save wrote.',
  },
  server_absent: {
    wire: -1011,
    exit: 6,
    http: 503,
    message: 'No audio server can be reached or started: {reason}.',
    hint: 'Start JACK or PipeWire, or install jackd2 for the embedded one.',
  },
  channel_broken: {
    wire: -1023,
    exit: 7,
    http: 502,
    message: 'The channel to {peer} broke: {reason}.',
    hint: 'Connect again; the program at the other end may have been written for another version.',
  },
  worker_lost: {
    wire: -1012,
    exit: 7,
    http: 503,
    message: 'The worker {worker} ended: {reason}.',
    hint: 'It is restarted with all that was set; see: plugin-hostd status',
  },
  worker_start: {
    wire: -1013,
    exit: 7,
    http: 503,
    message: 'The worker {worker} did not start: {reason}.',
    hint: 'Build it with: npm run setup',
  },
  daemon_absent: {
    wire: -1014,
    exit: 7,
    http: 503,
    message: 'No daemon is running{where}.',
    hint: 'Start it with: plugin-hostd start',
  },
  daemon_running: {
    wire: -1015,
    exit: 7,
    http: 409,
    message: 'A daemon runs already (pid {pid}).',
    hint: 'Use it, or end it with: plugin-hostd stop',
  },
  name_taken: {
    wire: -1016,
    exit: 2,
    http: 409,
    message: 'The name "{name}" is taken.',
    hint: 'Choose another with --name, or remove it first.',
  },
  placement_cycle: {
    wire: -1021,
    exit: 2,
    http: 400,
    message:
      'The plugin at position {position} cannot run in client {client}: the chain left that client before, so clients would wait for each other.',
    hint: 'Plugins of one client must stand side by side. Let this one run in client {neighbour}, or in a new one.',
  },
  chain_absent: {
    wire: -1017,
    exit: 4,
    http: 404,
    message: 'There is no chain "{name}".',
    hint: 'List the chains with: plugin-hostd status',
  },
  unauthorized: {
    wire: -1018,
    exit: 7,
    http: 401,
    message: 'The daemon did not accept the token.',
    hint: 'Use the token in the run directory of the daemon.',
  },
  interrupted: {
    wire: -1019,
    exit: 130,
    http: 499,
    message: 'Interrupted.',
    hint: 'Nothing was left running.',
  },
  bad_request: {
    wire: -1020,
    exit: 2,
    http: 400,
    message: '{reason}.',
    hint: 'See: plugin-hostd --help',
  },
  internal: {
    wire: -1099,
    exit: 1,
    http: 500,
    message: 'Something went wrong that should not: {reason}.',
    hint: 'Please report it with the command and the log.',
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof errors;

/** A failure as a value: its stable code, and the sentence and next step for a person. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** Fills an error's message and hint with `values`. A missing value stays visible as its `{name}`. */
export function failure(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): Failure {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  const spec = errors[code];
  return { code, message: fill(spec.message), hint: fill(spec.hint) };
}

/** A failed result; see {@link failure}. */
export function fail(
  code: ErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): Result<never, Failure> {
  return err(failure(code, values));
}

const byWire = new Map<number, ErrorCode>(
  Object.entries(errors).map(([code, spec]) => [spec.wire, code as ErrorCode]),
);

/** The error of a worker's reply code; `internal` for a code that nobody declared. */
export function errorOfWire(wire: number): ErrorCode {
  return byWire.get(wire) ?? 'internal';
}
