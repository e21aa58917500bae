import { describe, expect, test } from 'vitest';
import { MersenneTwister } from './mersenne-twister.ts';
import type { CreateOperation, EarlyExitReason, SearcherEvent, SearcherOperation } from './search-method.ts';
import { createSearcher, restoreSearcher, type Searcher } from './searcher.ts';
import { isSearcherName, type SearcherConfig } from './searcher-registry.ts';

const hyperparameters = {
  lr: { type: 'log', minval: -4, maxval: -1, base: 10, count: 4 },
  layers: { type: 'int', minval: 1, maxval: 8, count: 3 },
  net: { kind: { type: 'categorical', vals: ['a', 'b'] }, width: 64 },
};
const gridSize = 24;
const reasons: EarlyExitReason[] = ['ERRORED', 'USER_CANCELED', 'INVALID_HP', 'INIT_INVALID_HP', 'USER_REQUESTED_STOP'];

interface Run {
  creates: CreateOperation[];
  operations: SearcherOperation[];
  mostAtOnce: number;
  invalid: number;
}

/** A cluster that ends its trials in any order and manner, and says some things twice; bounded by its number of events. */
function run(config: SearcherConfig, seed: number, renew: (searcher: Searcher) => Searcher): Run {
  const chance = new MersenneTwister({ seed: seed + 1000, drawn: 0 });
  const live: string[] = [];
  const gone: string[] = [];
  const result: Run = { creates: [], operations: [], mostAtOnce: 0, invalid: 0 };
  let searcher = createSearcher(config, hyperparameters, seed);
  const tell = (event: SearcherEvent) => {
    searcher = renew(searcher);
    const operations = searcher.handle(event);
    for (const operation of operations) {
      result.operations.push(operation);
      if (operation.kind !== 'create') continue;
      result.creates.push(operation);
      live.push(operation.requestId);
    }
    result.mostAtOnce = Math.max(result.mostAtOnce, live.length);
    expect(searcher.progress()).toBeGreaterThanOrEqual(0);
    expect(searcher.progress()).toBeLessThanOrEqual(1);
    return operations;
  };
  tell({ kind: 'initial' });
  for (let events = 0; live.length > 0; events += 1) {
    expect(events).toBeLessThan(2000);
    const requestId = live[chance.below(live.length)] ?? 'none';
    const what = chance.below(4);
    if (what === 0) tell({ kind: 'progress', requestId, progress: chance.unit() });
    else if (what === 1) tell({ kind: 'validation', requestId, metrics: { loss: chance.unit() } });
    else {
      if (what === 2) {
        const reason = reasons[chance.below(reasons.length)] ?? 'ERRORED';
        if (reason === 'INVALID_HP' || reason === 'INIT_INVALID_HP') result.invalid += 1;
        tell({ kind: 'exited_early', requestId, reason });
        expect(tell({ kind: 'exited_early', requestId, reason: 'ERRORED' })).toEqual([]);
      }
      live.splice(live.indexOf(requestId), 1);
      gone.push(requestId);
      tell({ kind: 'exited', requestId });
      expect(tell({ kind: 'exited', requestId: gone[chance.below(gone.length)] ?? 'none' })).toEqual([]);
    }
  }
  return result;
}

const same = (searcher: Searcher) => searcher;
/** As the database keeps it: text, with the keys of every object in another order. */
const stored = (searcher: Searcher) => restoreSearcher(JSON.parse(JSON.stringify(reordered(searcher.snapshot()))));

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reordered(member)]),
  );
}

const configs: SearcherConfig[] = [
  { name: 'single' },
  { name: 'random', max_trials: 30, max_concurrent_trials: 4 },
  { name: 'random', max_trials: 10, max_concurrent_trials: 0 },
  { name: 'random', max_trials: 40 },
  { name: 'grid', max_concurrent_trials: 5 },
  { name: 'grid', max_concurrent_trials: null },
];
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

describe.each(configs)('$name $max_trials, $max_concurrent_trials at once', (config) => {
  test.each(seeds)('runs to its end and shuts down exactly once, last (seed %i)', (seed) => {
    const { operations, creates, mostAtOnce, invalid } = run(config, seed, same);
    expect(operations.filter(({ kind }) => kind === 'shutdown')).toHaveLength(1);
    expect(operations.at(-1)?.kind).toBe('shutdown');
    expect(new Set(creates.map(({ requestId }) => requestId)).size).toBe(creates.length);
    const limit = config.name === 'single' ? 1 : (config.max_concurrent_trials ?? 16) || Number.POSITIVE_INFINITY;
    expect(mostAtOnce).toBeLessThanOrEqual(limit);
    const expected = { single: 1, random: config.name === 'random' ? config.max_trials + invalid : 0, grid: gridSize };
    expect(creates).toHaveLength(expected[config.name]);
    if (config.name === 'grid')
      expect(new Set(creates.map(({ hparams }) => JSON.stringify(hparams))).size).toBe(gridSize);
  });

  test.each(seeds)('decides the same when restored at every event (seed %i)', (seed) => {
    expect(run(config, seed, stored)).toEqual(run(config, seed, same));
  });
});

test('another seed makes another search', () => {
  const first = (seed: number) => createSearcher({ name: 'single' }, hyperparameters, seed).handle({ kind: 'initial' });
  expect(first(1)).not.toEqual(first(2));
});

test('a snapshot does not change when the search goes on', () => {
  const searcher = createSearcher({ name: 'random', max_trials: 3, max_concurrent_trials: 1 }, hyperparameters, 1);
  const [created] = searcher.handle({ kind: 'initial' });
  const snapshot = searcher.snapshot();
  const before = JSON.stringify(snapshot);
  const requestId = created?.kind === 'create' ? created.requestId : '';
  const next = searcher.handle({ kind: 'exited', requestId });
  expect(JSON.stringify(snapshot)).toBe(before);
  expect(restoreSearcher(snapshot).handle({ kind: 'exited', requestId })).toEqual(next);
  expect(restoreSearcher(snapshot).handle({ kind: 'exited', requestId })).toEqual(next);
});

test('a snapshot grows with the trials that run, not with those that ran', () => {
  const config: SearcherConfig = { name: 'random', max_trials: 2000, max_concurrent_trials: 2 };
  const searcher = createSearcher(config, { lr: { type: 'double', minval: 0, maxval: 1 } }, 1);
  const queue = searcher.handle({ kind: 'initial' });
  for (const operation of queue) {
    if (operation.kind === 'create') queue.push(...searcher.handle({ kind: 'exited', requestId: operation.requestId }));
    if (queue.length < 1990) expect(JSON.stringify(searcher.snapshot()).length).toBeLessThan(700);
  }
  expect(queue).toHaveLength(2001);
});

test('progress out of range counts as the nearest that makes sense', () => {
  const searcher = createSearcher({ name: 'single' }, {}, 1);
  const [created] = searcher.handle({ kind: 'initial' });
  const requestId = created?.kind === 'create' ? created.requestId : '';
  for (const [reported, shown] of [
    [0.25, 0.25],
    [7, 1],
    [-1, 0],
    [Number.NaN, 0],
  ] as const) {
    searcher.handle({ kind: 'progress', requestId, progress: reported });
    expect(searcher.progress()).toBe(shown);
  }
});

test('starting twice is an error, not a second set of trials', () => {
  const searcher = createSearcher({ name: 'single' }, {}, 1);
  searcher.handle({ kind: 'initial' });
  expect(() => stored(searcher).handle({ kind: 'initial' })).toThrow('started before');
});

test('names of searchers', () => {
  expect(['single', 'random', 'grid', 'custom', 'toString', ''].filter(isSearcherName)).toEqual([
    'single',
    'random',
    'grid',
  ]);
});

test('a search without a limit makes the same trials, but no more at once than can be stored in one go', () => {
  const all = { name: 'random', max_trials: 5000, max_concurrent_trials: 0 } as const;
  const searcher = createSearcher(all, hyperparameters, 7);
  const first = searcher.handle({ kind: 'initial' }).filter((operation) => operation.kind === 'create');
  expect(first).toHaveLength(2000);
  const next = searcher.handle({ kind: 'exited', requestId: first[1999]?.requestId ?? '' });
  const one = createSearcher({ ...all, max_concurrent_trials: 1 }, hyperparameters, 7);
  let [created] = one.handle({ kind: 'initial' });
  for (const expected of [...first, ...next]) {
    expect(created).toEqual(expected);
    if (created?.kind === 'create') [created] = one.handle({ kind: 'exited', requestId: created.requestId });
  }
});
