import { describe, expect, test } from 'vitest';
import type { AshaSearcherState } from './adaptive-asha-searcher.ts';
import type { BracketState } from './asha-bracket.ts';
import { adaptiveBrackets } from './asha-brackets.ts';
import { MersenneTwister } from './mersenne-twister.ts';
import type { CreateOperation, EarlyExitReason, SearcherEvent, SearcherOperation } from './search-method.ts';
import { createSearcher, restoreSearcher, Searcher } from './searcher.ts';
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

/**
 * A cluster that ends its trials in any order and manner, and says some things twice; bounded by its number of events.
 * Where the searcher stops trials, they train until then.
 */
function run(config: SearcherConfig, seed: number, renew: (searcher: Searcher) => Searcher): Run {
  const chance = new MersenneTwister({ seed: seed + 1000, drawn: 0 });
  const live: string[] = [];
  /** Asked to end, or ended by themselves: others may have taken their places. */
  const leaving = new Set<string>();
  const times = new Map<string, number>();
  const reported = new Map<string, number>();
  const gone: string[] = [];
  const result: Run = { creates: [], operations: [], mostAtOnce: 0, invalid: 0 };
  let searcher = createSearcher(config, hyperparameters, seed);
  const tell = (event: SearcherEvent) => {
    searcher = renew(searcher);
    const operations = searcher.handle(event);
    for (const operation of operations) {
      result.operations.push(operation);
      if (operation.kind === 'stop') leaving.add(operation.requestId);
      if (operation.kind !== 'create') continue;
      result.creates.push(operation);
      live.push(operation.requestId);
    }
    result.mostAtOnce = Math.max(result.mostAtOnce, live.filter((requestId) => !leaving.has(requestId)).length);
    expect(searcher.progress(reported)).toBeGreaterThanOrEqual(0);
    expect(searcher.progress(reported)).toBeLessThanOrEqual(1);
    return operations;
  };
  tell({ kind: 'initial' });
  for (let events = 0; live.length > 0; events += 1) {
    expect(events).toBeLessThan(20_000);
    const requestId = live[chance.below(live.length)] ?? 'none';
    const what = chance.below(4);
    if (what === 0) reported.set(requestId, chance.unit());
    else if (what === 1) {
      if (leaving.has(requestId)) continue;
      const batches = (times.get(requestId) ?? 0) + chance.below(20);
      times.set(requestId, batches);
      // Few different values, so that some are equal.
      tell({ kind: 'validation', requestId, metrics: { loss: chance.below(20), batches } });
    } else if (what === 2 || leaving.has(requestId) || !isAsha(config)) {
      if (what === 2 && !leaving.has(requestId)) {
        leaving.add(requestId);
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

const asha = { metric: 'loss', max_time: 64, time_metric: 'batches' };
const configs: SearcherConfig[] = [
  { name: 'single' },
  { name: 'random', max_trials: 30, max_concurrent_trials: 4 },
  { name: 'random', max_trials: 10, max_concurrent_trials: 0 },
  { name: 'random', max_trials: 40 },
  { name: 'grid', max_concurrent_trials: 5 },
  { name: 'grid', max_concurrent_trials: null },
  { ...asha, name: 'adaptive_asha', max_trials: 30, max_concurrent_trials: 4, mode: 'aggressive', divisor: 2 },
  { ...asha, name: 'adaptive_asha', max_trials: 40, max_concurrent_trials: 0, mode: 'conservative' },
  { ...asha, name: 'adaptive_asha', max_trials: 25, smaller_is_better: false, divisor: 2.5 },
  { ...asha, name: 'adaptive_asha', max_trials: 20, max_concurrent_trials: 1, bracket_rungs: [2, 1] },
  { ...asha, name: 'async_halving', max_trials: 20, num_rungs: 3, divisor: 3, max_concurrent_trials: 3 },
];
const isAsha = (config: SearcherConfig) => config.name === 'adaptive_asha' || config.name === 'async_halving';

/** As many as may run at once. */
function limitOf(config: SearcherConfig): number {
  if (config.name === 'single') return 1;
  if (config.name === 'adaptive_asha') return adaptiveBrackets(config).reduce((sum, { initial }) => sum + initial, 0);
  return (config.max_concurrent_trials ?? 16) || Number.POSITIVE_INFINITY;
}

function trialsOf(config: SearcherConfig, invalid: number): number {
  if (config.name === 'single') return 1;
  return config.name === 'grid' ? gridSize : config.max_trials + invalid;
}
const inWords = ({ name, ...config }: SearcherConfig) => `${name} ${JSON.stringify(config)}`;
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

describe.each(configs.map((config) => [inWords(config), config] as const))('%s', (_words, config) => {
  test.each(seeds)('runs to its end and shuts down exactly once, last (seed %i)', (seed) => {
    const { operations, creates, mostAtOnce, invalid } = run(config, seed, same);
    expect(operations.filter(({ kind }) => kind === 'shutdown')).toHaveLength(1);
    expect(operations.at(-1)?.kind).toBe('shutdown');
    expect(new Set(creates.map(({ requestId }) => requestId)).size).toBe(creates.length);
    expect(mostAtOnce).toBeLessThanOrEqual(limitOf(config));
    expect(creates).toHaveLength(trialsOf(config, invalid));
    if (config.name === 'grid')
      expect(new Set(creates.map(({ hparams }) => JSON.stringify(hparams))).size).toBe(gridSize);
  });

  test.each(seeds)('decides the same when restored at every event (seed %i)', (seed) => {
    expect(run(config, seed, stored)).toEqual(run(config, seed, same));
  });
});

describe.each(configs.filter(isAsha).map((config) => [inWords(config), config] as const))('%s', (_words, config) => {
  test.each(seeds)('a trial goes on exactly where too few of those before it were better (seed %i)', (seed) => {
    let judged = 0;
    const watched = (searcher: Searcher): Searcher =>
      Object.assign(searcher, {
        handle: (event: SearcherEvent) => {
          const before = bracketsOf(searcher);
          const operations = Searcher.prototype.handle.call(searcher, event);
          if (event.kind === 'validation')
            judged += checkJudged(config, before, bracketsOf(searcher), event, operations);
          return operations;
        },
      });
    run(config, seed, watched);
    expect(judged).toBeGreaterThan(0);
  });
});

// Cast: what a method keeps is its own; these tests look into it.
const bracketsOf = (searcher: Searcher) => (searcher.snapshot().method as AshaSearcherState).brackets;

/** Counts by hand, rung by rung, what a validation had to lead to. Gives at how many rungs it was judged. */
function checkJudged(
  config: SearcherConfig,
  before: readonly BracketState[],
  after: readonly BracketState[],
  event: SearcherEvent & { kind: 'validation' },
  operations: readonly SearcherOperation[],
): number {
  const divisor = ('divisor' in config && config.divisor) || 4;
  const at = before.findIndex(({ live }) => live.some(({ requestId }) => requestId === event.requestId));
  const [bracket, then] = [before[at], after[at]];
  const trial = bracket?.live.find(({ requestId }) => requestId === event.requestId);
  if (!bracket || !then || !trial) throw new Error('a trial of no bracket');
  const value =
    Number(event.metrics.loss) * ('smaller_is_better' in config && config.smaller_is_better === false ? -1 : 1);
  const reached = then.rungs.filter(({ values }, rung) => values.length > (bracket.rungs[rung]?.values.length ?? 0));
  const stopped = operations.some(({ kind }) => kind === 'stop');
  for (const [i, rung] of reached.entries()) {
    const place = trial.rung + i;
    const better = bracket.rungs[place]?.values.filter((each) => each < value).length ?? 0;
    const isLast = i === reached.length - 1;
    const mayGoOn = place < then.rungs.length - 1 && better < Math.max(Math.floor(rung.values.length / divisor), 1);
    expect(mayGoOn).toBe(!(isLast && stopped));
  }
  return reached.length;
}

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
    expect(searcher.progress(new Map([[requestId, reported]]))).toBe(shown);
  }
});

test('starting twice is an error, not a second set of trials', () => {
  const searcher = createSearcher({ name: 'single' }, {}, 1);
  searcher.handle({ kind: 'initial' });
  expect(() => stored(searcher).handle({ kind: 'initial' })).toThrow('started before');
});

test('names of searchers', () => {
  expect(
    ['single', 'random', 'grid', 'adaptive_asha', 'async_halving', 'custom', 'toString', ''].filter(isSearcherName),
  ).toEqual(['single', 'random', 'grid', 'adaptive_asha', 'async_halving']);
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

test('a trial of an asha search that ends by itself makes room for no other one, as recorded', () => {
  const config = {
    ...asha,
    name: 'adaptive_asha',
    max_trials: 8,
    max_concurrent_trials: 1,
    mode: 'aggressive',
  } as const;
  const searcher = createSearcher(config, hyperparameters, 7);
  const [created] = searcher.handle({ kind: 'initial' });
  const requestId = created?.kind === 'create' ? created.requestId : '';
  expect(searcher.handle({ kind: 'exited', requestId })).toEqual([{ kind: 'shutdown', cancel: false, failure: false }]);
});

test('an asha search without a limit begins with no more than can be stored in one go', () => {
  const all = { ...asha, name: 'adaptive_asha', max_trials: 100_000, max_concurrent_trials: 0 } as const;
  for (const config of [all, { ...all, max_concurrent_trials: 1_000_000 }]) {
    const first = createSearcher(config, hyperparameters, 7).handle({ kind: 'initial' });
    expect(first.length).toBeLessThanOrEqual(2000);
  }
});

test.each([
  [{ bracket_rungs: [101] }, /at most 100 rungs/],
  [{ bracket_rungs: Array.from({ length: 101 }, () => 1) }, /at most 100 brackets/],
  [{ max_rungs: 1e9, divisor: 1.0000001 }, /at most 100 rungs/],
  [{ bracket_rungs: [100], divisor: 1e300 }, /too large for 100 rungs/],
])('what would cost without limit is refused: %j', (config, words) => {
  const search = { ...asha, name: 'adaptive_asha', max_trials: 100, ...config } as const;
  expect(() => createSearcher(search, hyperparameters, 7)).toThrow(words);
});
