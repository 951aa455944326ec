import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { effects, meter, stereoWithSideChain } from '../index.js';
import { catalogueJson } from './catalogue.js';
import { lv2Bundle, lv2Uri } from './turtle.js';

/** What lv2_validate says of a bundle. */
function validate(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'omx-lv2-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const paths = Object.keys(files).map((name) => join(folder, name));
    const { status, stdout, stderr } = spawnSync('lv2_validate', paths, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [first] = effects;
if (!first) throw new Error('no effects');

/** An effect that has everything that a declaration can have. */
const everything = {
  ...first,
  name: 'omx-everything',
  ports: stereoWithSideChain,
  meters: [
    meter({ name: 'Reduction', unit: 'db', min: -60, max: 0, summary: 'a "quoted" word \\ and é.' }),
    meter({ name: 'Beats', unit: 'beats', min: 0, max: 4, summary: '' }),
  ],
  presets: [{ name: 'Vocal "close"', values: {} }],
  usesTempo: true,
  hasLatency: true,
};

test('the bundle of all effects is valid LV2', () => {
  expect(validate(lv2Bundle(effects))).toMatchObject({ status: 0 });
});

test('so is one with all that a declaration can say', () => {
  const { status, output } = validate(lv2Bundle([everything]));
  expect(output).toContain('Found 0 errors');
  expect(status).toBe(0);
});

test('the validator is no rubber stamp', () => {
  const files = lv2Bundle([everything]);
  const broken = Object.entries(files).map(([name, text]) => [
    name,
    text.replace('lv2:symbol "mix"', 'lv2:symbol 7'),
  ]);
  expect(validate(Object.fromEntries(broken)).output).not.toContain('Found 0 errors');
});

test('saved sessions load: URIs never change', () => {
  for (const effect of effects) {
    expect(lv2Uri(effect)).toBe(`urn:plugin-hostd:${effect.name}`);
    expect(lv2Uri(effect, 1)).toBe(`urn:plugin-hostd:${effect.name}:mono`);
  }
});

test('the catalogue holds every effect with its parameters', () => {
  const { effects: read } = JSON.parse(catalogueJson(effects));
  expect(read.map((e: { name: string }) => e.name)).toEqual(effects.map((e) => e.name));
  expect(read[0].params).toEqual(first.params);
});
