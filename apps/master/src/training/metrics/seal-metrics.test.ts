import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import { readColumns } from './read-columns.ts';
import { readBySteps } from './read-rows.ts';
import { SealingJob, sealAll, sealSeries } from './seal-metrics.ts';
import { lockMetrics } from './shared/lock-metrics.ts';
import { type MetricsTestBed, startMetricsTestBed } from './testing/metrics-test-bed.ts';

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed?.close());

async function stepsOf(trialId: number): Promise<number[]> {
  const steps: number[] = [];
  for await (const page of readBySteps(bed.db, trialId, 'training')) steps.push(...page.map((row) => row.steps));
  return steps;
}

test('while reports come in, are added to and sealed by two jobs at once, readers see each of them once', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  let writing = true;
  let reported = 0;
  const write = async () => {
    for (let round = 0; round < 12; round += 1) {
      const from = round * 50;
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => bed.report(trialId, 'training', from + index, { x: from + index })),
      );
      reported = from + 50;
      await bed.report(trialId, 'training', from + 25, { late: true });
    }
    writing = false;
  };
  const seal = async () => {
    while (writing) await sealSeries(bed.db, trialId, 'training');
  };
  const read = async () => {
    while (writing) {
      const before = reported;
      const steps = await stepsOf(trialId);
      const columns = (await readColumns(bed.db, [trialId], 'training', ['x'])).get(trialId)?.steps ?? [];
      for (const seen of [steps, columns]) {
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.length).toBeGreaterThanOrEqual(before);
      }
    }
  };
  await Promise.all([write(), seal(), seal(), read()]);
  await sealSeries(bed.db, trialId, 'training');
  const columns = (await readColumns(bed.db, [trialId], 'training', ['x', 'late'])).get(trialId);
  expect(columns?.values[0]).toEqual(Array.from({ length: 600 }, (_, index) => index));
  expect(columns?.values[1]?.filter((late) => late === true)).toHaveLength(12);
});

test('a master that comes up finds what another has left: long tails, ended and quiet trials', async () => {
  const { trialIds } = await bed.makeTrials(4);
  const [long, ended, quiet, fresh] = trialIds as [number, number, number, number];
  await Promise.all(Array.from({ length: 64 }, (_, index) => bed.report(long, 'training', index, { x: 1 })));
  for (const trialId of [ended, quiet, fresh]) await bed.report(trialId, 'training', 1, { x: 1 });
  await bed.db.updateTable('trials').set({ end_time: '2026-01-01T00:00:00Z' }).where('id', '=', ended).execute();
  await bed.db
    .updateTable('trial_metrics')
    .set({ reported_at: '2026-01-01T00:00:00Z' })
    .where('trial_id', '=', quiet)
    .execute();
  const job = new SealingJob(bed.db, (error) => {
    throw error;
  });
  await job.scan();
  const tails = await bed.db
    .selectFrom('metric_reports')
    .select('trial_id')
    .where('trial_id', 'in', trialIds)
    .execute();
  expect(tails.map((row) => row.trial_id)).toEqual([fresh]);
  for (const trialId of [ended, quiet, fresh]) expect(await stepsOf(trialId)).toEqual([1]);
  expect(await stepsOf(long)).toHaveLength(64);
});

test('short series are sealed together; what changes meanwhile keeps none of the others', async () => {
  const { trialIds } = await bed.makeTrials(30);
  for (const trialId of trialIds) {
    await bed.report(trialId, 'training', 1, { x: trialId, text: 'ä' });
    await bed.report(trialId, 'validation', 1, { y: 'NaN' });
  }
  const [first] = trialIds as [number];
  const series = trialIds.flatMap((trialId) => [
    { trialId, group: 'training' },
    { trialId, group: 'nothing' },
    { trialId, group: 'validation' },
  ]);
  let sealing: Promise<number> | undefined;
  await inTransaction(bed.db, async (tx) => {
    await lockMetrics(tx, [first]);
    sealing = sealAll(bed.db, series);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(bed.db);
      expect(rows).toHaveLength(1);
    });
    await tx
      .updateTable('metric_reports')
      .set({ edits: 1 })
      .where('trial_id', '=', first)
      .where('group_name', '=', 'training')
      .execute();
  });
  expect(await sealing).toBe(59);
  const chunks = await sql<{ trial_id: number; group_name: string; made: string }>`
    select trial_id, group_name, xmin::text as made from metric_chunks where trial_id = any(${trialIds}::int[])
    order by trial_id, group_name`.execute(bed.db);
  expect(chunks.rows).toHaveLength(59);
  expect(chunks.rows[0]).toMatchObject({ trial_id: first, group_name: 'validation' });
  expect(new Set(chunks.rows.map(({ made }) => made)).size).toBe(1);
  expect(await sealAll(bed.db, series)).toBe(1);
  for (const trialId of trialIds) {
    for (const [group, values] of [
      ['training', { x: trialId, text: 'ä' }],
      ['validation', { y: 'NaN' }],
    ] as const) {
      const pages: unknown[] = [];
      for await (const page of readBySteps(bed.db, trialId, group)) pages.push(...page.map((row) => row.values));
      expect(pages).toEqual([values]);
    }
  }
});

test('reports are made chunks of on another thread', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  await bed.report(trialId, 'training', 1, { x: 1 });
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(1);
  const [[work]] = posted.mock.calls as [[{ module: string; input: unknown }]];
  posted.mockRestore();
  expect(work.module).toMatch(/encode-series\.ts$/);
  // The texts as they are stored: nothing has read them before.
  expect(work.input).toMatchObject([{ trialId, tail: [{ metrics: '{"x":1}' }] }]);
});

test('the 512th report has its series sealed', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  await Promise.all(Array.from({ length: 512 }, (_, index) => bed.report(trialId, 'training', index, { x: 1 })));
  const job = new SealingJob(bed.db, (error) => {
    throw error;
  });
  for (let index = 0; index < 511; index += 1) job.noteReport(trialId, 'training', 1);
  await job.idle();
  const chunks = () => bed.db.selectFrom('metric_chunks').select('row_count').where('trial_id', '=', trialId).execute();
  expect(await chunks()).toEqual([]);
  job.noteReport(trialId, 'training', 1);
  await job.idle();
  expect(await chunks()).toEqual([{ row_count: 512 }]);
});

test('reports with thousands of names are sealed and read piece by piece, and added to where they stand', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  const wide = (step: number) => Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`n${index}`, step]));
  const report = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        bed.report(trialId, 'training', from + index, wide(from + index)),
      ),
    );
  await report(0, 150);
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(150);
  const chunks = () =>
    bed.db
      .selectFrom('metric_chunks')
      .select('row_count')
      .where('trial_id', '=', trialId)
      .orderBy('first_id')
      .execute();
  expect((await chunks()).map((chunk) => chunk.row_count)).toEqual([64, 64, 22]);
  await bed.report(trialId, 'training', 140, { late: 1 });
  await report(150, 200);
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(50);
  expect((await chunks()).map((chunk) => chunk.row_count)).toEqual([64, 64, 64, 8]);
  const pages: number[] = [];
  for await (const page of readBySteps(bed.db, trialId, 'training')) {
    pages.push(page.length);
    for (const row of page) expect([row.values.n0, row.values.n1199]).toEqual([row.steps, row.steps]);
  }
  expect(pages).toEqual([64, 64, 64, 8]);
  const columns = (await readColumns(bed.db, [trialId], 'training', ['n17', 'late'])).get(trialId);
  expect(columns?.values[0]).toEqual(Array.from({ length: 200 }, (_, index) => index));
  expect(columns?.values[1]?.indexOf(1)).toBe(140);
});

test('a series is read in order of steps, whatever the order its reports came in', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  // Backwards by hundreds, so that chunks overlap and the last reports come first.
  for (let from = 1_300; from >= 0; from -= 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => bed.report(trialId, 'training', from + index, { x: index })),
    );
  }
  const all = Array.from({ length: 1_400 }, (_, index) => index);
  expect(await stepsOf(trialId)).toEqual(all);
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(1_400);
  await bed.report(trialId, 'training', 2_000, { x: 1 });
  expect(await stepsOf(trialId)).toEqual([...all, 2_000]);
});

test('of a restarted trial a page is given as soon as nothing that counts can come before it', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  const report = async (from: number, to: number, runId: number) => {
    await bed.db.updateTable('trials').set({ run_id: runId }).where('id', '=', trialId).execute();
    await Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        bed.report(trialId, 'training', from + index, { run: runId }, { runId }),
      ),
    );
    await sealSeries(bed.db, trialId, 'training');
  };
  await report(0, 2_048, 1);
  await report(1_000, 2_500, 2);
  const pages: { steps: number[]; runs: number[] }[] = [];
  for await (const page of readBySteps(bed.db, trialId, 'training')) {
    pages.push({ steps: page.map((row) => row.steps), runs: page.map((row) => row.runId) });
  }
  expect(pages.flatMap(({ steps }) => steps)).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
  expect(pages.flatMap(({ runs }) => runs)).toEqual([...Array(1_000).fill(1), ...Array(1_500).fill(2)]);
  // The first of the old run's reports are not held until the new run has been read.
  expect(pages[0]?.steps).toHaveLength(512);
});
