import { z } from 'zod';
import { parameterSchema, pluginSchema, scanFailureSchema } from './api.js';

/** Reply of `param_info`. */
export const paramInfoSchema = z.array(parameterSchema);

/** Reply of `port_info`: one entry per audio channel or note port; those of a dual instance are doubled. */
export const portInfoSchema = z.array(
  z.object({
    symbol: z.string().describe('in1_1: port and channel, from 1; events_in1 for notes'),
    direction: z.enum(['input', 'output']),
    kind: z.enum(['audio', 'note']),
    port: z.int().describe('CLAP port index, from 0'),
    channel: z.int().describe('from 0; 0 for notes'),
    channels: z.int().describe('channels of its port'),
    main: z.boolean().describe('false for a side chain'),
    latencyFrames: z.int(),
    serverName: z.string().nullable().describe('full name in the audio server when it is exposed'),
  }),
);

/** Reply of `presets`. */
export const presetsSchema = z.array(
  z.object({ uri: z.string(), label: z.string(), bank: z.string().describe('empty for none') }),
);

/** Reply of `info`. */
export const workerInfoSchema = z.object({
  name: z.string(),
  version: z.string(),
  pid: z.int(),
  driver: z.enum(['jack', 'timer', 'file']),
  sampleRate: z.int(),
  period: z.int(),
  statusPage: z.string().describe('path of the status page'),
  clients: z.array(z.object({ name: z.string(), sampleRate: z.int(), period: z.int() })),
  instances: z.array(
    z.object({
      instance: z.int(),
      uri: z.string(),
      client: z.string(),
      layout: z.enum(['native', 'dual']),
      placement: z.enum(['inline', 'bridged']),
      /** Of the first copy's process. */
      bridge: z
        .object({
          pid: z.int(),
          state: z.enum(['running', 'late', 'bypassed', 'absent']),
          dryCycles: z.int(),
          restarts: z.int(),
        })
        .optional(),
      bypassed: z.boolean(),
      active: z.boolean(),
      latencyFrames: z.int(),
    }),
  ),
});

/** Reply of `open`. */
export const openReplySchema = z.object({ sampleRate: z.int(), channels: z.int(), frames: z.int() });

/** Reply of `render`. */
export const renderReplySchema = z.object({
  frames: z.int().describe('written'),
  channels: z.int(),
  latencyFrames: z.int().describe('trimmed from the beginning'),
  tailFrames: z.int().describe('written after the end of the input'),
  seconds: z.number().describe('that rendering took'),
});

/** What omx-clap-scan prints for the files it was given. */
export const scanOutputSchema = z.object({
  plugins: z.array(pluginSchema),
  failures: z.array(scanFailureSchema),
});

/** What omx-clap-scan --explain prints for an LV2 plugin. */
export const explanationSchema = z.object({
  uri: z.string(),
  status: z.enum([
    'ok',
    'not-found',
    'broken-bundle',
    'missing-binary',
    'feature-refused',
    'option-refused',
    'port-refused',
    'failed',
  ]),
  reason: z.string().describe('empty when it can be had'),
  bundle: z.string(),
  requires: z.array(z.string()).describe('URIs of features and options that it requires'),
});

export type Explanation = z.infer<typeof explanationSchema>;
export type PresetInfo = z.infer<typeof presetsSchema>[number];
export type PortInfo = z.infer<typeof portInfoSchema>[number];
export type WorkerInfo = z.infer<typeof workerInfoSchema>;
export type OpenReply = z.infer<typeof openReplySchema>;
export type RenderReply = z.infer<typeof renderReplySchema>;
export type ScanOutput = z.infer<typeof scanOutputSchema>;
