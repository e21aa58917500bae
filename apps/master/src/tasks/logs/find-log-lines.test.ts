import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import { findLogLinesRoute, getSingleLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHead } from './log-store.ts';
import { type LogBench, startLogBench } from './testing/log-bench.ts';

let bench: LogBench;
beforeAll(async () => {
  bench = await startLogBench();
});
afterAll(() => bench.cluster.stop());

const time = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

/** 2,400 lines in chunks and 100 in the tail, behind those of the master; gives the number of the first. */
async function writeLog(): Promise<{ taskId: string; first: number }> {
  const { taskId } = await bench.startTrial();
  const first = (await readHead(bench.cluster.master.db, taskId))?.lines ?? 0;
  const line = (i: number) => ({
    log: `step ${i}${i % 500 === 3 ? ' needle' : ''}\n`,
    level: i % 1_000 === 3 ? ('LOG_LEVEL_ERROR' as const) : ('LOG_LEVEL_INFO' as const),
    agentId: i < 1_200 ? 'one' : 'two',
    containerId: `c${i % 2}`,
    ...(i % 4 === 3 ? {} : { rankId: i % 4 }),
    allocationId: `a${Math.floor(i / 1_250)}`,
    source: 's',
    timestamp: time(i),
  });
  const lines = Array.from({ length: 2_500 }, (_, i) => line(i));
  await bench.post(taskId, lines.slice(0, 2_400));
  await bench.post(taskId, lines.slice(2_400));
  return { taskId, first };
}

type Query = ExtRequestOf<typeof findLogLinesRoute>['query'];

/** All that a search finds, however many answers it takes. */
async function findAll(taskId: string, query: Partial<Query>): Promise<number[]> {
  const numbers: number[] = [];
  let range: Partial<Query> = { from: query.from ?? 0 };
  for (;;) {
    const answer = await bench.cluster.admin.client.call(findLogLinesRoute, {
      params: { taskId },
      query: { ...query, from: 0, ...range },
    });
    for (let i = 0; i < answer.runs.length; i += 2) {
      const [at = 0, count = 0] = answer.runs.slice(i, i + 2);
      const run = Array.from({ length: count }, (_, j) => at + j);
      numbers.push(...(query.newestFirst ? run.reverse() : run));
    }
    if (answer.done) return numbers;
    range = query.newestFirst ? { to: answer.at } : { from: answer.at };
  }
}

test('each filter finds the numbers of the lines that pass, in chunks and behind them, forwards and backwards', async () => {
  const { taskId, first } = await writeLog();
  const all = Array.from({ length: 2_500 }, (_, i) => i);
  const cases: [Partial<Query>, (i: number) => boolean][] = [
    [{ text: 'NEEDLE' }, (i) => i % 500 === 3],
    [{ text: 'step (3|503) ', regex: true }, (i) => i === 3 || i === 503],
    [{ levels: 'ERROR' }, (i) => i % 1_000 === 3],
    [{ levels: ['ERROR', 'CRITICAL'], agentIds: 'two' }, (i) => i % 1_000 === 3 && i >= 1_200],
    [{ agentIds: 'one' }, (i) => i < 1_200],
    [{ containerIds: 'c1' }, (i) => i % 2 === 1],
    [{ rankIds: ['-1', '0'], sources: 's' }, (i) => i % 4 === 3 || i % 4 === 0],
    [{ allocationIds: 'a1', sources: 's' }, (i) => i >= 1_250],
    [{ since: time(2_390), until: time(2_410), sources: 's' }, (i) => i >= 2_390 && i <= 2_410],
  ];
  for (const [query, passes] of cases) {
    const expected = all.filter(passes).map((i) => first + i);
    expect(await findAll(taskId, query), JSON.stringify(query)).toEqual(expected);
    expect(await findAll(taskId, { ...query, newestFirst: true })).toEqual(expected.toReversed());
  }
});

test('a search is kept to a range and to as many as are wanted; what is no expression is refused', async () => {
  const { taskId, first } = await writeLog();
  const find = (query: Partial<Query>) =>
    bench.cluster.admin.client.call(findLogLinesRoute, { params: { taskId }, query: { from: 0, ...query } });
  expect(await find({ levels: 'ERROR', limit: 1 })).toMatchObject({ done: true, runs: [first + 3, 1] });
  // A stretch that ends before it begins has nothing left to be asked for.
  expect(await find({ levels: 'ERROR', from: first + 5, to: first + 2 })).toMatchObject({ done: true, runs: [] });
  expect(await find({ text: 'needle', from: first + 4, to: first + 1_004 })).toEqual({
    total: first + 2_500,
    at: first + 1_004,
    done: true,
    runs: [first + 503, 1, first + 1_003, 1],
  });
  expect(await find({ sources: 's', newestFirst: true, limit: 30 })).toMatchObject({ runs: [first + 2_470, 30] });
  await expect(find({ text: '(', regex: true })).rejects.toThrow(/not a regular expression/);
});

test('single lines are read wherever they stand; those that are not there are left out', async () => {
  const { taskId, first } = await writeLog();
  const numbers = [0, 1_700, 2_450].map((i) => first + i);
  const { lines } = await bench.cluster.admin.client.call(getSingleLogLinesRoute, {
    params: { taskId },
    query: { numbers: [99_999, ...numbers].join(',') },
  });
  expect(lines.map(({ n, text }) => [n, text])).toEqual(numbers.map((n, i) => [n, `step ${[0, 1_700, 2_450][i]}`]));
});
