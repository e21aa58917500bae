import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { readHead } from './log-store.ts';
import { readLines } from './read-lines.ts';
import { sealTask } from './seal-logs.ts';
import { logFilter } from './shared/log-filter.ts';
import { type LogBench, startLogBench } from './testing/log-bench.ts';
import { oldChunk, oldLines } from './testing/old-chunk.ts';

let bench: LogBench;
let db: Db;
beforeAll(async () => {
  bench = await startLogBench();
  db = bench.cluster.master.db;
});
afterAll(() => bench.cluster.stop());

const numbered = (count: number, more: (i: number) => string = () => '') =>
  Array.from({ length: count }, (_, i) => ({ log: `number ${i}.${more(i)}\n`, source: 's' }));
const none = {
  agentIds: [],
  containerIds: [],
  rankIds: [],
  levels: [],
  stdtypes: [],
  sources: [],
  timestampBefore: null,
  timestampAfter: null,
};

test('a large post is stored in chunks, behind what was there, each line once and in order', async () => {
  const { taskId } = await bench.startTrial();
  const chunks = () =>
    db
      .selectFrom('task_log_chunks')
      .select(['first_line', 'end_line'])
      .where('task_id', '=', taskId)
      .orderBy('end_line')
      .execute();
  const before = (await readHead(db, taskId))?.lines ?? 0;
  expect(before).toBeGreaterThan(0);
  await bench.post(taskId, numbered(1_100));
  await bench.post(taskId, [{ log: 'between\n', source: 's' }]);
  await bench.post(taskId, numbered(2_300));
  await bench.post(taskId, [{ log: 'last\n', source: 's' }]);
  const ends = [before, before + 1_100, before + 1_101, before + 2_101, before + 3_101, before + 3_401];
  expect((await chunks()).map((chunk) => chunk.end_line)).toEqual(ends);
  expect((await chunks()).map((chunk) => chunk.first_line)).toEqual([0, ...ends.slice(0, -1)]);
  const texts = [...numbered(1_100), { log: 'between\n' }, ...numbered(2_300), { log: 'last\n' }].map(({ log }) => log);
  expect((await bench.read({ taskId, sources: ['s'] })).map(({ log }) => log)).toEqual(texts);
});

test('large posts beside each other and beside the sealing lose nothing and mix nothing up', async () => {
  const { taskId } = await bench.startTrial();
  let over = false;
  const sealing = (async () => {
    while (!over) await sealTask(db, taskId, true);
  })();
  const senders = Array.from({ length: 4 }, async (_, sender) => {
    for (let batch = 0; batch < 6; batch++) {
      const size = batch % 2 === 0 ? 400 : 30;
      await bench.post(
        taskId,
        Array.from({ length: size }, (_, i) => ({ log: `${sender} ${batch} ${i}\n`, source: 's' })),
      );
    }
  });
  await Promise.all(senders);
  over = true;
  await sealing;
  const texts = (await bench.read({ taskId, sources: ['s'] })).map(({ log }) => log);
  expect(texts.length).toBe(4 * 3 * 430);
  for (let sender = 0; sender < 4; sender++) {
    const own = texts.filter((text) => text.startsWith(`${sender} `));
    const sent = Array.from({ length: 6 }, (_, batch) =>
      Array.from({ length: batch % 2 === 0 ? 400 : 30 }, (_, i) => `${sender} ${batch} ${i}\n`),
    );
    expect(own).toEqual(sent.flat());
  }
});

test('a runner that sends a large batch again, or a part of it with more, has each line stored once', async () => {
  const running = await bench.startTrial();
  const send = async (offset: number, count: number) => {
    const reply = await bench.cluster.fetch(`/api/ext/v1/allocations/${running.allocationId}/logs`, {
      method: 'POST',
      token: running.token,
      body: JSON.stringify({
        agentId: 'm1',
        containerId: 'c1',
        offset,
        lines: Array.from({ length: count }, (_, i) => ({
          timestamp: '2026-03-01T00:00:01.000001+00:00',
          stdtype: 'stdout',
          log: `line ${offset + i}\n`,
        })),
      }),
    });
    return ((await reply.json()) as { next?: number }).next;
  };
  expect(await send(0, 600)).toBe(600);
  expect(await send(0, 600)).toBe(600);
  expect(await send(300, 900)).toBe(1_200);
  expect(await Promise.all([send(1_200, 500), send(1_200, 500)])).toEqual([1_700, 1_700]);
  const stored = await bench.read({ taskId: running.taskId, allocationIds: [running.allocationId] });
  expect(stored.map(({ log }) => log)).toEqual(Array.from({ length: 1_700 }, (_, i) => `line ${i}\n`));
});

test('chunks of old, which have no filter and their texts among the rest, are read, searched and filtered', async () => {
  const { taskId } = await bench.startTrial();
  await sealTask(db, taskId, true);
  const first = (await readHead(db, taskId))?.lines ?? 0;
  await db
    .insertInto('task_log_chunks')
    .values({
      task_id: taskId,
      first_line: first,
      end_line: first + oldLines.length,
      min_time: oldLines[0]?.time ?? null,
      max_time: oldLines.at(-1)?.time ?? null,
      levels: ['INFO'],
      sources: ['task'],
      stdtypes: ['stderr'],
      allocation_ids: [oldLines[0]?.allocationId ?? ''],
      agent_ids: ['machine-1'],
      container_ids: [oldLines[0]?.containerId ?? ''],
      rank_ids: [0, 1, 2, 3],
      unranked: true,
      data: oldChunk,
    })
    .execute();
  await db
    .updateTable('task_log_heads')
    .set({ lines: first + oldLines.length })
    .where('task_id', '=', taskId)
    .execute();
  await bench.post(taskId, numbered(300));
  const texts = async (asked: object) => (await bench.read({ taskId, ...asked })).map(({ log }) => log);
  const old = oldLines.map(({ text }) => text);
  expect((await texts({})).slice(first, first + old.length)).toEqual(old);
  expect(await texts({ searchText: 'kelvin k' })).toEqual([old[2]]);
  expect(await texts({ searchText: 'İSTAN' })).toEqual([old[1]]);
  expect(await texts({ searchText: 'k\\\\sl', enableRegex: true })).toEqual([old[3]]);
  expect(await texts({ searchText: 'nul \0', rankIds: [0] })).toEqual([old[0]]);
  expect(await texts({ searchText: 'number 7.' })).toEqual(['number 7.\n']);
  expect(await texts({ orderBy: 'ORDER_BY_DESC', rankIds: [2], limit: 2 })).toEqual([old[38], old[34]]);
});

test('a search is answered newest first where that is asked, from chunks and tail alike', async () => {
  const { taskId } = await bench.startTrial();
  await bench.post(
    taskId,
    numbered(6_000, (i) => (i % 900 === 7 ? ' needle' : '')),
  );
  await bench.postBitByBit(taskId, [{ log: 'newest needle\n', source: 's' }]);
  const found = async (asked: object) => (await bench.read({ taskId, ...asked })).map(({ log }) => log);
  const up = [7, 907, 1807, 2707, 3607, 4507, 5407].map((i) => `number ${i}. needle\n`);
  for (const asked of [
    { searchText: 'NEEDLE' },
    { searchText: 'ne+dle\\b', enableRegex: true },
    // Too short for a filter; a task's own number never has it.
    { searchText: 'dl' },
  ]) {
    expect(await found(asked)).toEqual([...up, 'newest needle\n']);
    expect(await found({ ...asked, orderBy: 'ORDER_BY_DESC' })).toEqual(['newest needle\n', ...up.toReversed()]);
    expect(await found({ ...asked, orderBy: 'ORDER_BY_DESC', limit: 2 })).toEqual(['newest needle\n', up.at(-1)]);
  }
});

test('a search whose lines are sealed meanwhile finds each once', async () => {
  const { taskId } = await bench.startTrial();
  await bench.postBitByBit(
    taskId,
    numbered(3_000, (i) => (i % 500 === 0 ? ' needle' : '')),
  );
  const search = async (orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC') =>
    (await bench.read({ taskId, orderBy, searchText: 'needle' })).map(({ log }) => log);
  const up = [0, 500, 1000, 1500, 2000, 2500].map((i) => `number ${i}. needle\n`);
  const [, ...all] = await Promise.all([
    sealTask(db, taskId, true),
    search('ORDER_BY_ASC'),
    search('ORDER_BY_DESC'),
    search('ORDER_BY_ASC'),
    search('ORDER_BY_DESC'),
  ]);
  for (const [index, found] of all.entries()) expect(found).toEqual(index % 2 === 0 ? up : up.toReversed());
});

test('a search ends where its caller goes away', async () => {
  const { taskId } = await bench.startTrial();
  await bench.post(taskId, numbered(5_000));
  const gone = new AbortController();
  let looked = 0;
  const filter = logFilter({ ...none, searchText: 'no such thing', enableRegex: false });
  const search = {
    positions: [],
    steps: 1,
    candidates: () => Array.from({ length: 1_000 }, (_, line) => line),
    isIn: async () => {
      looked++;
      if (looked === 1_500) gone.abort();
      return false;
    },
  };
  const to = (await readHead(db, taskId))?.lines ?? 0;
  const range = { taskId, from: 0, to, descending: true, filter: filter && { ...filter, search }, signal: gone.signal };
  for await (const { lines } of readLines(db, range)) expect(lines).toEqual([]);
  expect(looked).toBe(1_500);
  // Over the wire: whoever has seen enough is not waited for.
  for await (const line of bench.cluster.admin.client.stream(taskLogsRoute, { taskId, searchText: 'number' })) {
    expect(line.log).toBe('number 0.\n');
    break;
  }
});
