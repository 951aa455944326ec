import type { Result } from '@plugin-hostd/base';
import type { ErrorCode, Failure } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import type { Completes, Option, Values } from './option.js';

/** A word of a command: required, optional, or all that follow. */
export interface Argument<T> {
  readonly summary: string;
  readonly kind: 'required' | 'optional' | 'rest';
  readonly completes: Completes;
  /** Only there to carry the type of the value. */
  readonly type?: T;
}

export function required(summary: string, completes: Completes = 'nothing'): Argument<string> {
  return { summary, kind: 'required', completes };
}

export function optional(summary: string, completes: Completes = 'nothing'): Argument<string | undefined> {
  return { summary, kind: 'optional', completes };
}

/** One word or more. */
export function rest(summary: string, completes: Completes = 'nothing'): Argument<readonly string[]> {
  return { summary, kind: 'rest', completes };
}

/** The parts of the list of commands, in their order. */
export const groups = {
  chains: 'Chains of plugins:',
  offline: 'Without an audio server:',
  watch: 'What runs:',
  daemon: 'The daemon:',
  tools: 'Tools:',
} as const;
export type Group = keyof typeof groups;

export interface Example {
  readonly command: string;
  readonly explains: string;
}

type Arguments = Readonly<Record<string, Argument<unknown>>>;
// biome-ignore lint/suspicious/noExplicitAny: an option's parser is contravariant in nothing, its default is any type
type Options = Readonly<Record<string, Option<any>>>;
type Words<A> = { readonly [Key in keyof A]: A[Key] extends Argument<infer T> ? T : never };

/** One command, declared once: its parser, help, completion and documentation follow from this. */
export interface Command<A extends Arguments = Arguments, O extends Options = Options, Data = unknown> {
  readonly name: string;
  /** Where it stands in the list of commands. */
  readonly group: Group;
  /** One line. */
  readonly summary: string;
  /** What else a user should know; paragraphs separated by empty lines. */
  readonly details?: string;
  readonly arguments: A;
  readonly options: O;
  readonly examples: readonly Example[];
  /** The failures that are its own; those of every command (such as bad_request) are left out. */
  readonly errors: readonly ErrorCode[];
  /** Takes SIGINT, SIGTERM and SIGHUP itself, through the context's signal. */
  readonly endsBySignal?: boolean;
  /** Not shown in the help. */
  readonly hidden?: boolean;
  /** Does the work. What it returns is printed: as JSON with --json, else as {@link Command.text} says. */
  run(words: Words<A>, values: Values<O>, context: Context): Promise<Result<Data, Failure>>;
  /** The exit status of a run that did not fail; 0 when it is left out. */
  exit?(data: Data): number;
  /** What a person reads; nothing when it is left out or empty. */
  text?(data: Data, context: Context): string;
}

/** A command of any arguments and options, as lists of commands hold it. */
// biome-ignore lint/suspicious/noExplicitAny: the list is heterogeneous; each command is checked where it is declared
export type AnyCommand = Command<any, any, any>;

/** Checks a declaration's types; returns it as it is. */
export function command<A extends Arguments, O extends Options, Data>(
  declaration: Command<A, O, Data>,
): Command<A, O, Data> {
  return declaration;
}
