import { describe, expect, it } from 'vitest';
import {
  checkCounts,
  closingLine,
  ctestCounts,
  noCounts,
  skippedCounts,
  sum,
  vitestCounts,
} from './counts.mjs';
import { chooseParts } from './parts.mjs';

const passed = { status: 'passed', fullName: 'a' };
const failed = { status: 'failed', fullName: 'b' };
const pending = { status: 'pending', fullName: 'c' };

/** @param {object[]} testResults */
const report = (...testResults) => JSON.stringify({ testResults });

describe('counts of vitest', () => {
  it('are read from its report', () => {
    const text = report({ name: 'x', status: 'failed', assertionResults: [passed, passed, failed, pending] });
    expect(vitestCounts(text, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      notes: ['FAILED b', 'skipped c'],
    });
  });

  it('count a file that did not load', () => {
    const text = report({ name: 'x', status: 'failed', message: 'no such module', assertionResults: [] });
    expect(vitestCounts(text, 1)).toMatchObject({ failed: 1, notes: ['FAILED x: no such module'] });
  });

  it('count a run that failed outside its tests, or wrote nothing', () => {
    const text = report({ name: 'x', status: 'passed', assertionResults: [passed] });
    expect(vitestCounts(text, 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(vitestCounts('', 137)).toMatchObject({ passed: 0, failed: 1 });
  });
});

/** @param {string} name @param {string} status @param {string} body */
const testcase = (name, status, body) =>
  `<testcase name="${name}" time="1" status="${status}">${body}</testcase>`;

describe('counts of ctest', () => {
  it('are read from its report', () => {
    const text = [
      testcase('ring', 'run', '<system-out>ok</system-out>'),
      testcase('mix', 'fail', '<failure message=""/>'),
      testcase('simd', 'notrun', '<skipped message="SKIP_RETURN_CODE=77"/>'),
      testcase('gone', 'notrun', '<skipped message="Unable to find executable"/>'),
      testcase('off', 'disabled', ''),
    ].join('\n');
    expect(ctestCounts(text, 8)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      notes: ['FAILED mix', 'skipped simd', 'FAILED gone', 'skipped off'],
    });
  });

  it('count a run without any test', () => {
    expect(ctestCounts('<testsuite tests="0"></testsuite>', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(ctestCounts('', 1)).toMatchObject({ failed: 1 });
  });
});

describe('the closing line', () => {
  it('adds up all parts', () => {
    const all = [
      checkCounts('a', []),
      checkCounts('b', ['wrong']),
      skippedCounts('c', 'no compiler'),
      noCounts(),
    ];
    expect(closingLine(sum(all))).toBe('1 passed, 1 failed, 1 skipped');
  });
});

describe('choosing parts', () => {
  it('takes all or those that are named', () => {
    expect(chooseParts([]).length).toBeGreaterThan(5);
    expect(chooseParts(['--only', 'e2e']).map((part) => part.name)).toEqual(['e2e']);
    expect(chooseParts(['--only', 'unit,checks']).map((part) => part.name)).toEqual(['checks', 'unit']);
  });

  it('explains itself otherwise', () => {
    expect(() => chooseParts(['--only', 'nothing'])).toThrow(/^usage: npm test/);
    expect(() => chooseParts(['--all'])).toThrow(/^usage: npm test/);
  });
});
