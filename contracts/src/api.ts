import { z } from 'zod';

/** Where the instances of a chain run: all in one client, or each in a worker and client of its own. */
export const modeSchema = z.enum(['grouped', 'bridged', 'single']);

export const pluginSchema = z.object({
  uri: z.string().describe('clap:<path>#<id> or lv2:<URI>'),
  id: z.string().describe('the URI of an LV2 plugin'),
  name: z.string(),
  vendor: z.string(),
  version: z.string(),
  format: z.enum(['clap', 'lv2']),
  bundle: z.string().optional().describe('folder of an LV2 plugin'),
  refusal: z.string().optional().describe('why an LV2 plugin cannot run here; left out when it can'),
  features: z.array(z.string()),
  audioInputs: z.array(z.object({ name: z.string(), channels: z.int(), main: z.boolean() })),
  audioOutputs: z.array(z.object({ name: z.string(), channels: z.int(), main: z.boolean() })),
  noteInputs: z.int(),
  noteOutputs: z.int(),
  parameters: z.int(),
  latencyFrames: z.int(),
});

/** A file that the scanner could not use, and why. */
export const scanFailureSchema = z.object({ path: z.string(), reason: z.string() });

export const parameterSchema = z.object({
  symbol: z.string().describe('numeric id of a CLAP parameter, port symbol or property URI of an LV2 one'),
  name: z.string(),
  module: z.string(),
  min: z.number(),
  max: z.number(),
  default: z.number(),
  value: z.number(),
  text: z.string(),
  readonly: z.boolean(),
  stepped: z.boolean(),
  hidden: z.boolean(),
});

export const portSchema = z.object({
  name: z.string().describe('effect_<instance>:<symbol>'),
  symbol: z.string(),
  direction: z.enum(['input', 'output']),
  kind: z.enum(['audio', 'note']),
  main: z.boolean(),
  latencyFrames: z.int(),
  serverName: z.string().nullable().describe('full name in the audio server when it is visible there'),
});

export const instanceSchema = z.object({
  instance: z.int(),
  plugin: z.object({ uri: z.string(), id: z.string(), name: z.string() }),
  chain: z.string(),
  client: z.string(),
  worker: z.string(),
  layout: z.enum(['native', 'dual']),
  bridged: z
    .boolean()
    .default(false)
    .describe('in a process of its own behind a deadline, driven by its client'),
  bypassed: z.boolean(),
  state: z
    .enum(['running', 'isolated', 'lost'])
    .describe('isolated: left out after faults; lost: its worker is down'),
  reason: z.string().describe('why it is not running; empty when it is'),
  latencyFrames: z.int(),
  parameters: z.record(z.string(), z.number()).describe('what was set, by symbol'),
});

export const connectionSchema = z.object({
  from: z.string(),
  to: z.string(),
  gain: z.number().default(1).describe('linear; edges inside a client only'),
});

export const chainSchema = z.object({
  name: z.string(),
  mode: modeSchema,
  channels: z.int(),
  instances: z.array(z.int()),
  inputs: z.array(z.string()).describe('ports that the chain begins with, one per channel'),
  outputs: z.array(z.string()).describe('ports that it ends with, one per channel'),
});

export const graphSchema = z.object({
  chains: z.array(chainSchema),
  instances: z.array(instanceSchema),
  connections: z.array(connectionSchema),
});

export const serverSchema = z.object({
  kind: z.enum(['jack', 'pipewire', 'alsa', 'dummy']),
  name: z.string(),
  description: z.string(),
  sampleRate: z.int(),
  period: z.int(),
  embedded: z.boolean().describe('started by the daemon, ended with it'),
  environment: z
    .record(z.string(), z.string())
    .optional()
    .describe('what the environment of a JACK program must hold to reach it'),
});

export const workerSchema = z.object({
  name: z.string(),
  pid: z.int(),
  state: z.enum(['starting', 'running', 'lost']),
  restarts: z.int(),
});

export const statusSchema = z.object({
  version: z.string(),
  pid: z.int(),
  uptimeSeconds: z.number(),
  server: serverSchema.nullable(),
  workers: z.array(workerSchema),
  graph: graphSchema,
});

const times = {
  p50Us: z.number(),
  p99Us: z.number(),
  maxUs: z.number(),
  sharePercent: z.number().describe('p50 over the period'),
};

/** What `top` shows: times over the interval since the last reading of the same connection or call. */
export const topSchema = z.object({
  periodUs: z.number(),
  workers: z.array(
    z.object({
      name: z.string(),
      pid: z.int(),
      pssBytes: z.int(),
      switchesPerSecond: z.number(),
      cpuPercent: z.number(),
    }),
  ),
  clients: z.array(
    z.object({
      name: z.string(),
      worker: z.string(),
      cycles: z.int(),
      lateCycles: z.int(),
      missedCycles: z.int(),
      xruns: z.int(),
      ...times,
    }),
  ),
  instances: z.array(
    z.object({
      instance: z.int(),
      name: z.string(),
      client: z.string(),
      asleep: z.boolean(),
      bypassed: z.boolean(),
      inputPeaksDb: z.array(z.number().nullable()),
      outputPeaksDb: z.array(z.number().nullable()),
      nonfiniteBlocks: z.int(),
      clampedBlocks: z.int(),
      ...times,
    }),
  ),
});

export const chainRequestSchema = z.object({
  expression: z.string().describe('plugins separated by |, each with name=value settings'),
  name: z.string().optional(),
  mode: modeSchema.default('grouped'),
  connect: z
    .union([
      z.boolean(),
      z.literal('playback'),
      z.object({ from: z.array(z.string()).optional(), to: z.array(z.string()).optional() }),
    ])
    .default(true)
    .describe(
      "to the system's ports; playback: only the chain's outputs; or to the named ports, a side left out to the system's",
    ),
  channels: z.int().min(1).max(8).default(2),
  placement: z
    .record(z.string().regex(/^[1-9]\d*$/), z.string())
    .optional()
    .describe('clients chosen by hand: position in the chain, from 1, to the name of a worker and client'),
  bridged: z
    .array(z.int().min(1))
    .optional()
    .describe('positions, from 1, that are bridged in a chain of another mode'),
});

export const addRequestSchema = z.object({
  plugin: z.string().describe('name, id or path, with name=value settings after it'),
  chain: z.string(),
  position: z.int().min(0).optional().describe('index in the chain; at its end if left out'),
  client: z.string().optional().describe("client to run in; its neighbour's, or one of its own, if left out"),
});

export const changeRequestSchema = z.object({
  bypassed: z.boolean().optional(),
  position: z.int().min(0).optional(),
  parameters: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .optional()
    .describe('by symbol or name; a text is read by the plugin'),
});

export const failureSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });

/** What `<runDir>/daemon.json` holds while a daemon runs: how to reach it. Only its user may read it. */
export const daemonFileSchema = z.object({
  pid: z.int(),
  host: z.string(),
  port: z.int(),
  token: z.string(),
  version: z.string(),
});

/** A saved graph: what `save` writes and `load` reads. */
export const savedGraphSchema = z.object({
  format: z.literal('plugin-hostd graph'),
  version: z.literal(1),
  graph: graphSchema,
  states: z.record(z.string(), z.string()).describe('plugin state by instance number, base64'),
});

export type Mode = z.infer<typeof modeSchema>;
export type Plugin = z.infer<typeof pluginSchema>;
export type ScanFailure = z.infer<typeof scanFailureSchema>;
export type Parameter = z.infer<typeof parameterSchema>;
export type Port = z.infer<typeof portSchema>;
export type Instance = z.infer<typeof instanceSchema>;
export type Connection = z.infer<typeof connectionSchema>;
export type Chain = z.infer<typeof chainSchema>;
export type Graph = z.infer<typeof graphSchema>;
export type Server = z.infer<typeof serverSchema>;
export type WorkerStatus = z.infer<typeof workerSchema>;
export type Status = z.infer<typeof statusSchema>;
export type Top = z.infer<typeof topSchema>;
export type ChainRequest = z.input<typeof chainRequestSchema>;
export type AddRequest = z.input<typeof addRequestSchema>;
export type ChangeRequest = z.input<typeof changeRequestSchema>;
export type DaemonFile = z.infer<typeof daemonFileSchema>;
export type SavedGraph = z.infer<typeof savedGraphSchema>;

/**
 * Path of the WebSocket that sends {@link DaemonEvent}s. The token goes into the header `Authorization: Bearer <token>`, or for
 * browsers, which cannot set headers there, into the query `?token=`.
 */
export const eventsPath = '/v1/events';

/** The daemon's HTTP API: method, path, bodies. OpenAPI and the client's calls follow from it. */
export const routes = {
  status: {
    method: 'GET',
    path: '/v1/status',
    reply: statusSchema,
    summary: 'The daemon, its server, workers and graph.',
  },
  top: {
    method: 'GET',
    path: '/v1/top',
    reply: topSchema,
    summary: 'Times, meters and faults since the last call.',
  },
  plugins: {
    method: 'GET',
    path: '/v1/plugins',
    reply: z.object({ plugins: z.array(pluginSchema), failures: z.array(scanFailureSchema) }),
    summary: 'Known plugins, and files that could not be used.',
  },
  scan: {
    method: 'POST',
    path: '/v1/scan',
    reply: z.object({ plugins: z.array(pluginSchema), failures: z.array(scanFailureSchema) }),
    summary: 'Scan for plugins again.',
  },
  createChain: {
    method: 'POST',
    path: '/v1/chains',
    body: chainRequestSchema,
    reply: chainSchema,
    summary: 'Load a chain of plugins.',
  },
  removeChain: {
    method: 'DELETE',
    path: '/v1/chains/:name',
    reply: z.object({}),
    summary: 'Unload a chain.',
  },
  addInstance: {
    method: 'POST',
    path: '/v1/instances',
    body: addRequestSchema,
    reply: instanceSchema,
    summary: 'Insert a plugin into a chain.',
  },
  removeInstance: {
    method: 'DELETE',
    path: '/v1/instances/:instance',
    reply: z.object({}),
    summary: 'Take a plugin out of its chain.',
  },
  changeInstance: {
    method: 'PATCH',
    path: '/v1/instances/:instance',
    body: changeRequestSchema,
    reply: instanceSchema,
    summary: 'Bypass, move, or set parameters.',
  },
  retryInstance: {
    method: 'POST',
    path: '/v1/instances/:instance/retry',
    reply: instanceSchema,
    summary: 'Bring back an instance that was left out or lost.',
  },
  parameters: {
    method: 'GET',
    path: '/v1/instances/:instance/parameters',
    reply: z.array(parameterSchema),
    summary: 'The parameters of an instance.',
  },
  ports: {
    method: 'GET',
    path: '/v1/instances/:instance/ports',
    reply: z.array(portSchema),
    summary: 'The ports of an instance.',
  },
  connect: {
    method: 'POST',
    path: '/v1/connections',
    body: connectionSchema,
    reply: z.object({}),
    summary: 'Connect two ports.',
  },
  disconnect: {
    method: 'DELETE',
    path: '/v1/connections',
    body: connectionSchema,
    reply: z.object({}),
    summary: 'Undo a connection.',
  },
  save: {
    method: 'GET',
    path: '/v1/graph',
    reply: savedGraphSchema,
    summary: 'The whole graph with the state of every plugin.',
  },
  load: {
    method: 'PUT',
    path: '/v1/graph',
    body: savedGraphSchema,
    reply: graphSchema,
    summary: 'Replace the graph by a saved one.',
  },
  stop: { method: 'POST', path: '/v1/stop', reply: z.object({}), summary: 'End the daemon and its workers.' },
} as const;
