import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBySteps } from './read-rows.ts';
import { cutToMillis } from './report-time.ts';
import { sealSeries } from './seal-metrics.ts';
import { validationStored } from './shared/metric-hooks.ts';
import { type MetricValues, valuesKey } from './shared/metric-values.ts';
import { storedGroup } from './shared/system/system-groups.ts';
import { type MetricsTestBed, makeWriter, startMetricsTestBed } from './testing/metrics-test-bed.ts';
import vectors from './vectors/metrics-summary.json' with { type: 'json' };

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed?.close());

interface Call {
  call: string;
  group?: string;
  steps?: number;
  metrics?: MetricValues;
  trialRunId: number;
  status?: number;
  error?: string;
}

interface Outcome {
  summaryMetrics: Record<string, Record<string, Record<string, unknown>>>;
  totalBatchesProcessed: number;
  bestValidation: unknown;
  latestValidation: unknown;
  rows: unknown[];
}

/** What leaving out values that are not finite and the handling of repeats (platform semantics Q27) make of the recorded answers. */
function expected(id: string, recorded: Outcome): Outcome {
  const outcome = structuredClone(recorded);
  const numbers = (group: string, name: string, values: Record<string, unknown>) => {
    const metric = outcome.summaryMetrics[group]?.[name];
    if (metric) outcome.summaryMetrics[group] = { ...outcome.summaryMetrics[group], [name]: { ...metric, ...values } };
  };
  const loss = (values: Record<string, unknown>) => numbers('validation_metrics', 'loss', values);
  if (['nan-middle', 'inf', 'neg-inf'].includes(id))
    loss({ count: 2, sum: 5, mean: 2.5, min: 2, max: 3, nonFinite: 1 });
  if (id === 'nan-first') loss({ count: 1, sum: 5, mean: 5, min: 5, max: 5, nonFinite: 1 });
  if (id === 'both-inf') loss({ count: 0, sum: 0, mean: null, min: null, max: null, nonFinite: 2 });
  if (id === 'rollback-nan') loss({ count: 2, sum: 4, mean: 2, min: 1, max: 3, nonFinite: 1 });
  if (id === 'rollback-inf-types') {
    loss({ count: 1, sum: 1, mean: 1, min: 1, max: 1, nonFinite: 1 });
    // A recomputation gives the same shape as reports do.
    for (const name of ['s', 'b']) {
      const type = name === 's' ? 'string' : 'boolean';
      outcome.summaryMetrics.validation_metrics = {
        ...outcome.summaryMetrics.validation_metrics,
        [name]: { type, last: null },
      };
    }
  }
  if (id === 'merge-same-step') {
    numbers('grp', 'x', { count: 1, sum: 1 });
    // The repeat came last and changed nothing; the names share a report, which is the newest.
    numbers('grp', 'w', { last: 2 });
  }
  return outcome;
}

async function replay(calls: readonly Call[]): Promise<number> {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  for (const call of calls) {
    if (call.call === 'start') {
      await bed.db.updateTable('trials').set({ run_id: call.trialRunId }).where('id', '=', trialId).execute();
      continue;
    }
    const sent = bed.report(trialId, call.group ?? '', call.steps ?? 0, call.metrics ?? {}, { runId: call.trialRunId });
    if (call.status === 200) await sent;
    else {
      const refused = await sent.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(ApiError);
      expect((refused as ApiError).status).toBe(400);
      const text = call.error ?? '';
      if (!text.includes('SQLSTATE')) expect((refused as ApiError).message).toBe(text);
    }
  }
  return trialId;
}

async function outcomeOf(trialId: number): Promise<Outcome> {
  const trial = await bed.db
    .selectFrom('trial_metrics')
    .selectAll()
    .where('trial_id', '=', trialId)
    .executeTakeFirstOrThrow();
  const shown = (stored: Record<string, unknown> | null) => stored && [stored.totalBatches, stored.metrics];
  const rows: unknown[] = [];
  for (const group of ['training', 'validation', 'grp', 'gpu']) {
    for await (const page of readBySteps(bed.db, trialId, group)) {
      for (const row of page) {
        const metrics = { [valuesKey(group)]: row.values, ...(group === 'validation' ? {} : { batch_metrics: null }) };
        rows.push([group, row.steps, row.runId, metrics]);
      }
    }
  }
  return {
    summaryMetrics: trial.summary_metrics as Outcome['summaryMetrics'],
    totalBatchesProcessed: trial.total_batches,
    bestValidation: shown(trial.best_validation),
    latestValidation: shown(trial.latest_validation),
    rows,
  };
}

// 1.8 and the like: sums depend on the last bit.
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === 'number' ? Number(item.toPrecision(12)) : item,
  );
}

const order = (rows: unknown[]) =>
  [...rows].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

describe('recorded reports come to the recorded summaries', () => {
  test('but for those with values that are not finite, and a repeat at the same step', () => {
    const cases = vectors.cases as unknown as (Outcome & { id: string })[];
    const excepted = cases.filter(({ id, ...recorded }) => !isDeepStrictEqual(expected(id, recorded), recorded)).length;
    expect([cases.length, excepted]).toEqual([27, 8]);
    console.log(`summaries of metrics: ${cases.length - excepted} equal + ${excepted} excepted`);
  });

  for (const { id, calls, ...recorded } of vectors.cases as unknown as (Outcome & { id: string; calls: Call[] })[]) {
    test(id, async () => {
      const trialId = await replay(calls);
      const outcome = await outcomeOf(trialId);
      const wanted = expected(id, recorded);
      expect(rounded({ ...outcome, rows: order(outcome.rows) })).toEqual(
        rounded({ ...wanted, rows: order(wanted.rows) }),
      );
    });

    test(`${id}, sealed after each report`, async () => {
      const { trialIds } = await bed.makeTrials(1);
      const trialId = trialIds[0] as number;
      for (const call of calls) {
        if (call.call === 'start') {
          await bed.db.updateTable('trials').set({ run_id: call.trialRunId }).where('id', '=', trialId).execute();
        } else {
          const group = call.group ?? '';
          await bed
            .report(trialId, group, call.steps ?? 0, call.metrics ?? {}, { runId: call.trialRunId })
            .catch((error: unknown) => expect(call.status, String(error)).not.toBe(200));
          await sealSeries(bed.db, trialId, storedGroup(group));
        }
      }
      const outcome = await outcomeOf(trialId);
      const wanted = expected(id, recorded);
      expect(rounded({ ...outcome, rows: order(outcome.rows) })).toEqual(
        rounded({ ...wanted, rows: order(wanted.rows) }),
      );
      const tail = await bed.db.selectFrom('metric_reports').select('id').where('trial_id', '=', trialId).execute();
      expect(tail).toEqual([]);
    });
  }
});

test('a retried report changes nothing; per-batch lists may come once', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  const batchMetrics = [{ loss: 0.4 }, { loss: 0.6 }];
  await bed.report(trialId, 'training', 1, { loss: 0.5 }, { batchMetrics });
  const before = await outcomeOf(trialId);
  await bed.report(trialId, 'training', 1, { loss: 0.5 }, { batchMetrics });
  expect(await outcomeOf(trialId)).toEqual(before);
  const other = bed.report(trialId, 'training', 1, { loss: 0.5 }, { batchMetrics: [{ loss: 1 }] });
  await expect(other).rejects.toThrow(
    'failed to exec transaction (add trial metrics training): overwriting batch metrics is not supported',
  );
});

test('reports that come at once are stored in order, a refused one costs the others nothing', async () => {
  const { trialIds } = await bed.makeTrials(3);
  const sent = Array.from({ length: 90 }, (_, index) =>
    bed.report(trialIds[index % 3] as number, 'training', index, { x: index }, { runId: index === 45 ? 7 : 0 }),
  );
  const results = await Promise.allSettled(sent);
  expect(results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))).toEqual([45]);
  const { summaryMetrics } = await outcomeOf(trialIds[0] as number);
  expect(summaryMetrics.avg_metrics?.x).toMatchObject({ count: 29, last: 87, min: 0, max: 87 });
});

test('two masters that report to one trial at once agree with the rows', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  const writers = [bed.writer, makeWriter(bed.db), makeWriter(bed.db)];
  const write = (index: number) =>
    (writers[index % 3] as (typeof writers)[0]).write({
      trialId,
      runId: 0,
      group: index % 5 === 0 ? 'validation' : 'training',
      steps: index,
      time: '2026-11-21T12:00:00.000000Z',
      values: { loss: index },
      batchMetrics: null,
      taskId: null,
    });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 30 }, (_, index) => write(round * 30 + index)));
  }
  const { summaryMetrics, totalBatchesProcessed, bestValidation } = await outcomeOf(trialId);
  expect(summaryMetrics.avg_metrics?.loss).toMatchObject({ count: 240, min: 1, max: 299 });
  expect(summaryMetrics.validation_metrics?.loss).toMatchObject({ count: 60, min: 0, max: 295 });
  expect(totalBatchesProcessed).toBe(299);
  expect(bestValidation).toEqual([0, { loss: 0 }]);
});

test('a hook takes part in the transaction: what it throws refuses that validation and no other', async () => {
  const { trialIds, experimentId } = await bed.makeTrials(2);
  const seen: unknown[] = [];
  const remove = validationStored.on(bed, async (_tx, validation) => {
    if (validation.metrics.loss === 13) throw new Error('the searcher cannot');
    seen.push([validation.experimentId, validation.trialId, validation.steps, validation.value]);
  });
  try {
    const [first, second] = trialIds as [number, number];
    const sent = await Promise.allSettled([
      bed.report(first, 'validation', 1, { loss: 13 }),
      bed.report(second, 'validation', 1, { loss: 2 }),
      bed.report(second, 'training', 1, { loss: 13 }),
    ]);
    expect(sent.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await bed.report(second, 'validation', 2, { acc: 1 });
    // Of a batch that failed only the second, single attempt counts; hooks of rolled-back transactions may have run.
    expect(seen.slice(-2)).toEqual([
      [experimentId, second, 1, 2],
      [experimentId, second, 2, null],
    ]);
    expect((await outcomeOf(first)).rows).toEqual([]);
    const experiment = await bed.db
      .selectFrom('experiments')
      .select('best_trial_id')
      .where('id', '=', experimentId)
      .executeTakeFirstOrThrow();
    expect(experiment.best_trial_id).toBe(second);
  } finally {
    remove();
  }
});

test('the best trial of an experiment follows its validations, also back after a rollback', async () => {
  const { trialIds, experimentId } = await bed.makeTrials(2, 'random');
  const [first, second] = trialIds as [number, number];
  const best = async () =>
    (
      await bed.db
        .selectFrom('experiments')
        .select('best_trial_id')
        .where('id', '=', experimentId)
        .executeTakeFirstOrThrow()
    ).best_trial_id;
  await bed.db.updateTable('trials').set({ run_id: 1 }).where('id', '=', second).execute();
  await bed.report(first, 'validation', 10, { loss: 1 });
  expect(await best()).toBe(first);
  await bed.report(second, 'validation', 10, { loss: 0.5 }, { runId: 1 });
  expect(await best()).toBe(second);
  await bed.db.updateTable('trials').set({ run_id: 2 }).where('id', '=', second).execute();
  await bed.report(second, 'training', 5, { loss: 3 }, { runId: 2 });
  expect(await best()).toBe(first);
});

test('a report does not wait for who holds its trial, as a pause does', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const [trialId] = trialIds as [number];
  await bed.db.transaction().execute(async (tx) => {
    await tx.selectFrom('trials').select('id').where('id', '=', trialId).forNoKeyUpdate().execute();
    await bed.report(trialId, 'training', 1, { loss: 1 });
  });
  expect((await outcomeOf(trialId)).totalBatchesProcessed).toBe(1);
});

test('what reports come to names the project that the experiment is in, also after it was moved', async () => {
  const { trialIds, experimentId } = await bed.makeTrials(2);
  const projects = () =>
    bed.db.selectFrom('trial_metrics').select('project_id').where('trial_id', 'in', trialIds).execute();
  expect(await projects()).toEqual([{ project_id: 1 }, { project_id: 1 }]);
  const { workspace_id, user_id } = await bed.db.selectFrom('projects').selectAll().limit(1).executeTakeFirstOrThrow();
  const { id } = await bed.db
    .insertInto('projects')
    .values({ name: 'elsewhere', key: 'ELSE', workspace_id, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bed.db.updateTable('experiments').set({ project_id: id }).where('id', '=', experimentId).execute();
  expect(await projects()).toEqual([{ project_id: id }, { project_id: id }]);
});

test('its own task and people report to a managed trial, another task never', async () => {
  const { trialIds, experimentId } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  await bed.db.updateTable('experiments').set({ unmanaged: false }).where('id', '=', experimentId).execute();
  const write = (taskId: string | null) =>
    bed.writer.write({
      trialId,
      runId: 0,
      group: 'training',
      steps: 1,
      time: '2026-11-21T12:00:00.000000Z',
      values: { loss: 1 },
      batchMetrics: null,
      taskId,
    });
  await expect(write('another-task')).rejects.toMatchObject({ status: 403 });
  await write(`${experimentId}.task-0`);
  await write(null);
});

test('the catalogue knows every name with every type it was seen with', async () => {
  const { trialIds, experimentId } = await bed.makeTrials(2);
  const [first, second] = trialIds as [number, number];
  await bed.report(first, 'grp', 1, { x: 1, s: 'text' });
  await bed.report(second, 'grp', 1, { x: 'text' });
  const { rows: names } = await sql`select s.group_name, typed.name, typed.type from experiment_names n
    join name_sets s on s.id = n.set_id cross join lateral unnest(s.names, s.types) typed (name, type)
    where n.experiment_id = ${experimentId} order by 2, 3`.execute(bed.db);
  expect(names.map((row) => Object.values(row as object))).toEqual([
    ['grp', 's', 'string'],
    ['grp', 'x', 'number'],
    ['grp', 'x', 'string'],
  ]);
});

test('a thousand and more reports are sealed by 512, a changed one is not lost', async () => {
  const { trialIds } = await bed.makeTrials(1);
  const trialId = trialIds[0] as number;
  for (let from = 0; from < 1200; from += 300) {
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => bed.report(trialId, 'training', from + index, { x: from + index })),
    );
  }
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(1200);
  const chunks = () =>
    bed.db
      .selectFrom('metric_chunks')
      .select('row_count')
      .where('trial_id', '=', trialId)
      .orderBy('first_id')
      .execute();
  expect((await chunks()).map((chunk) => chunk.row_count)).toEqual([512, 512, 176]);
  await bed.report(trialId, 'training', 600, { y: 'late' });
  await Promise.all(
    Array.from({ length: 400 }, (_, index) => bed.report(trialId, 'training', 1200 + index, { x: 1200 + index })),
  );
  expect(await sealSeries(bed.db, trialId, 'training')).toBe(400);
  expect((await chunks()).map((chunk) => chunk.row_count)).toEqual([512, 512, 512, 64]);
  const rows: [number, MetricValues][] = [];
  for await (const page of readBySteps(bed.db, trialId, 'training'))
    for (const row of page) rows.push([row.steps, row.values]);
  expect(rows).toEqual(
    Array.from({ length: 1600 }, (_, index) => [index, index === 600 ? { x: 600, y: 'late' } : { x: index }]),
  );
});

test('times keep six digits', () => {
  expect(cutToMillis('2026-01-02T03:04:05.678901Z')).toBe('2026-01-02T03:04:05.678Z');
});

test('statements of a report that comes alone are planned once, not for each', async () => {
  const { trialIds } = await bed.makeTrials(1);
  for (let step = 1; step <= 40; step++) await bed.report(trialIds[0] as number, 'training', step, { x: step });
  const sessions = await Promise.all(
    Array.from({ length: 10 }, () =>
      sql<{ statement: string; generic: number; custom: number }>`
        select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement ~ 'trial_metrics'`.execute(bed.db),
    ),
  );
  const plans = sessions.flatMap(({ rows }) => rows).filter(({ statement }) => statement.includes('= $1::int'));
  for (const like of ['for no key update', 'searcher_metric'])
    expect(plans.filter(({ statement, generic }) => statement.includes(like) && generic > 20)).not.toEqual([]);
});
