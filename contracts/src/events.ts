/** A feedback line of a worker: its first word, and what follows. */
export interface FeedbackSpec {
  readonly summary: string;
  readonly fields: readonly string[];
  readonly origin: 'mod-host' | 'ours';
}

/** Every line that a worker sends to a subscribed connection. Fields are separated by spaces; the last one takes the rest. */
export const feedbackLines = {
  param_set: {
    summary: 'The plugin changed a parameter by itself.',
    fields: ['instance', 'symbol', 'value'],
    origin: 'mod-host',
  },
  output_set: {
    summary: 'A monitored output parameter changed.',
    fields: ['instance', 'symbol', 'value'],
    origin: 'mod-host',
  },
  log: {
    summary: 'A message of a plugin or of the worker; level 0 debug, 1 info, 2 warning, 3 error, 4 fatal.',
    fields: ['level', 'text'],
    origin: 'mod-host',
  },
  fault: {
    summary: 'A plugin broke a rule: nonfinite, clamped, process_error, thread. Count since it was loaded.',
    fields: ['instance', 'kind', 'count'],
    origin: 'ours',
  },
  midi: {
    summary:
      'A message of a channel came to the MIDI input: its bytes, two hexadecimal digits each, one after the other.',
    fields: ['bytes'],
    origin: 'ours',
  },
  latency: {
    summary: 'The latency of an instance changed, in frames.',
    fields: ['instance', 'frames'],
    origin: 'ours',
  },
  state_dirty: {
    summary: 'The plugin says that its state changed.',
    fields: ['instance'],
    origin: 'ours',
  },
  params_rescan: {
    summary: 'The parameters of an instance changed: ask for param_info again.',
    fields: ['instance'],
    origin: 'ours',
  },
  buffer_size: {
    summary: 'The audio server has another period, in frames.',
    fields: ['client', 'frames'],
    origin: 'ours',
  },
  server_gone: {
    summary: 'The audio server ended; the client is gone with it.',
    fields: ['client', 'reason'],
    origin: 'ours',
  },
  render_progress: {
    summary: 'Frames rendered so far, of how many.',
    fields: ['done', 'total'],
    origin: 'ours',
  },
} as const satisfies Record<string, FeedbackSpec>;

export type FeedbackName = keyof typeof feedbackLines;

/** What the daemon sends on its WebSocket, one JSON object a message. */
export type DaemonEvent =
  | { readonly type: 'graph'; readonly reason: string }
  | { readonly type: 'parameter'; readonly instance: number; readonly symbol: string; readonly value: number }
  | { readonly type: 'output'; readonly instance: number; readonly symbol: string; readonly value: number }
  | {
      readonly type: 'midi';
      /** A message of a channel that came to the MIDI input. */
      readonly bytes: readonly number[];
    }
  | { readonly type: 'fault'; readonly instance: number; readonly kind: string; readonly count: number }
  | { readonly type: 'latency'; readonly instance: number; readonly frames: number }
  | {
      readonly type: 'worker';
      readonly worker: string;
      readonly state: 'started' | 'lost' | 'restarted' | 'ended';
      readonly reason: string;
      /** The plugin that was being called when it ended, where that is known. */
      readonly culprit?: { readonly instance: number; readonly plugin: string; readonly call: string };
    }
  | { readonly type: 'server'; readonly state: 'found' | 'gone' | 'changed'; readonly description: string }
  | { readonly type: 'log'; readonly level: number; readonly source: string; readonly text: string };
