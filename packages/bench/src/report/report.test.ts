import { expect, test } from 'vitest';
import { atMost } from '../bar.js';
import { type BenchRecord, markdownReport } from './report.js';
import { figure, markdownTable } from './table.js';

test('figures keep about four digits', () => {
  expect(figure(1.04321)).toBe('1.043');
  expect(figure(0.18)).toBe('0.1800');
  expect(figure(12345.6)).toBe('12346');
  expect(figure(0)).toBe('0.000');
  expect(figure(Number.NaN)).toBe('-');
});

test('a table lines up and escapes what would break it', () => {
  const table = { title: '', columns: ['a', 'bar'], rows: [['x|y', '1']] };
  expect(markdownTable(table)).toBe('| a    | bar |\n|------|-----|\n| x\\|y | 1   |');
});

test('a bar holds up to its limit, and not when nothing was measured', () => {
  expect(atMost('n', 1.05, '', 1.05).holds).toBe(true);
  expect(atMost('n', 1.0501, '', 1.05).holds).toBe(false);
  expect(atMost('n', Number.NaN, '', 1.05).holds).toBe(false);
});

test('a report says what was run, where, and which bars do not hold', () => {
  const record: BenchRecord = {
    bench: 'overhead',
    quick: true,
    seed: 1,
    startedAt: '2026-01-02T03:04:05Z',
    seconds: 40,
    machine: {
      processor: 'P',
      processors: 2,
      memoryBytes: 8e9,
      kernel: '6',
      governor: null,
      commit: 'abc',
      node: 'v20',
      versions: {},
    },
    bars: [atMost('cycle time over floor', 1.2, '', 1.05)],
    tables: [],
    notes: ['noisy'],
    samples: {},
  };
  const text = markdownReport(record);
  expect(text).toContain('# bench overhead --quick');
  expect(text).toMatch(/cycle time over floor +\| 1\.200 \| 1\.050 \| +\| NO/);
  expect(text).toContain('governor unknown, commit abc');
  expect(text).toContain('- noisy');
});
