import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';

/** A parameter by its name and what it is set to: a plain number, or a text such as `-12 dB` for the plugin to read. */
export interface Setting {
  readonly name: string;
  readonly value: number | string;
}

/** A plugin as a person names it, with its settings in their order. */
export interface ChainPart {
  readonly plugin: string;
  readonly settings: readonly Setting[];
}

type Token =
  | { readonly kind: 'bar' | 'equals'; readonly text: string; readonly at: number }
  | { readonly kind: 'word' | 'quoted'; readonly text: string; readonly at: number };

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a quoted text from the quote at `at`; a backslash takes the next character as it is. Null when it never ends. */
function readQuoted(text: string, at: number): { readonly content: string; readonly end: number } | null {
  const quote = text[at];
  let content = '';
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === quote) return { content, end: i + 1 };
    if (text[i] === '\\' && i + 1 < text.length) i += 1;
    content += text[i];
  }
  return null;
}

/** Where an unquoted word ends: before a space, a bar or an equals sign. */
function wordEnd(text: string, at: number): number {
  const length = text.slice(at).search(/[\s|=]/);
  return length < 0 ? text.length : at + length;
}

function unreadable(text: string, at: number, reason: string): Result<never, Failure> {
  return fail('bad_expression', { at: text.slice(at, at + 24) || 'its end', reason });
}

function tokenize(text: string): Result<Token[], Failure> {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const c = text[at] as string;
    if (/\s/.test(c)) at += 1;
    else if (c === '|' || c === '=') {
      tokens.push({ kind: c === '|' ? 'bar' : 'equals', text: c, at });
      at += 1;
    } else if (c === '"' || c === "'") {
      const quoted = readQuoted(text, at);
      if (!quoted) return unreadable(text, at, 'the quote is never closed');
      tokens.push({ kind: 'quoted', text: quoted.content, at });
      at = quoted.end;
    } else {
      const end = wordEnd(text, at);
      tokens.push({ kind: 'word', text: text.slice(at, end), at });
      at = end;
    }
  }
  return ok(tokens);
}

/** Reads `name = value` triples to the end of a part. */
function readSettings(text: string, tokens: readonly Token[]): Result<Setting[], Failure> {
  const settings: Setting[] = [];
  for (let i = 0; i < tokens.length; i += 3) {
    const [name, equals, value] = [tokens[i], tokens[i + 1], tokens[i + 2]];
    if (!name || name.kind === 'equals' || name.text === '')
      return unreadable(text, name?.at ?? text.length, 'a setting needs a name before its =');
    if (equals?.kind !== 'equals')
      return unreadable(text, name.at, `"${name.text}" is not followed by = and a value`);
    if (!value || value.kind === 'equals')
      return unreadable(text, name.at, `the setting "${name.text}" has no value`);
    const isNumber = value.kind === 'word' && plainNumber.test(value.text);
    settings.push({ name: name.text, value: isNumber ? Number(value.text) : value.text });
  }
  return ok(settings);
}

/** Reads one plugin: the words before its first setting name it. */
function readPart(text: string, tokens: readonly Token[], at: number): Result<ChainPart, Failure> {
  const firstEquals = tokens.findIndex((token) => token.kind === 'equals');
  const nameEnd = firstEquals < 0 ? tokens.length : firstEquals - 1;
  const plugin = tokens
    .slice(0, Math.max(0, nameEnd))
    .map((token) => token.text)
    .join(' ');
  if (plugin.trim() === '') return unreadable(text, tokens[0]?.at ?? at, 'a plugin is missing');
  const settings = readSettings(text, tokens.slice(nameEnd));
  return settings.ok ? ok({ plugin, settings: settings.value }) : settings;
}

/**
 * Reads a chain: plugins separated by `|`, each with `name=value` settings, as in `ZamCompX2 thr=-20 | "My Delay" time="250 ms"`.
 * Names and values may be quoted; a value that is a plain number without quotes is a number, any other is a text.
 */
export function parseChain(expression: string): Result<readonly ChainPart[], Failure> {
  const tokens = tokenize(expression);
  if (!tokens.ok) return tokens;
  const parts: ChainPart[] = [];
  let begin = 0;
  for (let i = 0; i <= tokens.value.length; i += 1) {
    const token = tokens.value[i];
    if (token && token.kind !== 'bar') continue;
    const part = readPart(expression, tokens.value.slice(begin, i), token?.at ?? expression.length);
    if (!part.ok) return part;
    parts.push(part.value);
    begin = i + 1;
  }
  return ok(parts);
}

/** Reads a single plugin with its settings. */
export function parsePart(expression: string): Result<ChainPart, Failure> {
  const parts = parseChain(expression);
  if (!parts.ok) return parts;
  const [part, second] = parts.value;
  if (!part || second) return fail('bad_expression', { at: '|', reason: 'one plugin is wanted here' });
  return ok(part);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Writes a chain so that {@link parseChain} reads it back. */
export function formatChain(parts: readonly ChainPart[]): string {
  const value = (v: number | string) => (typeof v === 'number' ? String(v) : quoted(v));
  return parts
    .map((part) =>
      [quoted(part.plugin), ...part.settings.map((s) => `${quoted(s.name)}=${value(s.value)}`)].join(' '),
    )
    .join(' | ');
}
