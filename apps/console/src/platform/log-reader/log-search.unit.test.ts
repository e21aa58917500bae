import { expect, test } from 'vitest';
import { noFilter } from '#ui/log-viewer/log-filter.ts';
import { chunkBytes, gatherText } from './gather-text.ts';
import { filterOf, logSearch, searchOf } from './log-search.ts';

test('what is asked of a log goes into the address and comes out of it as it was', () => {
  const filter = {
    text: '50 %',
    regex: true,
    all: true,
    since: '2026-01-02T03:04:05.000Z',
    until: undefined,
    choices: { level: ['ERROR', 'CRITICAL'], agent: ['a,b', 'c%'], container: [], rank: ['-1', '0'], source: [] },
  };
  const search = searchOf(filter);
  expect(search).toMatchObject({ q: '50 %', level: 'ERROR,CRITICAL', agent: 'a%2Cb,c%25', rank: '-1,0' });
  expect(filterOf(logSearch(search))).toEqual(filter);
  expect(Object.values(searchOf(noFilter)).filter((value) => value !== undefined)).toEqual([]);
  expect(filterOf(logSearch({ since: 'noon', agent: '%', regex: 'yes' }))).toMatchObject({
    since: undefined,
    regex: false,
    choices: { agent: ['%'] },
  });
});

test('a log is gathered in parts of 128 MiB, each line with its newline, until it is given up', async () => {
  expect(chunkBytes).toBe(134_217_728);
  async function* lines() {
    for (let i = 0; i < 10; i++) yield { message: i % 2 === 0 ? `line ${i}\n` : `line ${i}` };
  }
  const parts = (await gatherText(lines(), () => false, 20)) ?? [];
  expect(parts.map(({ size }) => size)).toEqual([21, 21, 21, 7]);
  expect(await new Blob(parts).text()).toBe(Array.from({ length: 10 }, (_, i) => `line ${i}\n`).join(''));
  let looks = 0;
  expect(await gatherText(lines(), () => ++looks > 3)).toBeUndefined();
});
