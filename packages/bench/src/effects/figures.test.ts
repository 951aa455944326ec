import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { effectsBars } from './effects-report.js';
import { caseFigures } from './figures.js';
import type { SubjectSample } from './measure-case.js';
import type { Role } from './subject.js';

function sample(role: Role, name: string, ns: readonly number[], away = 0): SubjectSample {
  return {
    subject: { role, name, load: '', settings: {} },
    change: { levelDb: 0, differenceDb: 0 },
    windows: ns.map((each) => [each, away]),
    memory: null,
  };
}

const figuresOf = (subjects: readonly SubjectSample[]) =>
  caseFigures({ subjects, absent: [] }, seededRandom(1));

// The machine slows down threefold from round to round.
const slower = (ns: number) => [ns, 2 * ns, 3 * ns];
const subjects = [
  sample('effect', 'ours', slower(90)),
  sample('clap', 'ours in a plugin', slower(100)),
  sample('twin', 'plain', slower(270)),
  sample('other', 'slow', slower(400)),
  sample('other', 'fast', slower(125)),
  sample('apart', 'fastest, but does less', slower(10)),
];

test('ratios are those of each round, so that what slows a round cancels', () => {
  const figures = figuresOf(subjects);
  expect(figures.twinTimes).toMatchObject({ median: 3, low: 3, high: 3, count: 3 }); // 270 / 90
  expect(figures.oursOverFastest.median).toBeCloseTo(0.8, 12); // 100 / 125
  expect(figures.subjects[3]?.overOurs.median).toBeCloseTo(4, 12);
});

test('what does less is never the one that is compared', () => {
  expect(figuresOf(subjects).fastest?.sample.subject.name).toBe('fast');
  expect(figuresOf(subjects.slice(0, 3)).fastest).toBeNull();
});

test('a ratio to something that is not there is no number', () => {
  const figures = figuresOf(subjects.slice(0, 2));
  expect(figures.twinTimes.median).toBeNaN();
  expect(figures.oursOverFastest.median).toBeNaN();
});

test('windows that others had a part of are counted', () => {
  const windows = [sample('clap', 'ours', [1, 1, 1]), sample('other', 'theirs', [1], 0.06)];
  expect(figuresOf(windows).disturbed).toBe(0.25);
});

test('the bars ask for a faster twin and for no slower others', () => {
  const effectCase = { name: 'comp', effect: 'omx-comp', settings: {}, twinTimes: 2.5, others: [] };
  const bars = (all: readonly SubjectSample[]) =>
    effectsBars([{ effectCase, samples: { subjects: all, absent: [] }, figures: figuresOf(all) }]);
  expect(bars(subjects)).toMatchObject([
    { value: 3, limit: 2.5, holds: true },
    { limit: 1, holds: true },
  ]);
  const beaten = [...subjects, sample('other', 'faster', slower(50))];
  expect(bars(beaten)[1]).toMatchObject({ value: 2, limit: 1, holds: false });
  expect(bars([]).map(({ holds }) => holds)).toEqual([false, false]);
});
