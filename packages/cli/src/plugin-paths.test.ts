import { expect, test } from 'vitest';
import { absolutePaths } from './plugin-paths.js';

test('relative paths in a chain become absolute, and everything else stays', () => {
  const folder = '/home/me';
  expect(absolutePaths("./a.clap gain='3 dB' x=1 | ZamTube | b/c.clap#id | /d.clap", folder)).toBe(
    '"/home/me/a.clap" "gain"="3 dB" "x"=1 | "ZamTube" | "/home/me/b/c.clap#id" | "/d.clap"',
  );
  for (const same of ['ZamTube | omx-eq8  hpf=80', '/d.clap', '| nonsense ='])
    expect(absolutePaths(same, folder)).toBe(same);
});
