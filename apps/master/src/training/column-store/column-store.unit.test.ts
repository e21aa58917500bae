import { expect, test } from 'vitest';
import { encodeColumn } from './shared/block-encoding.ts';
import { ColumnStore } from './shared/column-store.ts';
import { bytesOf, type GivenBlocks, type PackedQuery } from './shared/packed-query.ts';

const none = new Int32Array();
const query: PackedQuery = {
  of: 'run',
  blocks: [1, 2],
  runBlocks: [],
  columns: [{ name: 'loss', ofRun: true }],
  gaps: { ids: none, since: new Float64Array() },
  hidden: none,
  loose: { ids: none, cells: [[]] },
  plan: { kind: 'column', column: 0, test: { of: 'metric', ask: { is: 'number', operator: '<', value: 0.5 } } },
  sets: [],
  within: null,
  order: [
    { by: 'column', column: 0, how: 'as metric', descending: false },
    { by: 'id', descending: false },
  ],
  asked: { offset: 0, limit: 10 },
  seconds: 60,
};
const block = (id: number, ids: number[]) => ({ id, ids: bytesOf(Int32Array.from(ids)), best: null });
const given: GivenBlocks = {
  blocks: [block(1, [1, 2, 3]), block(2, [4, 5])],
  columns: [
    { block: 1, name: 'loss', data: encodeColumn([0.4, 0.6, 0.1]) },
    { block: 2, name: 'loss', data: encodeColumn([0.2, undefined]) },
  ],
};
const idsIn = (answer: ReturnType<ColumnStore['page']>) => ('found' in answer ? answer.found.ids : answer);

test('the store says what it lacks, is given it once, and then answers', () => {
  const store = new ColumnStore();
  expect(store.page(query)).toEqual({ missing: { blocks: [1, 2], columns: [{ name: 'loss', blocks: [1, 2] }] } });
  expect(idsIn(store.page(query, given))).toEqual([3, 4, 1]);
  expect(idsIn(store.page(query))).toEqual([3, 4, 1]);
  const other = { ...query, columns: [{ name: 'accuracy', ofRun: true }] };
  expect(store.page(other)).toEqual({ missing: { blocks: [], columns: [{ name: 'accuracy', blocks: [1, 2] }] } });
});

test('gaps, loose and hidden rows stand before what blocks say', () => {
  const store = new ColumnStore();
  store.page(query, given);
  const ask = (change: Partial<PackedQuery>) => idsIn(store.page({ ...query, ...change }));
  // A gap before the block was made says nothing of it.
  expect(ask({ gaps: { ids: Int32Array.of(3, 4), since: Float64Array.of(2, 1) } })).toEqual([4, 1]);
  expect(ask({ loose: { ids: Int32Array.of(1, 5, 9), cells: [[0.7, 0.15, 0.2]] } })).toEqual([3, 5, 4, 9]);
  expect(ask({ hidden: Int32Array.of(4) })).toEqual([3, 1]);
  expect(ask({ within: Int32Array.of(1, 2) })).toEqual([1]);
});

test('a query that takes longer than it may is given up, and the next one answered', () => {
  const store = new ColumnStore();
  expect(store.page({ ...query, seconds: -1 }, given)).toEqual({ gaveUp: true });
  expect(idsIn(store.page(query))).toEqual([3, 4, 1]);
});
