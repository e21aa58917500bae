import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ofTable, type RowsRead, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';
import { sealTask } from './seal-logs.ts';
import { type LogBench, startLogBench } from './testing/log-bench.ts';

/** Chunks of a thousand lines, of each of two tasks: two million lines. */
const chunks = 2_000;
const page = 80;
/** What stands beside so many chunks is looked up at once, whatever of them is read then. */
const lookedUp = 256;

let bench: LogBench;
let taskId = '';
beforeAll(async () => {
  bench = await startLogBench();
  const { db } = bench.cluster.master;
  const logs = Array.from({ length: 1_000 }, (_, line) => ({ log: `line ${line}\n`, source: 's' }));
  for (const task of [await bench.startTrial(), await bench.startTrial()]) {
    taskId = task.taskId;
    await bench.postBitByBit(taskId, logs);
    // The master seals by itself meanwhile, and then this does nothing.
    const sealed = await eventually('all is sealed', async () => {
      await sealTask(db, taskId, true);
      const left = await db.selectFrom('task_log_lines').select('n').where('task_id', '=', taskId).executeTakeFirst();
      const found = await db
        .selectFrom('task_log_chunks')
        .select((of) => of.fn.max('end_line').as('end'))
        .where('task_id', '=', taskId)
        .executeTakeFirst();
      return left ? undefined : found?.end;
    });
    // The same thousand again and again: it is what is read that is counted.
    const columns = sql.raw(
      `min_time, max_time, levels, sources, stdtypes, allocation_ids, agent_ids, container_ids, rank_ids, unranked, data, texts, filter`,
    );
    await sql`insert into task_log_chunks (task_id, first_line, end_line, ${columns})
      select task_id, ${sealed} + (g - 1) * (end_line - first_line), ${sealed} + g * (end_line - first_line), ${columns}
      from (select * from task_log_chunks where task_id = ${taskId} order by first_line limit 1) one,
        generate_series(1, ${chunks}::int) g`.execute(db);
    await sql`update task_log_heads set lines = (select max(end_line) from task_log_chunks where task_id = ${taskId})
      where task_id = ${taskId}`.execute(db);
  }
  for (const table of ['task_log_chunks', 'task_log_lines', 'task_log_heads'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
});
afterAll(() => bench.cluster.stop());

let before: RowsRead;
beforeEach(async () => {
  before = await rowsRead(bench.cluster.master.db);
});
const read = () => rowsReadSince(bench.cluster.master.db, before);

test('the last lines of two million are an entry for each chunk looked up, never all chunks', async () => {
  const lines = await bench.read({ taskId, orderBy: 'ORDER_BY_DESC', limit: page });
  expect(lines).toHaveLength(page);
  const found = await read();
  expect(found['task_log_chunks/whole']).toBeUndefined();
  expect(ofTable(found, 'task_log_chunks')).toBeGreaterThan(0);
  expect(ofTable(found, 'task_log_chunks')).toBeLessThan(2 * lookedUp);
});

test('lines by their numbers, at the end and in the middle of two million, are entries of few chunks', async () => {
  const { admin } = bench.cluster;
  for (const from of [-page, 1_000_000]) {
    const { lines } = await admin.client.call(getLogLinesRoute, { params: { taskId }, query: { from, count: page } });
    expect(lines, `from ${from}`).toHaveLength(page);
  }
  const found = await read();
  expect(found['task_log_chunks/whole']).toBeUndefined();
  // A few of the middle, a few of the end; not all between the two.
  expect(ofTable(found, 'task_log_chunks')).toBeLessThan(page);
});

test('what nobody has said in two million lines is an entry for each chunk, newest first as oldest first', async () => {
  for (const orderBy of ['ORDER_BY_ASC', 'ORDER_BY_DESC'] as const)
    expect(await bench.read({ taskId, sources: ['nobody'], orderBy })).toEqual([]);
  const found = await read();
  expect(found['task_log_chunks/whole']).toBeUndefined();
  expect(ofTable(found, 'task_log_chunks')).toBeLessThan(2 * (chunks + page));
});
