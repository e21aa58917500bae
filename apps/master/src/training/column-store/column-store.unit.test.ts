import { expect, test } from 'vitest';
import { encodeColumn } from './shared/block-encoding.ts';
import type { CellTest } from './shared/cell-tests.ts';
import { ColumnStore } from './shared/column-store.ts';
import { bytesOf, type GivenBlocks, onlyColumns, type PackedQuery } from './shared/packed-query.ts';

const none = new Int32Array();
const query: PackedQuery = {
  of: 'run',
  blocks: [1, 2],
  runBlocks: [],
  columns: [{ name: 'loss', ofRun: true }],
  gaps: { ids: none, since: new Float64Array() },
  hidden: none,
  loose: { ids: none, experiments: none, cells: [[]] },
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
  experiments: { runs: none, of: none },
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
  expect(ask({ loose: { ids: Int32Array.of(1, 5, 9), experiments: none, cells: [[0.7, 0.15, 0.2]] } })).toEqual([
    3, 5, 4, 9,
  ]);
  expect(ask({ hidden: Int32Array.of(4) })).toEqual([3, 1]);
  expect(ask({ within: Int32Array.of(1, 2) })).toEqual([1]);
});

test('a query that takes longer than it may is given up, and the next one answered', () => {
  const store = new ColumnStore();
  expect(store.page({ ...query, seconds: -1 }, given)).toEqual({ gaveUp: true });
  expect(idsIn(store.page(query))).toEqual([3, 4, 1]);
});

test('pages of many rows are those of the whole order, whichever way they are found', () => {
  const entries = 400;
  const ids = Array.from({ length: entries }, (_, at) => at + 1);
  // Few values, so that many rows are told apart by their ids alone; every ninth row has none.
  const lossOf = (id: number) => (id % 9 === 0 ? undefined : ((id * 7919) % 23) / 10);
  const loose = { ids: Int32Array.of(5, 401, 402, 403), experiments: none, cells: [[0.35, 1.1, undefined, -1]] };
  const values = new Map(ids.map((id) => [id, lossOf(id)]));
  for (const [at, id] of loose.ids.entries()) values.set(id, loose.cells[0]?.[at]);
  const store = new ColumnStore();
  const blocks = [1, 2];
  const halves = [ids.slice(0, 150), ids.slice(150)];
  const whole: GivenBlocks = {
    experiments: { runs: none, of: none },
    blocks: halves.map((half, at) => block(at + 1, half)),
    columns: halves.map((half, at) => ({ block: at + 1, name: 'loss', data: encodeColumn(half.map(lossOf)) })),
  };
  const hidden = Int32Array.from(ids.filter((id) => id % 13 === 0));
  for (const [descending, hides, offset, limit] of [false, true].flatMap((down) =>
    [none, hidden].flatMap((some) =>
      [0, 7, 40, 300, 380].flatMap((from) => [1, 10, 60].map((size) => [down, some, from, size] as const)),
    ),
  )) {
    const plan = { kind: 'all' } as const;
    const order: PackedQuery['order'] = [
      { by: 'column', column: 0, how: 'as metric', descending },
      { by: 'id', descending: true },
    ];
    const asked = { offset, limit };
    const answer = store.page({ ...query, blocks, plan, order, asked, loose, hidden: hides }, whole);
    const place = (id: number) => (values.get(id) ?? Infinity) * (descending && values.get(id) !== undefined ? -1 : 1);
    const expected = [...values.keys()]
      .filter((id) => !hides.includes(id))
      .sort((left, right) => (place(left) === place(right) ? right - left : place(left) - place(right)));
    expect(answer).toMatchObject({
      found: { ids: expected.slice(offset, offset + limit), pagination: { total: expected.length } },
    });
  }
});

test('what is joined once is answered from without its parts, which have no room any more', () => {
  const count = 1000;
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const data = encodeColumn(ids.map((id) => id / count));
  // Rows, their best runs' values and an order of these fit; what they were made of does not besides.
  const store = new ColumnStore(45 * count);
  const ofExperiments: PackedQuery = { ...query, of: 'experiment', blocks: [1], runBlocks: [2] };
  const whole: GivenBlocks = {
    experiments: { runs: none, of: none },
    blocks: [{ ...block(1, ids), best: bytesOf(Int32Array.from(ids)) }, block(2, ids)],
    columns: [{ block: 2, name: 'loss', data }],
  };
  expect(store.page(ofExperiments)).toMatchObject({ missing: { blocks: [1, 2] } });
  const first = ids.slice(0, 10);
  expect(idsIn(store.page(ofExperiments, whole))).toEqual(first);
  expect(idsIn(store.page(ofExperiments))).toEqual(first);
  // The same of runs is other rows.
  const ofRuns: PackedQuery = { ...query, blocks: [2] };
  expect(store.page(ofRuns)).toMatchObject({ missing: { blocks: [2] } });
  expect(idsIn(store.page(ofRuns, whole))).toEqual(first);
});

test('how columns go with a metric, over what is found in blocks and loose rows alike', () => {
  const store = new ColumnStore();
  const text = (value: string) => ({ json: value });
  const columns = ['loss', 'lr', 'optimizer', 'rare'].map((name) => ({ name, ofRun: true }));
  const asked: PackedQuery = {
    ...query,
    columns,
    // 3 has changed since, 9 is new.
    loose: {
      ids: Int32Array.of(3, 9),
      experiments: none,
      cells: [
        [0.3, 0.9],
        [3, 9],
        [text('sgd'), text('adam')],
        [undefined, 1],
      ],
    },
    plan: { kind: 'all' },
    order: [],
  };
  const parts: GivenBlocks = {
    experiments: { runs: none, of: none },
    blocks: [block(1, [1, 2, 3, 4]), block(2, [5, 6, 7, 8])],
    columns: [
      { block: 1, name: 'loss', data: encodeColumn([0.1, 0.2, 77, 0.4]) },
      { block: 2, name: 'loss', data: encodeColumn([0.5, 0.6, 0.7, 0.8]) },
      { block: 1, name: 'lr', data: encodeColumn([1, 2, -77, 4]) },
      { block: 2, name: 'lr', data: encodeColumn([5, 6, 7, 8]) },
      { block: 1, name: 'optimizer', data: encodeColumn(['sgd', 'sgd', 'x', 'sgd'].map(text)) },
      { block: 2, name: 'optimizer', data: encodeColumn(['adam', 'adam', 'adam', 'adam'].map(text)) },
      { block: 1, name: 'rare', data: null },
      { block: 2, name: 'rare', data: encodeColumn([1, 2, 3, 4]) },
    ],
  };
  const moves = (change: Partial<PackedQuery> = {}, given?: GivenBlocks) => {
    const answer = store.moves({ ...asked, ...change }, 4, null, given);
    return 'found' in answer ? answer.found : answer;
  };
  // Sgd has the first four ranks, adam the other five: within 5 + 10 of 60.
  const words = { by: 'eta2', value: expect.closeTo(1 - (15 / 60) * (8 / 7), 12), n: 9 };
  expect(moves({}, parts)).toEqual({ rows: 9, moves: [{ by: 'spearman', value: 1, n: 9 }, words, null] });
  // Hidden, or not of the metric's finite ones.
  expect(moves({ hidden: Int32Array.of(1) })).toMatchObject({ rows: 8, moves: [{ value: 1, n: 8 }, { n: 8 }, null] });
  const cells = [[Number.NaN, 0.9], ...asked.loose.cells.slice(1)];
  expect(moves({ loose: { ...asked.loose, cells } })).toMatchObject({ rows: 9, moves: [{ n: 8 }, { n: 8 }, null] });
  const filtered = {
    kind: 'column',
    column: 0,
    test: { of: 'metric', ask: { is: 'number', operator: '<', value: 0.5 } },
  };
  expect(moves({ plan: filtered as PackedQuery['plan'] })).toEqual({ rows: 4, moves: [null, null, null] });
  expect(moves({ seconds: -1 })).toEqual({ gaveUp: true });
});

/** Eight runs in a block, a ninth that is loose. */
const nineRuns = (experiments: number[]) => ({
  query: {
    ...query,
    blocks: [1],
    loose: { ids: Int32Array.of(9), experiments: Int32Array.from(experiments.slice(8)), cells: [[0.9]] },
    plan: { kind: 'all' } as const,
    order: [],
  } satisfies PackedQuery,
  given: {
    // That of the ninth is older than what is loose of it.
    experiments: {
      runs: Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
      of: Int32Array.from([...experiments.slice(0, 8), 0]),
    },
    blocks: [block(1, [1, 2, 3, 4, 5, 6, 7, 8])],
    columns: [{ block: 1, name: 'loss', data: encodeColumn([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) }],
  } satisfies GivenBlocks,
});

test('how what experiments configure goes with a metric of their runs, wherever either stands', () => {
  // 21 changed after it was packed and is loose, 22 changed and is not there any more, 23 is new.
  const experiments: PackedQuery = {
    ...query,
    of: 'experiment',
    blocks: [7],
    columns: [{ name: 'restarts', ofRun: false }],
    gaps: { ids: Int32Array.of(21, 22), since: Float64Array.of(8, 8) },
    loose: { ids: Int32Array.of(21, 23), experiments: none, cells: [[2, { json: 'many' }]] },
    plan: { kind: 'all' },
    order: [],
  };
  const moves = (of: number[]) => {
    const store = new ColumnStore();
    const runs = nineRuns(of);
    const both: GivenBlocks = {
      ...runs.given,
      blocks: [...runs.given.blocks, { ...block(7, [20, 21, 22]), best: bytesOf(Int32Array.of(1, 4, 7)) }],
      columns: [...runs.given.columns, { block: 7, name: 'restarts', data: encodeColumn([1, 77, 77]) }],
    };
    expect(store.moves(runs.query, 1, experiments)).toEqual({
      missing: { blocks: [1, 7], columns: both.columns.map(({ name, block: id }) => ({ name, blocks: [id] })) },
    });
    const answer = store.moves(runs.query, 1, experiments, both);
    return 'found' in answer ? answer.found : answer;
  };
  // Ranks 1 to 5 share the place 3, 6 to 9 the place 7.5: of 60 and 45 they have 45.
  const numbers = { by: 'spearman', value: expect.closeTo(45 / Math.sqrt(60 * 45), 12), n: 9 };
  expect(moves([20, 20, 20, 20, 20, 21, 21, 21, 21])).toEqual({ rows: 9, moves: [numbers] });
  expect(moves([20, 20, 20, 20, 22, 21, 21, 21, 21])).toMatchObject({ rows: 9, moves: [{ by: 'spearman', n: 8 }] });
  expect(moves([20, 20, 20, 20, 20, 23, 23, 23, 23])).toMatchObject({ rows: 9, moves: [{ by: 'eta2', n: 9 }] });
  // One that the caller may not see.
  expect(moves([20, 20, 20, 20, 99, 99, 21, 21, 21])).toEqual({ rows: 9, moves: [null] });
});

test('what is asked of experiments holds for all of their runs', () => {
  const store = new ColumnStore();
  const runs = nineRuns([20, 20, 21, 21, 21, 22, 22, 30, 22]);
  const plan = { kind: 'set', set: 0 } as const;
  const found = (...ids: number[]) =>
    idsIn(store.page({ ...runs.query, plan, sets: [{ of: 'experiment', ids: Int32Array.from(ids) }] }, runs.given));
  expect(found(22, 20)).toEqual([1, 2, 6, 7, 9]);
  expect(found(21, 99, 5)).toEqual([3, 4, 5]);
  expect(found(30)).toEqual([8]);
  expect(found()).toEqual([]);
  const own = { of: 'row', ids: Int32Array.of(9, 2, 50) } as const;
  expect(idsIn(store.page({ ...runs.query, plan, sets: [own] }))).toEqual([2, 9]);
});

test('a query is kept to the columns that are asked for and that its plan names', () => {
  const test: CellTest = { of: 'metric', ask: { is: 'not empty', text: false } };
  const plan: PackedQuery['plan'] = {
    kind: 'and',
    parts: [
      { kind: 'column', column: 3, test },
      { kind: 'set', set: 0 },
      { kind: 'column', column: 1, test },
    ],
  };
  const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name, ofRun: true }));
  const loose = { ids: Int32Array.of(1), experiments: none, cells: [[1], [2], [3], [4]] };
  expect(onlyColumns({ ...query, columns, loose, plan }, [0, 3])).toMatchObject({
    columns: [{ name: 'a' }, { name: 'd' }, { name: 'b' }],
    loose: { cells: [[1], [4], [2]] },
    plan: { parts: [{ column: 1 }, { set: 0 }, { column: 2 }] },
  });
});
