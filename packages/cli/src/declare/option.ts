import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, failure } from '@plugin-hostd/contracts';

/** What a shell completes a word with. */
export type Completes =
  | 'file'
  | 'plugin'
  | 'instance'
  | 'chain'
  | 'port'
  | 'parameter'
  | 'command'
  | 'nothing';

/** An option of a command. Its flag is its key in the declaration: `sampleRate` is `--sample-rate`. */
export interface Option<T> {
  readonly summary: string;
  /** One letter, without its dash. */
  readonly short?: string;
  /** Name of its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** A command line without it is refused. */
  readonly mandatory?: true;
  /** May be given several times: the texts are joined by commas. */
  readonly repeats?: true;
  /** Written `--no-<key>`, and true unless it is given. */
  readonly negates?: true;
  readonly completes: Completes;
  readonly default: T;
  /** The value that a text on the command line stands for. */
  readonly parse: (text: string, flag: string) => Result<T, Failure>;
}

/** The values that a set of options has after parsing. */
export type Values<Options> = {
  readonly [Key in keyof Options]: Options[Key] extends Option<infer T> ? T : never;
};

interface More {
  readonly short?: string;
  readonly completes?: Completes;
}

/** A switch: false unless it is given. */
export function flag(summary: string, more: More = {}): Option<boolean> {
  return { summary, ...more, completes: 'nothing', default: false, parse: () => ok(true) };
}

/** A switch written `--no-<key>`: true unless it is given. */
export function negated(summary: string): Option<boolean> {
  return { summary, negates: true, completes: 'nothing', default: true, parse: () => ok(false) };
}

/** A text, undefined when it is not given. */
export function text(value: string, summary: string, more: More = {}): Option<string | undefined> {
  return { summary, value, completes: 'nothing', ...more, default: undefined, parse: (word) => ok(word) };
}

/** A text that must be given. */
export function mandatoryText(value: string, summary: string, more: More = {}): Option<string> {
  return {
    summary,
    value,
    mandatory: true,
    completes: 'nothing',
    ...more,
    default: '',
    parse: (word) => ok(word),
  };
}

/** `<key>=<value>` pairs separated by commas; the option may be given several times. Undefined when it is not given. */
export function pairs(value: string, summary: string): Option<Readonly<Record<string, string>> | undefined> {
  const parse = (word: string, name: string): Result<Readonly<Record<string, string>>, Failure> => {
    const found: Record<string, string> = {};
    for (const pair of word.split(',')) {
      const match = /^\s*([^=]*[^=\s])\s*=\s*(.*\S)\s*$/.exec(pair);
      if (!match) return fail('bad_request', { reason: `${name} takes ${value}, not "${pair}"` });
      found[match[1] as string] = match[2] as string;
    }
    return ok(found);
  };
  return { summary, value, repeats: true, completes: 'nothing', default: undefined, parse };
}

/** One of some words. */
export function choice<const Word extends string>(
  choices: readonly Word[],
  fallback: Word,
  value: string,
  summary: string,
): Option<Word> {
  const parse = (word: string, name: string): Result<Word, Failure> => {
    const found = choices.find((known) => known === word);
    return found === undefined
      ? fail('out_of_range', { name, value: word, range: choices.join(', ') })
      : ok(found);
  };
  return { summary, value, choices, completes: 'nothing', default: fallback, parse };
}

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

/** A number in a range; `fallback` when it is not given. */
export function number<Fallback extends number | undefined>(
  value: string,
  range: Range,
  fallback: Fallback,
  summary: string,
): Option<number | Fallback> {
  return {
    summary,
    value,
    completes: 'nothing',
    default: fallback,
    parse: (word, name) => parseNumber(word, name, range),
  };
}

/** The number that a word stands for, if it lies in the range. */
export function parseNumber(word: string, name: string, range: Range): Result<number, Failure> {
  const parsed = word.trim() === '' ? Number.NaN : Number(word);
  const fits = parsed >= range.min && parsed <= range.max && (!range.integer || Number.isInteger(parsed));
  const kind = range.integer ? 'a whole number from' : 'from';
  if (fits) return ok(parsed);
  return err(failure('out_of_range', { name, value: word, range: `${kind} ${range.min} to ${range.max}` }));
}

/** `sampleRate` as it is written on the command line: `sample-rate`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
