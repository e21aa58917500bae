import { expect, test } from 'vitest';
import { changesOf } from './audit-words.ts';

test('only what is not as it was is told, what was added or taken away too', () => {
  expect(
    changesOf({ before: { name: 'a', admin: false, gone: 1 }, after: { name: 'b', admin: false, new: [2] } }),
  ).toEqual([
    { field: 'name', before: '"a"', after: '"b"' },
    { field: 'gone', before: '1', after: undefined },
    { field: 'new', before: undefined, after: '[2]' },
  ]);
});
