import { expectOk } from '@plugin-hostd/base';
import { errors } from '@plugin-hostd/contracts';
import { expect, test } from 'vitest';
import { commands } from '../commands/index.js';
import { exitStatuses } from './help.js';
import { parse } from './parse.js';

const read = (...words: string[]) => parse(commands, words, '1.2.3');

test('words, options and defaults reach the command', () => {
  const parsed = expectOk(read('chain', 'omx-eq8', '--mode', 'single', '--no-connect', '--json'));
  if (parsed.kind !== 'run') throw new Error('nothing was run');
  expect(parsed.command.name).toBe('chain');
  expect(parsed.words).toEqual({ expression: 'omx-eq8' });
  expect(parsed.values).toEqual({ name: undefined, mode: 'single', channels: 2, connect: false });
  expect(parsed.common).toEqual({ json: true, runDir: undefined });
});

test('all words after the first go to an argument that takes the rest; a negative number is no option', () => {
  const parsed = expectOk(read('set', '3', 'gain', '-6'));
  expect(parsed.kind === 'run' && parsed.words).toEqual({ instance: '3', settings: ['gain', '-6'] });
});

test.each([
  [['chain'], "Missing required argument 'expression'.", 'See: plugin-hostd chain --help'],
  [['status', 'now'], 'Too many arguments for', 'See: plugin-hostd status --help'],
  [['top', '--ones'], "Unknown option '--ones'. (Did you mean --once?)", 'See: plugin-hostd top --help'],
  [['statsu'], "Unknown command 'statsu'. (Did you mean status?)", 'See: plugin-hostd --help'],
  [
    ['chain', 'x', '--mode', 'both'],
    '--mode = both is out of range (grouped, bridged, single).',
    'Give a value',
  ],
  [
    ['chain', 'x', '--channels', '9'],
    '--channels = 9 is out of range (a whole number from 1 to 8).',
    'Give a',
  ],
  [['top', '--interval', ''], '--interval =  is out of range (from 0.1 to 3600).', 'Give a value'],
])('%j is refused with what is wrong and where to look', (words, message, hint) => {
  const parsed = read(...words);
  if (parsed.ok) throw new Error('it was accepted');
  expect(parsed.error.message).toContain(message);
  expect(parsed.error.hint).toContain(hint);
  expect(errors[parsed.error.code].exit).toBe(2);
});

test('the version and the help are texts to print', () => {
  expect(read('--version')).toEqual({ ok: true, value: { kind: 'print', text: '1.2.3\n' } });
  for (const words of [[], ['--help'], ['help'], ['help', 'top'], ['top', '-h']]) {
    const parsed = expectOk(read(...words));
    expect(parsed.kind === 'print' && parsed.text).toContain('Usage: plugin-hostd');
  }
});

test.each(commands.filter(({ hidden }) => !hidden).map((command) => [command.name, command] as const))(
  'the help of %s has examples that parse and every exit status',
  (name, command) => {
    const parsed = expectOk(read(name, '--help'));
    const help = parsed.kind === 'print' ? parsed.text : '';
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) expect(help).toContain(example.command);
    for (const { status, codes } of exitStatuses(command)) {
      expect(help).toContain(`  ${status}  ${codes.join(', ')}`);
    }
  },
);
