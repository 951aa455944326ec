import type { AnyCommand, Argument } from '../declare/command.js';
import type { Completes, Option } from '../declare/option.js';
import { kebab } from '../declare/option.js';
import { optionsOf } from '../declare/parse.js';

export interface Candidate {
  readonly word: string;
  readonly explains: string;
}

/** What the cursor's word can be: these candidates, or a file. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly files: boolean;
}

/** Looks up words that only the machine knows, such as the names of plugins; the words before the cursor are given. */
export type Lookup = (what: Completes, before: readonly string[]) => Promise<readonly Candidate[]>;

/**
 * Completes the last of `words`, which may be empty; the others are those before it on the line, without the program's name.
 */
export async function complete(
  commands: readonly AnyCommand[],
  words: readonly string[],
  lookup: Lookup,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const visible = commands.filter(({ hidden }) => !hidden);
  const command = commands.find(({ name }) => name === before[0]);
  if (command === undefined) {
    const names = visible.map(({ name, summary }) => ({ word: name, explains: summary }));
    return starting(before.length === 0 ? names : [], current);
  }
  const options = optionsOf(command);
  const open = valueOption(options, before.at(-1) ?? '');
  if (open !== undefined) return completeValue(open, current, before, lookup);
  if (current.startsWith('-')) return starting(flagsOf(options), current);
  const position = positionals(options, before.slice(1));
  const argument = argumentAt(
    Object.values(command.arguments as Record<string, Argument<unknown>>),
    position,
  );
  return completeWord(argument?.completes ?? 'nothing', current, before, lookup);
}

/** The option whose value comes next, if the word before the cursor is one with a value. */
function valueOption(
  options: Readonly<Record<string, Option<unknown>>>,
  word: string,
): Option<unknown> | undefined {
  const entry = Object.entries(options).find(
    ([key, { short }]) => word === `--${kebab(key)}` || word === `-${short}`,
  );
  return entry !== undefined && entry[1].value !== undefined ? entry[1] : undefined;
}

async function completeValue(
  option: Option<unknown>,
  current: string,
  before: readonly string[],
  lookup: Lookup,
): Promise<Completion> {
  if (option.choices === undefined) return completeWord(option.completes, current, before, lookup);
  return starting(
    option.choices.map((word) => ({ word, explains: '' })),
    current,
  );
}

async function completeWord(
  what: Completes,
  current: string,
  before: readonly string[],
  lookup: Lookup,
): Promise<Completion> {
  if (what === 'nothing') return { candidates: [], files: false };
  if (what === 'file') return { candidates: [], files: true };
  return starting(await lookup(what, before), current);
}

function starting(candidates: readonly Candidate[], prefix: string): Completion {
  const lower = prefix.toLowerCase();
  return { candidates: candidates.filter(({ word }) => word.toLowerCase().startsWith(lower)), files: false };
}

function flagsOf(options: Readonly<Record<string, Option<unknown>>>): readonly Candidate[] {
  return Object.entries(options).map(([key, option]) => ({
    word: `--${option.negates ? 'no-' : ''}${kebab(key)}`,
    explains: option.summary,
  }));
}

/** How many arguments stand before the cursor: words that are neither options nor their values. */
function positionals(options: Readonly<Record<string, Option<unknown>>>, words: readonly string[]): number {
  const isValue = (index: number) => index > 0 && valueOption(options, words[index - 1] ?? '') !== undefined;
  return words.filter((word, index) => !word.startsWith('-') && !isValue(index)).length;
}

function argumentAt(list: readonly Argument<unknown>[], position: number): Argument<unknown> | undefined {
  const last = list.at(-1);
  return list[position] ?? (last?.kind === 'rest' ? last : undefined);
}
