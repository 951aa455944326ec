import { expect, test } from 'vitest';
import { wayText } from './way.js';

test('the way of a plugin: what it is and why, and what there is to say besides', () => {
  const way = {
    way: 'adapter',
    uri: 'lv2:urn:a',
    name: 'A',
    reason: 'Its bundle asks for nothing that is not offered.',
    path: '/lib/lv2/a.lv2',
    twins: [],
    requires: ['urn:x', 'urn:y'],
  } as const;
  expect(wayText(way)).toBe(
    [
      'A (lv2:urn:a) runs as an LV2 plugin through the adapter',
      '  why    Its bundle asks for nothing that is not offered.',
      '  from   /lib/lv2/a.lv2',
      '  needs  urn:x urn:y',
    ].join('\n'),
  );
  expect(wayText({ ...way, way: 'refused' })).toContain('A (lv2:urn:a) does not run');
});
