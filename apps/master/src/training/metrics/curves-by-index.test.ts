import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ofTable, type RowsRead, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';
import { readCurves } from './read-curves.ts';
import { readByArrival } from './read-rows.ts';
import { sealSeries } from './seal-metrics.ts';
import { readSeries } from './series.ts';
import { type MetricsTestBed, startMetricsTestBed } from './testing/metrics-test-bed.ts';

/** Trials with a sealed series of ten metrics each, beside the one that is asked for. */
const others = 2_000;
const metrics = 10;
const reports = 100;

let bed: MetricsTestBed;
let trial = 0;
beforeAll(async () => {
  bed = await startMetricsTestBed();
  const { trialIds, experimentId } = await bed.makeTrials(1);
  trial = trialIds[0] ?? 0;
  for (const group of ['training', 'gpu_0']) {
    for (let steps = 1; steps <= reports; steps++) {
      const values = Object.fromEntries(Array.from({ length: metrics }, (_, at) => [`m${at}`, Math.sin(steps + at)]));
      await bed.report(trial, group, steps, values);
    }
    await sealSeries(bed.db, trial, group);
  }
  await sql`insert into trials (experiment_id, request_id, state, hparams)
    select ${experimentId}, 'copy ' || g, 'COMPLETED', '{}' from generate_series(1, ${others}::int) g`.execute(bed.db);
  const kept = sql.raw(
    'group_name, first_id, last_id, row_count, min_steps, max_steps, min_run, first_time, last_time, axis, other_names, others, batches',
  );
  await sql`insert into metric_chunks (trial_id, ${kept})
    select t.id, c.* from trials t, (select ${kept} from metric_chunks where trial_id = ${trial}) c where t.id <> ${trial}`.execute(
    bed.db,
  );
  await sql`insert into metric_columns (chunk_id, name, data, rollup)
    select c.id, o.name, o.data, o.rollup from metric_chunks c
      join metric_chunks s on s.trial_id = ${trial} and s.group_name = c.group_name
      join metric_columns o on o.chunk_id = s.id
    where c.trial_id <> ${trial}`.execute(bed.db);
  for (const table of ['trials', 'metric_chunks', 'metric_columns', 'metric_reports'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(bed.db);
});
afterAll(() => bed.close());

let before: RowsRead;
beforeEach(async () => {
  before = await rowsRead(bed.db);
});

const series = { startBatches: 0, endBatches: 0, maxDatapoints: 50, filter: null };
const reads: Record<string, { of: () => Promise<unknown>; columns: number }> = {
  'its curve for drawing': { of: () => readCurves(bed.db, [trial], 'training', 'm3', 200), columns: 1 },
  'two metrics as a series': {
    of: () => readSeries(bed.db, [trial], { ...series, group: 'training', names: ['m1', 'm2'] }),
    columns: 2,
  },
  'a metric of its machine': {
    of: () => readSeries(bed.db, [trial], { ...series, group: 'gpu_0', names: ['m1'] }),
    columns: 1,
  },
  'all its reports of a group': {
    of: async () => {
      for await (const _rows of readByArrival(bed.db, trial, 'training'));
    },
    columns: metrics,
  },
};

test.each(Object.entries(reads))(
  '%s: the chunks of the trial, and the columns asked for, of thousands',
  async (_name, { of, columns }) => {
    await of();
    const found = await rowsReadSince(bed.db, before);
    // Which chunks, and then these; `epoch` is looked for in a series, too.
    expect(ofTable(found, 'metric_chunks')).toBeGreaterThan(0);
    expect(ofTable(found, 'metric_chunks')).toBeLessThanOrEqual(6);
    expect(ofTable(found, 'metric_columns')).toBeGreaterThanOrEqual(columns);
    expect(ofTable(found, 'metric_columns')).toBeLessThanOrEqual(2 * metrics);
    expect(ofTable(found, 'metric_reports')).toBeLessThanOrEqual(1);
  },
);
