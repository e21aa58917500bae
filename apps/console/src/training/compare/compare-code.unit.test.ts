import { expect, test } from 'vitest';
import { diffTexts, fileVersions, lineCounts, linesOf, versionName } from './details/code/file-versions.ts';
import type { Comparison } from './shared/compared.ts';

// Only what versions are made of.
const records = [7, 8, 9, 10, 11].map((id) => ({ id, experimentId: id * 10 })) as Comparison['records'];

test('versions of a file: what most have is first, then as the records stand; none is one, too', () => {
  const versions = fileVersions({ values: ['bbbbbb', 'aaaaaa', null, 'aaaaaa', 'cccccc'] }, records);
  expect(versions).toEqual([
    { hash: 'aaaaaa', ids: [8, 10], experimentId: 80 },
    { hash: 'bbbbbb', ids: [7], experimentId: 70 },
    { hash: null, ids: [9], experimentId: 90 },
    { hash: 'cccccc', ids: [11], experimentId: 110 },
  ]);
  expect(versions.map(versionName)).toEqual(['aaaa · 8, 10', 'bbbb · 7', 'no such file · 9', 'cccc · 11']);
  const [all] = fileVersions({ values: ['aaaaaa', 'aaaaaa', 'aaaaaa', 'aaaaaa', 'aaaaaa'] }, records);
  expect(all && versionName(all)).toBe('aaaa · 7, 8, 9 and 2 more');
});

test('lines that came and went; numbers in them make a difference, and a last line’s end is no line', () => {
  const counts = (left: string, right: string) => lineCounts(diffTexts(left, right));
  expect(counts('a\nb\nc\n', 'a\nc\nd\ne\n')).toEqual({ added: 2, removed: 1 });
  expect(counts('lr = 1\n', 'lr = 2\n')).toEqual({ added: 1, removed: 1 });
  expect(counts('', 'a\n\nb')).toEqual({ added: 3, removed: 0 });
  expect(counts('a\n', 'a')).toEqual({ added: 0, removed: 0 });
  expect([linesOf(''), linesOf('\n'), linesOf('a\n\n')]).toEqual([[], [''], ['a', '']]);
});
