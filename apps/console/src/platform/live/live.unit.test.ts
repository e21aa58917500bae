import { expect, test } from 'vitest';
import { readHints } from './live.ts';

test('hints are read from a frame', () => {
  const frame = { changed: [{ entity: 'experiment', of: { experiment: 12 } }, { entity: 'workspace' }] };
  expect(readHints(JSON.stringify(frame))).toEqual(frame.changed);
});

test.each(['', 'nonsense', 'null', '[]', '{"changed":{}}', '{"changed":[null,{"id":1},7]}'])(
  '%j says nothing',
  (text) => {
    expect(readHints(text)).toEqual([]);
  },
);
