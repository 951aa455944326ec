import { err, ok, type Result } from '@plugin-hostd/base';
import {
  type ErrorCode,
  errorOfWire,
  errors,
  type Failure,
  failure,
  type Verb,
  type VerbSpec,
  verbs,
} from '@plugin-hostd/contracts';

/** A word of a command. Numbers are written so that they read back exactly. */
export type Argument = string | number;

/** What a worker answered to a command: the code (the instance for `add`) and the text after it, '' when there is none. */
export interface Reply {
  readonly code: number;
  readonly value: string;
}

/** Writes one word: quoted when it is empty or holds a space, a quote or a backslash. */
function encodeWord(word: Argument): string {
  const text = String(word);
  if (text !== '' && !/[\s"\\]/.test(text)) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Writes a command without its terminating NUL. A NUL inside a word would end the message early, so it is refused. An argument of
 * type `rest` is written as it is, since it takes all that follows.
 */
export function encodeCommand(verb: Verb, args: readonly Argument[]): Result<string, Failure> {
  const spec: VerbSpec = verbs[verb];
  if (args.some((arg) => String(arg).includes('\0')))
    return err(failure('bad_request', { reason: `An argument of ${verb} holds a NUL byte` }));
  const words = args.map((arg, index) =>
    spec.arguments[index]?.type === 'rest' ? String(arg) : encodeWord(arg),
  );
  return ok([verb, ...words].join(' '));
}

/** Verbs of mod-host that answer 1 for success and 0 for failure. */
const inverted = new Set<Verb>(['monitor_output', 'monitor_output_off']);

/** The file of a plugin's uri, `clap:<path>#<id>`. */
function fileOf(uri: string): string {
  return uri.replace(/^\w+:/, '').replace(/#[^#]*$/, '');
}

/** The placeholders of an error's message, filled with what the command named. */
function namedBy(verb: Verb, args: readonly Argument[]): Record<string, string> {
  const spec: VerbSpec = verbs[verb];
  const values = Object.fromEntries(spec.arguments.map((a, i) => [a.name, String(args[i] ?? '')]));
  return {
    ...values,
    plugin: values.uri ?? values.instance ?? '',
    file: values.file ?? values.folder ?? fileOf(values.uri ?? ''),
    what: verb,
    action: verb.endsWith('load') ? 'loaded' : 'saved',
    reason: 'the worker gave no reason',
  };
}

/** The error with the worker's detail as its reason, or after it where the message has no place for one. */
function explained(code: ErrorCode, names: Record<string, string>, detail: string): Failure {
  const reason = detail.replace(/\.$/, '');
  if (reason === '') return failure(code, names);
  if (errors[code].message.includes('{reason}')) return failure(code, { ...names, reason });
  const standard = failure(code, names);
  const sentence = `${reason[0]?.toUpperCase()}${reason.slice(1)}.`;
  return { ...standard, message: `${standard.message} ${sentence}` };
}

/** Reads the answer to a command: a reply, or the failure that it reports. */
export function decodeReply(verb: Verb, args: readonly Argument[], message: string): Result<Reply, Failure> {
  const match = /^resp (-?\d+)(?: ([\s\S]*))?$/.exec(message.trimEnd());
  if (!match) return err(failure('internal', { reason: `the worker answered "${message}" to ${verb}` }));
  const code = Number(match[1]);
  const value = match[2] ?? '';
  if (inverted.has(verb) && code === 0) return err(failure('parameter_absent', namedBy(verb, args)));
  if (code >= 0) return ok({ code, value });
  const name = errorOfWire(code);
  if (name === 'internal' && code !== errors.internal.wire)
    return err(failure('internal', { reason: `${verb} failed with code ${code} ${value}`.trim() }));
  return err(explained(name, namedBy(verb, args), value));
}

/** Cuts a byte stream into NUL-terminated messages; keeps an unfinished one until its rest arrives. */
export class MessageSplitter {
  #rest = Buffer.alloc(0);

  /** Takes the next bytes; returns the messages that they complete. */
  push(bytes: Buffer): string[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: string[] = [];
    let start = 0;
    for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, start)) {
      messages.push(all.toString('utf8', start, end));
      start = end + 1;
    }
    this.#rest = Buffer.from(all.subarray(start));
    return messages;
  }
}
