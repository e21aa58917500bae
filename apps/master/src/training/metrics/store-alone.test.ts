import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { lockOwners } from '../checkpoints/checkpoint-store.ts';
import { lockTrials } from './metric-store.ts';
import { reportsStored } from './shared/metric-hooks.ts';
import { type MetricsTestBed, makeWriter, startMetricsTestBed } from './testing/metrics-test-bed.ts';

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed?.close());

/** A trial whose next report goes alone: all of it is remembered. */
async function reportedTrial(): Promise<{ trialId: number; experimentId: number }> {
  const { trialIds, experimentId } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  await bed.report(trialId, 'training', 1, { loss: 3 });
  await bed.report(trialId, 'training', 2, { loss: 2 });
  return { trialId, experimentId };
}

async function stored(trialId: number): Promise<{ steps: number[]; summary: unknown; version: number }> {
  const rows = await bed.db
    .selectFrom('metric_reports')
    .select('steps')
    .where('trial_id', '=', trialId)
    .orderBy('id')
    .execute();
  const { summary_metrics, version } = await bed.db
    .selectFrom('trial_metrics')
    .select(['summary_metrics', 'version'])
    .where('trial_id', '=', trialId)
    .executeTakeFirstOrThrow();
  return { steps: rows.map(({ steps }) => steps), summary: summary_metrics.avg_metrics, version };
}

const summary = (values: object) => ({ loss: expect.objectContaining(values) });

/** Does `work` while it holds the trial, and sends a report that comes to wait for it. */
async function whileHeld(trialId: number, hold: (tx: Tx) => Promise<void>, send: () => Promise<void>): Promise<void> {
  let sent: Promise<void> | undefined;
  await inTransaction(bed.db, async (tx) => {
    await hold(tx);
    sent = send();
    // Awaited below; until then nobody else looks after it.
    sent.catch(() => {});
    await eventually('the report waits for the trial', async () => {
      const waiting = await sql`select from pg_locks where not granted`.execute(bed.db);
      return waiting.rows.length > 0;
    });
    await tx.updateTable('trials').set({ checkpoint_count: 1 }).where('id', '=', trialId).execute();
  });
  await sent;
}

test('a next report costs one statement, and leaves what a transaction would', async () => {
  const { trialId } = await reportedTrial();
  const statements: string[] = [];
  const { pool } = bed.connection;
  const watched = (client: { query: (...all: unknown[]) => unknown }) => {
    const { query } = client;
    client.query = (...all) => {
      statements.push(JSON.stringify(all[0]));
      return query.apply(client, all);
    };
  };
  // Kysely's driver wraps the pool's sessions once each.
  pool.on('acquire', watched as never);
  try {
    await bed.report(trialId, 'training', 3, { loss: 1 });
  } finally {
    pool.removeListener('acquire', watched as never);
  }
  expect(statements).toHaveLength(1);
  expect(await stored(trialId)).toEqual({
    steps: [1, 2, 3],
    summary: summary({ count: 3, min: 1, last: 1 }),
    version: 3,
  });
});

test('a report that waited for a first checkpoint is told of it', async () => {
  const { trialId, experimentId } = await reportedTrial();
  const told: number[] = [];
  const remove = reportsStored.on(
    bed,
    async (_tx, { reports }) => void told.push(...reports.map(({ steps }) => steps)),
  );
  try {
    await whileHeld(
      trialId,
      (tx) => lockOwners(tx, [{ trial_id: trialId, experiment_id: experimentId }]),
      () => bed.report(trialId, 'training', 3, { loss: 1 }),
    );
  } finally {
    remove();
  }
  expect(told).toEqual([3]);
  expect(await stored(trialId)).toMatchObject({ steps: [1, 2, 3], summary: summary({ count: 3, sum: 6 }) });
});

test('what another master has stored meanwhile is counted, and nothing twice', async () => {
  const { trialId } = await reportedTrial();
  const other = makeWriter(bed.db);
  const report = { trialId, runId: 0, group: 'training', batchMetrics: null, taskId: null };
  await other.write({ ...report, steps: 3, time: '2026-11-21T12:00:00.000000Z', values: { loss: 1 } });
  await bed.report(trialId, 'training', 4, { loss: 5 });
  expect(await stored(trialId)).toMatchObject({
    steps: [1, 2, 3, 4],
    summary: summary({ count: 4, sum: 11, last: 5 }),
  });
  await bed.report(trialId, 'training', 4, { loss: 5 });
  expect((await stored(trialId)).steps).toEqual([1, 2, 3, 4]);
});

test('a report of a run that is over is refused, also where its trial is remembered', async () => {
  const { trialId } = await reportedTrial();
  await bed.db.updateTable('trials').set({ run_id: 1 }).where('id', '=', trialId).execute();
  await expect(bed.report(trialId, 'training', 3, { loss: 1 })).rejects.toThrow('invalid run id, 0 (reported) != 1');
  await bed.report(trialId, 'training', 1, { loss: 7 }, { runId: 1 });
  // The new run has taken back what stood at its step and later.
  expect((await stored(trialId)).summary).toEqual(summary({ count: 1, last: 7 }));
});

test('a trial that is deleted meanwhile is not found', async () => {
  const { trialId } = await reportedTrial();
  await bed.db.deleteFrom('trials').where('id', '=', trialId).execute();
  await expect(bed.report(trialId, 'training', 3, { loss: 1 })).rejects.toThrow('not found');
});

test('a report that its deleted trial waits for goes with it', async () => {
  const { trialId } = await reportedTrial();
  let gone: Promise<unknown> | undefined;
  await inTransaction(bed.db, async (tx) => {
    await lockTrials(tx, [trialId]);
    gone = bed.db.deleteFrom('trials').where('id', '=', trialId).execute();
    await eventually('the deletion waits for the report', async () => {
      const waiting = await sql`select from pg_locks where not granted`.execute(bed.db);
      return waiting.rows.length > 0;
    });
    await tx
      .insertInto('metric_reports')
      .values({
        trial_id: trialId,
        group_name: 'training',
        run_id: 0,
        steps: 3,
        end_time: 'now',
        metrics: '{"loss":1}',
      })
      .execute();
  });
  await gone;
  expect(await bed.db.selectFrom('metric_reports').where('trial_id', '=', trialId).execute()).toEqual([]);
});

test("what a report's statement touches beside its own rows is nothing: no lock of its trial, no condition to take apart", async () => {
  const { trialId } = await reportedTrial();
  // Who has locked a row last is in it, also once that is over.
  const locker = () => sql<{ xmax: string }>`select xmax from trials where id = ${trialId}`.execute(bed.db);
  const before = await locker();
  await bed.report(trialId, 'training', 3, { loss: 1 });
  expect((await locker()).rows).toEqual(before.rows);
  const conditions = await sql`select tgname from pg_trigger where tgqual is not null and tgtype & 16 > 0
    and tgrelid in ('trial_metrics'::regclass, 'metric_reports'::regclass)`.execute(bed.db);
  expect(conditions.rows).toEqual([]);
});
