import { expect, test } from 'vitest';
import { namesOfKilled } from './registry.js';

/** A registry of 24 bytes of head and entries of 264 bytes, as jackd2 1.9.21 writes it. */
function registryOf(...entries: readonly [pid: number, name: string][]): Buffer {
  const registry = Buffer.alloc(24 + 8 * 264);
  entries.forEach(([pid, name], index) => {
    registry.writeInt32LE(pid, 24 + index * 264);
    registry.write(name, 24 + index * 264 + 4, 'latin1');
  });
  return registry;
}

test('only our own servers that are gone give their names', () => {
  const registry = registryOf(
    [101, 'jack-0:plugin-hostd-101-1:'],
    [102, 'jack-0:plugin-hostd-102-1:'],
    [103, 'jack-0:default:'],
    [104, 'jack-1000:plugin-hostd-104-2:'],
  );
  expect(namesOfKilled(registry, 'plugin-hostd-', (pid) => pid === 102)).toEqual([
    'plugin-hostd-101-1',
    'plugin-hostd-104-2',
  ]);
});

test('bytes that are no registry give none', () => {
  expect(namesOfKilled(Buffer.from('x'), '', () => false)).toEqual([]);
});
