import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refuseNode } from './node-version.mjs';

describe('refuseNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '26.1.0'])('accepts %s', (version) => {
    expect(refuseNode(version)).toBe('');
  });

  it.each(['12.22.9', '18.20.4', '20.18.9'])('refuses %s with the next step', (version) => {
    const refusal = refuseNode(version);
    expect(refusal).toContain(`this is Node ${version}`);
    expect(refusal).toContain('https://nodejs.org');
  });

  it.each(['setup', 'start', 'test'])('is asked before tools/%s.mjs loads anything else', (name) => {
    const text = readFileSync(new URL(`../${name}.mjs`, import.meta.url), 'utf8');
    expect(text.match(/^import .*$/gm)).toEqual(["import { refuseNode } from './setup/node-version.mjs';"]);
  });
});
