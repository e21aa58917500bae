import { afterAll, beforeAll, expect, test } from 'vitest';
import { readColumns } from './read-columns.ts';
import { readBySteps } from './read-rows.ts';
import { SealingJob, sealSeries } from './seal-metrics.ts';
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
  await bed.db.updateTable('trials').set({ last_activity: '2026-01-01T00:00:00Z' }).where('id', '=', quiet).execute();
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

test('the 512th report has its series sealed', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  await Promise.all(Array.from({ length: 512 }, (_, index) => bed.report(trialId, 'training', index, { x: 1 })));
  const job = new SealingJob(bed.db, (error) => {
    throw error;
  });
  for (let index = 0; index < 511; index += 1) job.noteReport(trialId, 'training');
  await job.idle();
  const chunks = () => bed.db.selectFrom('metric_chunks').select('row_count').where('trial_id', '=', trialId).execute();
  expect(await chunks()).toEqual([]);
  job.noteReport(trialId, 'training');
  await job.idle();
  expect(await chunks()).toEqual([{ row_count: 512 }]);
});
