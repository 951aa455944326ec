import { expect, test } from 'vitest';
import { Scope } from './scope.js';

test('undoes in reverse order, past what throws, and once', async () => {
  const scope = new Scope();
  const undone: string[] = [];
  scope.defer(() => undone.push('first'));
  scope.defer(() => {
    throw new Error('gone already');
  });
  scope.defer(async () => {
    await Promise.resolve();
    undone.push('last');
  });
  await scope.close();
  await scope.close();
  expect(undone).toEqual(['last', 'first']);
});

test('what is done after the end is undone at once, and waited for', async () => {
  const scope = new Scope();
  let undone = false;
  await scope.close();
  scope.defer(async () => {
    await Promise.resolve();
    undone = true;
  });
  await scope.close();
  expect(undone).toBe(true);
});
