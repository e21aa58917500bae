import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ofTable, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { findReport, rewriteReport } from './metric-store.ts';
import { readCurves } from './read-curves.ts';
import { sealSeries } from './seal-metrics.ts';
import { makeStretches } from './sealing/make-stretches.ts';
import { lockMetrics } from './shared/lock-metrics.ts';
import { type MetricsTestBed, startMetricsTestBed } from './testing/metrics-test-bed.ts';

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed?.close());

const reports = 20_000;
/** Two stretches of 8,192; 40 is as many points as they can stand for. */
const points = 40;

/** All but the last report are put in the tail at once. */
async function longTrial(): Promise<number> {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] ?? 0;
  await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
    select ${trialId}, 'training', 0, step, now() + step * interval '1 second', json_build_object('x',
      case step when 700 then 1000 when 9000 then -1000 when 19000 then 2000 else step % 100 end)::text
    from generate_series(1, ${reports - 1}::int) step`.execute(bed.db);
  await bed.report(trialId, 'training', reports, { x: 1, late: 1 });
  await sealSeries(bed.db, trialId, 'training');
  return trialId;
}

const stretchesOf = async (trialId: number) =>
  (await bed.db.selectFrom('metric_stretches').select('last_id').where('trial_id', '=', trialId).execute()).length;

const curveOf = async (trialId: number, metric: string, since?: number) => {
  const from = new Map(since === undefined ? [] : [[trialId, since]]);
  const read = (await readCurves(bed.db, [trialId], 'training', metric, points, from)).get(trialId);
  if (!read) throw new Error('no curve');
  return read;
};

test('a very long series is drawn from its stretches: extremes, end and even distances', async () => {
  const trialId = await longTrial();
  const { curve, reach, whole } = await curveOf(trialId, 'x');
  expect({ reach, whole }).toEqual({ reach: reports, whole: true });
  expect(curve.steps).toHaveLength(points);
  expect(curve.steps.at(-1)).toBe(reports);
  expect([Math.min(...curve.min), Math.max(...curve.max)]).toEqual([-1000, 2000]);
  const highest = curve.max.indexOf(1000);
  expect(curve.steps[highest]).toBeGreaterThanOrEqual(700);
  expect(curve.steps[highest - 1] ?? 0).toBeLessThan(700);
  const widths = curve.steps.map((step, at) => step - (curve.steps[at - 1] ?? 0));
  expect(Math.max(...widths)).toBeLessThanOrEqual(3 * 256);
});

test('of forty chunks those behind the stretches alone are read', async () => {
  const trialId = await longTrial();
  const before = await rowsRead(bed.db);
  await curveOf(trialId, 'x');
  const read = await rowsReadSince(bed.db, before);
  expect(ofTable(read, 'metric_stretch_columns')).toBe(2);
  // 39 full chunks are 32 in stretches and 7 others, and one that is not full.
  expect(ofTable(read, 'metric_columns')).toBeLessThanOrEqual(8);
});

test('what was added to an old report is seen at once, and stretches are made again', async () => {
  const trialId = await longTrial();
  expect(await stretchesOf(trialId)).toBe(2);
  await bed.report(trialId, 'training', 9000, { late: 7 });
  expect(await stretchesOf(trialId)).toBe(1);
  expect((await curveOf(trialId, 'late')).curve.max).toContain(7);
  await makeStretches(bed.db, [{ trialId, group: 'training' }]);
  expect(await stretchesOf(trialId)).toBe(2);
  expect((await curveOf(trialId, 'late')).curve.max).toContain(7);
});

test('a stretch is not made of what is changed meanwhile', async () => {
  const trialId = await longTrial();
  await sql`delete from metric_stretches where trial_id = ${trialId}`.execute(bed.db);
  let making: Promise<void> | undefined;
  await inTransaction(bed.db, async (tx) => {
    await lockMetrics(tx, [trialId]);
    making = makeStretches(bed.db, [{ trialId, group: 'training' }]);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(bed.db);
      expect(rows).toHaveLength(1);
    });
    const found = await findReport(tx, { trialId, group: 'training', runId: 0, steps: 100 });
    if (!found) throw new Error('no such report');
    Object.assign(found.row.values, { late: 9 });
    await rewriteReport(tx, found);
  });
  await making;
  expect(await stretchesOf(trialId)).toBe(0);
  expect((await curveOf(trialId, 'late')).curve.max).toContain(9);
});

test('what is new travels alone, and what was rolled back is gone', async () => {
  const trialId = await longTrial();
  const next = await curveOf(trialId, 'x', 19_990);
  expect(next.whole).toBe(false);
  expect(next.curve.steps).toEqual(Array.from({ length: 10 }, (_, at) => 19_991 + at));
  await bed.db.updateTable('trials').set({ run_id: 1 }).where('id', '=', trialId).execute();
  await bed.report(trialId, 'training', 8000, { x: 1 }, { runId: 1 });
  const after = await curveOf(trialId, 'x');
  expect(after.curve.steps.at(-1)).toBe(8000);
  expect([Math.min(...after.curve.min), Math.max(...after.curve.max)]).toEqual([0, 1000]);
});

test('a part of the steps is read as fine as it can be', async () => {
  const trialId = await longTrial();
  const partOf = async (after: number, upTo: number, buckets = points) => {
    const read = await readCurves(bed.db, [trialId], 'training', 'x', buckets, new Map(), { after, upTo });
    return read.get(trialId)?.curve.steps ?? [];
  };
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  expect(await partOf(8_999, 9_030)).toEqual(range(9_000, 9_030));
  expect(await partOf(19_990, 30_000)).toEqual(range(19_991, 20_000));
  expect(await partOf(30_000, 40_000)).toEqual([]);
  // From the chunks' roll-ups, and from the stretches'.
  for (const [after, upTo, count, span] of [
    [4_000, 8_000, 200, 16],
    [2_000, 18_000, 20, 256],
  ] as const) {
    const read = await partOf(after, upTo, count);
    expect(read).toHaveLength(count);
    expect(Math.min(...read)).toBeGreaterThan(after);
    expect(read.at(-1)).toBeGreaterThan(upTo - span);
    expect(Math.max(...read)).toBeLessThanOrEqual(upTo);
  }
});

test('what does not stand in every stretch is drawn where it stands', async () => {
  const trialId = await longTrial();
  expect((await curveOf(trialId, 'late')).curve).toMatchObject({ steps: [reports], last: [1] });
  expect((await curveOf(trialId, 'nowhere')).curve.steps).toEqual([]);
});

test('they go with their trial', async () => {
  const trialId = await longTrial();
  await bed.db.deleteFrom('trials').where('id', '=', trialId).execute();
  expect(await stretchesOf(trialId)).toBe(0);
});
