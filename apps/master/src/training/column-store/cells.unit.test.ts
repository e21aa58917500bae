import { expect, test } from 'vitest';
import type { JsonValue } from '../metrics/shared/metric-values.ts';
import { cellAt, columnOf, decodeColumn, encodeColumn } from './shared/block-encoding.ts';
import { cellTest } from './shared/cell-tests.ts';
import {
  type Cell,
  compareJson,
  compareTexts,
  configuredCell,
  experimentCells,
  jsonText,
  numberText,
  settingsOf,
} from './shared/cells.ts';
import { likePattern } from './shared/like-pattern.ts';
import packBlock from './shared/pack-block.ts';
import { joinColumn, joinEntries, looseRanks, ranksOf } from './shared/packed-scope.ts';
import { nearPart, selectPage } from './shared/select-page.ts';

test.each([
  [1e-7, '0.0000001'],
  [-1.25e-9, '-0.00000000125'],
  [1e21, '1000000000000000000000'],
  [1.5e300, `15${'0'.repeat(299)}`],
  [0.5, '0.5'],
  [-3, '-3'],
  [Number.NaN, 'NaN'],
  [-Infinity, '-Infinity'],
])('%d is written as the database writes it', (value, text) => expect(numberText(value)).toBe(text));

test('JSON is written and ordered as the database does it', () => {
  expect(jsonText({ bb: [1, null, 'ä"'], a: { y: true, x: 1e-7 } })).toBe(
    '{"a": {"x": 0.0000001, "y": true}, "bb": [1, null, "ä\\""]}',
  );
  const ordered: JsonValue[] = [
    null,
    'a',
    'b',
    -1,
    2,
    false,
    true,
    [1],
    [2],
    [0, 0],
    { a: 2 },
    { b: 1 },
    { a: 1, b: 1 },
  ];
  expect(ordered.toReversed().sort(compareJson)).toEqual(ordered);
});

test('texts are ordered by their bytes, also beyond what 16 bits hold', () => {
  const texts = ['', 'A', 'a', 'aa', 'é', '￿', '😀'];
  expect(texts.toReversed().sort(compareTexts)).toEqual(texts);
  const bytes = texts.map((text) => Buffer.from(text));
  expect(bytes.toSorted(Buffer.compare)).toEqual(bytes);
});

test.each([
  ['%a%', 'cab', true],
  ['%a_c%', 'xabcx', true],
  ['%a_c%', 'ac', false],
  ['%a%b%', 'ba', false],
  ['%100\\%%', '100%', true],
  ['%100\\%%', '1000', false],
  ['%\\_x%', 'a_x', true],
  ['%\\_x%', 'abx', false],
  ['%_%', '', false],
  ['%_%', '😀', true],
  ['a%b', 'ab', true],
  ['a%b', 'abc', false],
  ['ab', 'ab', true],
])('%s finds %s: %s', (pattern, text, found) => expect(likePattern(pattern)(text)).toBe(found));

const cells: Cell[] = [
  0.1,
  undefined,
  Number.NaN,
  -0,
  { text: 'fast' },
  Infinity,
  { json: null },
  { text: 'fast' },
  1e300,
];

test('a block gives back what it was made of', () => {
  for (const all of [cells, cells.filter((cell) => typeof cell === 'number'), [undefined, undefined], []]) {
    expect(decodeColumn(encodeColumn(all), all.length)).toEqual(columnOf(all));
  }
});

test('of what several blocks have the last one counts, and a block without the column has nothing', () => {
  const entries = joinEntries([
    { id: 4, ids: Int32Array.of(1, 3, 9) },
    { id: 7, ids: Int32Array.of(2, 3) },
  ]);
  expect([...entries.ids]).toEqual([1, 2, 3, 9]);
  const joined = joinColumn(entries, (block) => (block === 4 ? columnOf([10, 30, { text: 'x' }]) : null));
  expect([...(joined.codes ?? [])]).toEqual([0, 1, 1, 2]);
  expect([...joined.numbers]).toEqual([10, 0, 0, 0]);
});

test('cells that are not in a column are ranked between those that are', () => {
  const column = { ...columnOf([5, 1, undefined, 3]), orders: new Map() };
  expect([...ranksOf(column, 'as given').ranks]).toEqual([2, 0, Infinity, 1]);
  const loose = looseRanks(column, 'as given', [4, 3, undefined, 9, 0, 4, 4.5]);
  const [four, three, nothing, nine, zero, again, more] = loose;
  expect([three, nothing, again]).toEqual([1, Infinity, four]);
  const inOrder = [zero, 0, 1, four, more, 2, nine] as number[];
  expect(inOrder.toSorted((a, b) => a - b)).toEqual(inOrder);
  expect(new Set(inOrder).size).toBe(inOrder.length);
});

test.each([
  { rows: 1_000, kinds: 50 },
  { rows: 10_000, kinds: 50 },
  { rows: 10_000, kinds: 9_000 },
  { rows: 10_000, kinds: 1 },
])('a page of $rows rows of $kinds keys is what sorting all would give', ({ rows, kinds }) => {
  let state = 1;
  const keys = Float64Array.from({ length: rows }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 10 === 0 ? Infinity : (state % kinds) - kinds / 2;
  });
  const compare = (a: number, b: number) => {
    const [left, right] = [keys[a] as number, keys[b] as number];
    return left === right ? a - b : left < right ? -1 : 1;
  };
  const all = [...keys.keys()].sort(compare);
  for (const [from, to] of [
    [0, 20],
    [0.4 * rows, 0.48 * rows],
    [rows - 20, rows],
    [0, rows],
    [rows / 2, rows / 2],
    [rows - 1, rows],
  ] as const) {
    const { near, before } = nearPart(Uint32Array.from(keys.keys()), keys, from, to);
    expect([...selectPage(near, compare, from - before, to - before)]).toEqual(all.slice(from, to));
  }
});

test('what a configuration holds at a path: hyperparameters, maps of them, and nothing below them', () => {
  const space = {
    lr: { type: 'const', val: 0.5 },
    net: { depth: { type: 'int', minval: 1, maxval: 3 } },
    odd: { type: 'const', val: [1] },
  };
  const all = new Map([...experimentCells(space, null)].map(([{ path }, cell]) => [path.join('.'), cell]));
  expect([...all.keys()]).toEqual(['lr', 'net', 'net.depth', 'odd']);
  for (const [path, cell] of all) expect(configuredCell(space, path.split('.'))).toEqual(cell);
  expect(all.get('lr')).toBe(0.5);
  expect(configuredCell(space, ['lr', 'val'])).toBeUndefined();
  const holds = cellTest({ of: 'configured', ask: { is: 'number', operator: '>=', value: 3 } });
  expect(['lr', 'net', 'net.depth', 'odd'].map((path) => holds(all.get(path)))).toEqual([false, false, true, false]);
});

test('what a configuration says besides: leaves, a list as one, and no secret', () => {
  const config = {
    name: 'a',
    hyperparameters: { lr: 1 },
    resources: { slots_per_trial: 2, devices: [] },
    searcher: { name: 'single', metric: 'loss', max_length: null },
    data: { url: 'x', secrets: { token: 'mine' } },
  };
  expect(settingsOf(config)).not.toHaveProperty('name');
  const bytes = new TextEncoder().encode(JSON.stringify(config));
  const columns = packBlock({ of: 'experiment', things: [{ summaries: null, given: bytes }] });
  const cells = new Map(columns.map(({ name, data }) => [name, cellAt(decodeColumn(data, 1), 0)]));
  expect(cells.get('["configured","lr"]')).toEqual({ json: 1 });
  expect([...cells].filter(([name]) => name.startsWith('["setting"'))).toEqual([
    ['["setting","resources","slots_per_trial"]', 2],
    ['["setting","resources","devices"]', { json: [] }],
    ['["setting","searcher","name"]', { json: 'single' }],
    ['["setting","searcher","metric"]', { json: 'loss' }],
    ['["setting","data","url"]', { json: 'x' }],
    ['["setting","data","secrets","token"]', { json: expect.stringMatching(/^\*+$/) }],
  ]);
});
