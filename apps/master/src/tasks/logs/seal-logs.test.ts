import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { cleanupLogsRoute, taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { trialLogsRoute } from '@determined/contract/training/trials-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { getLogLines } from './get-log-lines.ts';
import { tryLockSealing } from './log-chunks.ts';
import { SealingJob, sealTask } from './seal-logs.ts';
import { sealShort } from './seal-short.ts';
import { collect, type LogBench, startLogBench } from './testing/log-bench.ts';

let bench: LogBench;
beforeAll(async () => {
  bench = await startLogBench();
});
afterAll(() => bench.cluster.stop());

test('sealed or not, a log reads the same, forwards and backwards, filtered and by number', async () => {
  const { taskId } = await bench.startTrial();
  const { db } = bench.cluster.master;
  await bench.postBitByBit(
    taskId,
    Array.from({ length: 2_600 }, (_, i) => ({
      log: `line ${i}\n`,
      source: i < 1_300 ? 'early' : 'late',
      rankId: i % 2,
      timestamp: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
    })),
  );
  const asked = [
    {},
    { orderBy: 'ORDER_BY_DESC' as const },
    { orderBy: 'ORDER_BY_DESC' as const, limit: 1_500 },
    { sources: ['late'], rankIds: [1] },
    { rankIds: [-1] },
    { searchText: 'LINE 99' },
    { searchText: 'line 2[0-9]5', enableRegex: true, orderBy: 'ORDER_BY_DESC' as const },
    { searchText: '7', sources: ['late'], rankIds: [1], limit: 40 },
    { timestampAfter: '2026-01-01T00:20:00Z', timestampBefore: '2026-01-01T00:21:00Z' },
  ];
  const readAll = () => Promise.all(asked.map((filter) => bench.read({ taskId, ...filter })));
  const range = (from: number, count: number) =>
    bench.cluster.admin.client.call(getLogLinesRoute, { params: { taskId }, query: { from, count } });
  const readRanges = () => Promise.all([range(990, 30), range(-700, 700), range(1_999, 2), range(0, 2_000)]);
  // The master seals by itself meanwhile: what follows it has to be the same at any point.
  const before = await readAll();
  const ranges = await readRanges();
  await sealTask(db, taskId, false);
  expect(await readAll()).toEqual(before);
  expect(await readRanges()).toEqual(ranges);
  await sealTask(db, taskId, true);
  const left = await db.selectFrom('task_log_lines').select('n').where('task_id', '=', taskId).execute();
  expect(left).toEqual([]);
  expect(await readAll()).toEqual(before);
  expect(await readRanges()).toEqual(ranges);
  await bench.post(taskId, [{ log: 'after\n' }]);
  expect((await bench.read({ taskId, orderBy: 'ORDER_BY_DESC', limit: 2 })).map((one) => one.log)).toEqual([
    'after\n',
    'line 2599\n',
  ]);
});

test('a line that comes after the lines were counted is not among them', async () => {
  const { taskId } = await bench.startTrial();
  await bench.post(taskId, [{ log: 'counted\n' }]);
  let written = false;
  const db = bench.cluster.master.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Between the count and the reading.
    transformResult: async ({ result }) => {
      if (!written && result.rows.some((row) => 'sealed' in row)) {
        written = true;
        await bench.post(taskId, [{ log: 'later\n' }]);
      }
      return result;
    },
  });
  // All that it needs of a call's context.
  const ctx = { db } as Context;
  const { total, lines } = await getLogLines({ params: { taskId }, query: { from: 0, count: 100 } }, ctx);
  expect(written).toBe(true);
  expect(lines.at(-1)?.text).toBe('counted');
  expect(lines).toHaveLength(total);
});

test('NUL and every other character of a line is answered as it came by every reader, sealed or not', async () => {
  const { taskId, trialId, token, allocationId } = await bench.startTrial();
  const { admin, master, fetch } = bench.cluster;
  const odd = ['a\0b\0', '\ufdd0', '\ufdd00\ufdd01', '\0\ufdd0', '\u0001\u001b[1m\u007f\ufffd', 'plain'];
  await bench.post(
    taskId,
    odd.slice(0, 3).map((text) => ({ log: `${text}\n`, source: 'odd', rankId: 7 })),
  );
  const own = await fetch(`/api/ext/v1/allocations/${allocationId}/logs`, {
    method: 'POST',
    token,
    body: JSON.stringify({
      taskId,
      containerId: 'c',
      agentId: 'm',
      offset: 0,
      lines: odd.slice(3).map((text) => ({
        timestamp: '2026-03-01T00:00:01Z',
        stdtype: 'stdout',
        level: 'INFO',
        rankId: 7,
        log: `${text}\n`,
      })),
    }),
  });
  expect(own.status, await own.clone().text()).toBe(200);
  const readAll = async () => {
    const lines = await bench.read({ taskId, rankIds: [7] });
    const ofTrial = await collect(admin.client.stream(trialLogsRoute, { trialId, rankIds: [7] }));
    const { lines: range } = await admin.client.call(getLogLinesRoute, {
      params: { taskId },
      query: { from: -odd.length, count: odd.length },
    });
    const found = [];
    for (const [searchText, enableRegex] of [
      ['a\0B', false],
      ['b\\x00\n$', true],
      ['\ufdd0', false],
    ] as const)
      found.push((await bench.read({ taskId, searchText, enableRegex })).map(({ log }) => log));
    return {
      lines: lines.map(({ log }) => log),
      messages: lines.map(({ message }) => message.replace(/^.*? \|\| (INFO: )?/s, '')),
      ofTrial: ofTrial.map(({ log }) => log),
      range: range.map(({ text }) => `${text}\n`),
      found,
    };
  };
  const all = odd.map((text) => `${text}\n`);
  const first = await readAll();
  expect(first).toEqual({
    lines: all,
    messages: all,
    ofTrial: all,
    range: all,
    found: [['a\0b\0\n'], ['a\0b\0\n'], ['\ufdd0\n', '\ufdd00\ufdd01\n', '\0\ufdd0\n']],
  });
  await sealTask(master.db, taskId, true);
  expect(await readAll()).toEqual(first);
});

const lines = (count: number) => Array.from({ length: count }, (_, i) => ({ log: `${i}\n` }));

test('the log of a trial that has ended is sealed without being asked for', async () => {
  const { taskId, allocationId } = await bench.startTrial();
  const { db } = bench.cluster.master;
  await bench.post(taskId, lines(8));
  bench.machines.end(allocationId, { exitCode: 0 });
  await expect
    .poll(() => db.selectFrom('task_log_chunks').select('end_line').where('task_id', '=', taskId).execute())
    .toHaveLength(1);
  expect((await bench.read({ taskId })).at(-1)?.log).toMatch(/was terminated/);
});

test('readers beside a sealing log miss no line and see none twice', async () => {
  const { taskId } = await bench.startTrial();
  const { db } = bench.cluster.master;
  await bench.postBitByBit(
    taskId,
    Array.from({ length: 5_000 }, (_, i) => ({ log: `${i}\n`, source: 's' })),
  );
  const read = async (orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC') =>
    (await bench.read({ taskId, orderBy, sources: ['s'] })).map((one) => Number(one.log));
  const up = Array.from({ length: 5_000 }, (_, i) => i);
  const [, ...all] = await Promise.all([
    sealTask(db, taskId, true),
    read('ORDER_BY_ASC'),
    read('ORDER_BY_DESC'),
    read('ORDER_BY_ASC'),
    read('ORDER_BY_DESC'),
  ]);
  for (const [index, numbers] of all.entries()) expect(numbers).toEqual(index % 2 === 0 ? up : up.toReversed());
});

test('short logs of tasks that end together are put away together; a long one, and one that another is at, are left', async () => {
  const { db } = bench.cluster.master;
  const started = [await bench.startTrial(), await bench.startTrial(), await bench.startTrial()];
  const [few = '', many = '', held = ''] = started.map(({ taskId }) => taskId);
  for (const taskId of [few, held]) await bench.post(taskId, [{ log: 'one\n' }, { log: 'two\0\n' }, ...lines(8)]);
  await bench.post(many, lines(40));
  const read = () => Promise.all([few, many, held].map((taskId) => bench.read({ taskId })));
  const before = await read();
  const left = await inTransaction(db, async (tx) => {
    await tryLockSealing(tx, [held]);
    return sealShort(db, [few, many, held, 'of-no-lines']);
  });
  expect(left.toSorted()).toEqual([many, held].toSorted());
  const chunks = db
    .selectFrom('task_log_chunks')
    .select(['task_id', 'first_line'])
    .where('task_id', 'in', [few, many, held]);
  expect(await chunks.execute()).toEqual([{ task_id: few, first_line: 0 }]);
  expect(await sealShort(db, [few, held])).toEqual([]);
  expect(await read()).toEqual(before);
});

test('of tasks that have ended, lines too few for a chunk stay rows until more have come', async () => {
  const { db } = bench.cluster.master;
  const [first, second] = [await bench.startTrial(), await bench.startTrial()];
  const ids = [first.taskId, second.taskId];
  // Nobody has a part in what is done to their logs but the test.
  await db
    .updateTable('tasks')
    .set({ end_time: new Date(0).toISOString() })
    .where('id', 'in', ids)
    .execute();
  const rowsOf = async (taskId: string) =>
    (await db.selectFrom('task_log_lines').select('n').where('task_id', '=', taskId).orderBy('n').execute()).map(
      ({ n }) => n,
    );
  const fill = async (taskId: string, count: number) =>
    bench.post(taskId, lines(count - (await rowsOf(taskId)).length));
  await fill(first.taskId, 7);
  await fill(second.taskId, 8);
  const job = new SealingJob(db, (error) => expect.unreachable(String(error)));
  const look = async () => {
    await job.scan();
    return Promise.all(ids.map(rowsOf));
  };
  expect(await look()).toEqual([[0, 1, 2, 3, 4, 5, 6], []]);
  // Those that come late stand behind what was put away.
  await bench.post(first.taskId, lines(1));
  await bench.post(second.taskId, lines(7));
  expect(await look()).toEqual([[], [8, 9, 10, 11, 12, 13, 14]]);
  const read = await bench.read({ taskId: second.taskId });
  expect(read).toHaveLength(15);
  await job.stop();
});

test('a follower of a log that is sealed meanwhile is given every line once', async () => {
  const { taskId, allocationId } = await bench.startTrial();
  const seen: number[] = [];
  const follow = (async () => {
    const stream = bench.cluster.admin.client.stream(taskLogsRoute, { taskId, follow: true, sources: ['s'] });
    for await (const one of stream) seen.push(Number(one.log));
  })();
  for (let i = 0; i < 6; i++) {
    await (i % 3 === 2 ? bench.post : bench.postBitByBit)(
      taskId,
      Array.from({ length: 700 }, (_, k) => ({ log: `${i * 700 + k}\n`, source: 's' })),
    );
    await sealTask(bench.cluster.master.db, taskId, i % 2 === 1);
  }
  bench.machines.end(allocationId, { exitCode: 0 });
  await follow;
  expect(seen).toEqual(Array.from({ length: 4_200 }, (_, i) => i));
});

test('[API-148] a cleanup deletes the logs of trials past their days, and only those', async () => {
  const { db } = bench.cluster.master;
  const [old, young, forever] = [await bench.startTrial(), await bench.startTrial(), await bench.startTrial()];
  const other = await bench.startTrial();
  for (const [trial, days, endedDaysAgo] of [
    [old, 2, 3],
    [young, 4, 3],
    [forever, null, 1_000],
    [other, 2, 3],
  ] as const) {
    bench.machines.end(trial.allocationId, { exitCode: 0 });
    await bench.post(trial.taskId, [{ log: 'mark\n', source: 'mark' }]);
    await db.updateTable('tasks').set({ log_retention_days: days }).where('id', '=', trial.taskId).execute();
    const ended = new Date(Date.now() - endedDaysAgo * 86_400_000).toISOString();
    await expect
      .poll(() => db.selectFrom('tasks').select('end_time').where('id', '=', trial.taskId).executeTakeFirst())
      .not.toMatchObject({ end_time: null });
    await db.updateTable('tasks').set({ end_time: ended }).where('id', '=', trial.taskId).execute();
  }
  await db.updateTable('tasks').set({ type: 'COMMAND' }).where('id', '=', other.taskId).execute();
  const count = async (taskId: string) => (await bench.read({ taskId })).length;
  const lines = await count(old.taskId);
  expect(lines).toBeGreaterThan(1);
  expect(await bench.cluster.admin.client.call(cleanupLogsRoute, {})).toEqual({ removedCount: lines });
  expect(await count(old.taskId)).toBe(0);
  expect(await count(young.taskId)).toBeGreaterThan(1);
  expect(await count(forever.taskId)).toBeGreaterThan(1);
  expect(await count(other.taskId), 'no logs of a trial').toBeGreaterThan(1);
  const user = await bench.cluster.newUser();
  await expect(user.client.call(cleanupLogsRoute, {})).rejects.toMatchObject({ code: 'PermissionDenied' });
});

test('a costly regular expression is refused or keeps nobody waiting', async () => {
  const { taskId } = await bench.startTrial();
  await bench.post(taskId, [
    ...Array.from({ length: 200 }, () => ({ log: `${'ab'.repeat(2_000)}\n`, source: 'costly' })),
    { log: `${'a'.repeat(900_000)}\n`, source: 'costly' },
  ]);
  for (const searchText of ['((a{0,100}){0,10}){0,100}x', 'x'.repeat(1_001)]) {
    const refused = bench.read({ taskId, searchText, enableRegex: true });
    await expect(refused).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: expect.stringMatching(/searchText/),
    });
  }
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const found = await bench.read({ taskId, sources: ['costly'], searchText: '(a|b|ab){0,200}c', enableRegex: true });
  delay.disable();
  expect(found).toEqual([]);
  // One line alone may take some hundredths of a second here; all of them take many seconds.
  expect(delay.max / 1e6).toBeLessThan(1_000);
});
