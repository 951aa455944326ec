import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { aptFraction, ninjaFraction, Progress } from './progress.mjs';

describe('the fraction of the work', () => {
  it('is read from ninja', () => {
    expect(ninjaFraction('[12/48] Building CXX object a.o')).toBe(0.25);
    expect(ninjaFraction('a.cpp:3: warning: [1/2]')).toBeUndefined();
  });

  it('is read from apt: downloading is the first half', () => {
    expect(aptFraction('dlstatus:1:50.0:Retrieving file 1 of 2')).toBe(0.25);
    expect(aptFraction('pmstatus:jackd2:20.0000:Unpacking jackd2')).toBeCloseTo(0.6);
    expect(aptFraction('pmstatus:libc6:amd64:100:Installed')).toBe(1);
    expect(aptFraction('Setting up jackd2 ...')).toBeUndefined();
  });
});

describe('Progress', () => {
  /** @param {boolean} terminal */
  function record(terminal) {
    const stream = new PassThrough();
    /** @type {string[]} */
    const written = [];
    stream.on('data', (data) => written.push(String(data)));
    const progress = new Progress(
      /** @type {any} */ (Object.assign(stream, { isTTY: terminal, columns: 80 })),
    );
    return { progress, text: () => written.join('') };
  }

  it('prints few plain lines without a terminal', () => {
    const { progress, text } = record(false);
    progress.begin('Building');
    for (let i = 0; i <= 100; i++) progress.update(i / 100);
    progress.done();
    const lines = text().trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toBe('Building …  20 %');
    expect(text()).not.toContain('\x1b');
  });

  it('rewrites one line on a terminal', () => {
    const { progress, text } = record(true);
    progress.begin('Building');
    progress.update(0.5);
    progress.done();
    expect(text().split('\n')).toHaveLength(2);
    expect(text()).toContain('\r\x1b[KBuilding …  50 %');
  });
});
