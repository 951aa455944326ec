import { decodeFeedback, type Feedback } from '@plugin-hostd/host';
import type { Session } from '../session.js';
import { noteTiming } from './lay.js';

type Handler = (session: Session, worker: string, fields: Feedback['fields']) => void;

const number = (fields: Feedback['fields'], name: string) => Number(fields[name]);

/** Handlers of feedback lines that the daemon follows. `server_gone` is the business of who made the session. */
const handlers: Partial<Record<Feedback['name'], Handler>> = {
  param_set: ({ graph, events }, _, fields) => {
    const [instance, value, symbol] = [
      number(fields, 'instance'),
      number(fields, 'value'),
      fields.symbol ?? '',
    ];
    graph.instances.get(instance)?.parameters.set(symbol, value);
    events.emit({ type: 'parameter', instance, symbol, value });
  },
  output_set: ({ events }, _, fields) => {
    const [instance, value] = [number(fields, 'instance'), number(fields, 'value')];
    events.emit({ type: 'output', instance, symbol: fields.symbol ?? '', value });
  },
  fault: ({ events }, _, fields) => {
    const [instance, count] = [number(fields, 'instance'), number(fields, 'count')];
    events.emit({ type: 'fault', instance, kind: fields.kind ?? '', count });
  },
  midi: ({ events }, _, fields) => {
    const bytes = (fields.bytes ?? '').match(/../g) ?? [];
    events.emit({ type: 'midi', bytes: bytes.map((byte) => Number.parseInt(byte, 16)) });
  },
  latency: ({ graph, events }, _, fields) => {
    const [instance, frames] = [number(fields, 'instance'), number(fields, 'frames')];
    const entry = graph.instances.get(instance);
    if (entry) entry.latencyFrames = frames;
    events.emit({ type: 'latency', instance, frames });
  },
  buffer_size: (session, _, fields) => {
    if (session.server) noteTiming(session, session.server.info.sampleRate, number(fields, 'frames'));
  },
  log: ({ events }, worker, fields) => {
    events.emit({ type: 'log', level: number(fields, 'level'), source: worker, text: fields.text ?? '' });
  },
};

/** Follows a feedback line. True when it says that the audio server is gone. */
export function followLine(session: Session, worker: string, line: string): boolean {
  const feedback = decodeFeedback(line);
  if (!feedback) return false;
  handlers[feedback.name]?.(session, worker, feedback.fields);
  return feedback.name === 'server_gone';
}
