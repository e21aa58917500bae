import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExperimentRow } from '../../../life/shared/experiment-store.ts';
import { deleteTrials } from '../../../life/shared/trial-store.ts';
import { type MetricsTestBed, makeWriter, startMetricsTestBed } from '../../testing/metrics-test-bed.ts';
import { updateBestTrials } from '../update-best-trials.ts';
import { bestMetrics } from './best-metrics.ts';
import { RangeFold, type StoredRanges } from './fold-ranges.ts';

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed.close());

let first: number;
let other: number;
beforeEach(async () => {
  first = await aProject();
  other = await aProject();
});

let projects = 0;

async function aProject(): Promise<number> {
  const { workspace_id, user_id } = await bed.db.selectFrom('projects').selectAll().limit(1).executeTakeFirstOrThrow();
  projects += 1;
  const { id } = await bed.db
    .insertInto('projects')
    .values({ name: `ranges ${projects}`, key: `R${projects}`, workspace_id, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Made {
  experimentId: number;
  trialIds: number[];
}

async function make(projectId: number, trials = 1): Promise<Made> {
  const made = await bed.makeTrials(trials, trials === 1 ? 'single' : 'random');
  await moveTo(made, projectId);
  return made;
}

const moveTo = ({ experimentId }: Made, projectId: number) =>
  bed.db.updateTable('experiments').set({ project_id: projectId }).where('id', '=', experimentId).execute();

/** What every summary says, one by one. */
async function unfolded(projectId: number): Promise<StoredRanges> {
  const { rows } = await sql<{ summary: Record<string, unknown> }>`select t.summary_metrics as summary
    from experiments e join trial_metrics t on t.trial_id = e.best_trial_id where e.project_id = ${projectId}
    order by t.trial_id`.execute(bed.db);
  const fold = new RangeFold();
  for (const { summary } of rows) fold.addSummary(summary);
  return fold.toJson();
}

/** Types have no order. */
const sorted = (ranges: StoredRanges) => {
  const all = structuredClone(ranges);
  for (const names of Object.values(all)) for (const metric of Object.values(names)) metric.types.sort();
  return all;
};

async function expectExact(projectId: number): Promise<StoredRanges> {
  const ranges = await bestMetrics(bed.db, projectId);
  expect(sorted(ranges)).toEqual(sorted(await unfolded(projectId)));
  return ranges;
}

test('ranges follow reports that narrow them, a better trial, a move there and back, and the end of a trial', async () => {
  const [low, high] = [await make(first), await make(first)] as const;
  const at = async (projectId: number) => (await expectExact(projectId)).validation_metrics?.loss?.parts[0];
  const report = ({ trialIds }: Made, steps: number, loss: number, trial = 0) =>
    bed.report(trialIds[trial] ?? 0, 'validation', steps, { loss });
  await report(low, 1, 1);
  await report(high, 1, 9);
  expect(await at(first)).toEqual([1, 9]);
  await report(high, 2, 5);
  expect(await at(first)).toEqual([1, 5]);
  const search = await make(first, 2);
  await report(search, 1, 40);
  expect(await at(first)).toEqual([1, 40]);
  await report(search, 1, 3, 1);
  expect(await at(first)).toEqual([1, 5]);
  await moveTo(low, other);
  expect([await at(first), await at(other)]).toEqual([
    [3, 5],
    [1, 1],
  ]);
  await moveTo(low, first);
  expect([await at(other), await at(first)]).toEqual([undefined, [1, 5]]);
  await bed.db.transaction().execute(async (tx) => {
    await deleteTrials(tx, [search.trialIds[1] ?? 0]);
    await updateBestTrials(tx, [search.experimentId]);
  });
  expect(await at(first)).toEqual([1, 40]);
});

test('a series that was rolled back leaves the ranges, and a metric of its own with it', async () => {
  const { trialIds } = await make(first);
  const [trialId] = trialIds as [number];
  await bed.report(trialId, 'validation', 1, { loss: 1 });
  await bed.report(trialId, 'training', 1, { loss: 1 });
  await bed.report(trialId, 'training', 5, { loss: 100, spike: 7 });
  expect(Object.keys((await expectExact(first)).avg_metrics ?? {})).toEqual(['loss', 'spike']);
  await bed.db.updateTable('trials').set({ run_id: 1 }).where('id', '=', trialId).execute();
  await bed.report(trialId, 'training', 2, { loss: 2 }, { runId: 1 });
  const { avg_metrics } = await expectExact(first);
  expect(avg_metrics?.loss?.parts[1]).toEqual([2, 2]);
  expect(avg_metrics?.spike).toBeUndefined();
});

/** The same sequence each time. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('whatever is reported, moved and deleted among more than one level of blocks, ranges are what the summaries say', async () => {
  const draw = draws(7);
  const all: Made[] = [];
  for (let count = 0; count < 70; count += 1) all.push(await make(draw(3) === 0 ? other : first, 1 + draw(2)));
  const one = () => all[draw(all.length)] as Made;
  const acts = [
    () => bed.report(trialOf(one()), 'validation', 1 + draw(9), { loss: draw(1000), [`m${draw(4)}`]: draw(100) }),
    () => bed.report(trialOf(one()), 'training', 1 + draw(9), { [`m${draw(4)}`]: draw(5) === 0 ? 'text' : draw(100) }),
    () => moveTo(one(), draw(2) === 0 ? first : other),
    () => remove(all.splice(draw(all.length), 1)[0] as Made),
  ];
  const trialOf = ({ trialIds }: Made) => trialIds[draw(trialIds.length)] ?? 0;
  const remove = ({ experimentId, trialIds }: Made) =>
    bed.db.transaction().execute(async (tx) => {
      await deleteTrials(tx, trialIds);
      const row = await tx
        .selectFrom('experiments')
        .selectAll()
        .where('id', '=', experimentId)
        .executeTakeFirstOrThrow();
      await deleteExperimentRow(tx, row);
    });
  for (const made of all) for (const id of made.trialIds) await bed.report(id, 'validation', 0, { loss: draw(1000) });
  for (let step = 0; step < 150; step += 1) {
    // A repeated step with another value is refused, as it should be.
    await acts[draw(20) === 0 ? 3 : draw(3)]?.().catch(() => {});
    if (draw(4) === 0) await expectExact(draw(2) === 0 ? first : other);
  }
  await expectExact(first);
  await expectExact(other);
  const { rows } = await sql<{ level: number }>`select max(level) as level from metric_range_blocks
    where project_id = ${first}`.execute(bed.db);
  expect(rows).toEqual([{ level: 1 }]);
});

test('what two masters report while ranges are read is in them', async () => {
  const all: Made[] = [];
  for (let count = 0; count < 6; count += 1) all.push(await make(first));
  const writers = [makeWriter(bed.db), makeWriter(bed.db)];
  let reporting = true;
  const reading = (async () => {
    while (reporting) await Promise.all([bestMetrics(bed.db, first), bestMetrics(bed.db, first)]);
  })();
  await Promise.all(
    all.map(async ({ trialIds }, n) => {
      for (let steps = 1; steps <= 40; steps += 1) {
        await writers[(n + steps) % 2]?.write({
          trialId: trialIds[0] ?? 0,
          runId: 0,
          group: steps % 4 === 0 ? 'validation' : 'training',
          steps,
          time: '2026-11-21T12:00:00.000000Z',
          values: { loss: (n + 1) * 1000 - steps * 7 },
          batchMetrics: null,
          taskId: null,
        });
      }
    }),
  );
  reporting = false;
  await reading;
  const { avg_metrics } = await expectExact(first);
  expect(avg_metrics?.loss?.parts[0]).toEqual([1000 - 39 * 7, 6000 - 39 * 7]);
});

test('an experiment that is deleted step by step leaves the ranges with its trials, and its place with its row', async () => {
  const [stays, goes] = [await make(first), await make(first)];
  for (const { trialIds } of [stays, goes])
    await bed.report(trialIds[0] ?? 0, 'validation', 1, { loss: trialIds[0] ?? 0 });
  await expectExact(first);
  await bed.db.transaction().execute((tx) => deleteTrials(tx, goes.trialIds));
  expect((await expectExact(first)).validation_metrics?.loss?.parts[0]).toEqual([stays.trialIds[0], stays.trialIds[0]]);
  await bed.db.deleteFrom('experiments').where('id', '=', goes.experimentId).execute();
  await expectExact(first);
  const members = await bed.db.selectFrom('metric_range_members').selectAll().where('project_id', '=', first).execute();
  expect(members.map((row) => row.experiment_id)).toEqual([stays.experimentId]);
});

test('a report that comes between the fold of a trial and its mark is folded the next time', async () => {
  const { trialIds } = await make(first);
  const [trialId] = trialIds as [number];
  await bed.report(trialId, 'validation', 1, { loss: 1 });
  await expectExact(first);
  await bed.report(trialId, 'validation', 2, { loss: 2 });
  let folding: Promise<StoredRanges> | undefined;
  await bed.db.transaction().execute(async (tx) => {
    // Whoever folds has read the summaries before it comes to this row.
    await sql`select from metric_range_blocks where project_id = ${first} for update`.execute(tx);
    folding = bestMetrics(bed.db, first);
    await eventually('it waits for the block', async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database() and query like '%insert into metric_range_blocks%'`.execute(bed.db);
      return rows.length > 0;
    });
    await bed.report(trialId, 'validation', 3, { loss: 3 });
  });
  await folding;
  expect((await expectExact(first)).validation_metrics?.loss?.parts[0]).toEqual([3, 3]);
});

test('what is asked again without a change is not folded again, and a change reads one leaf', async () => {
  const all: Made[] = [];
  for (let count = 0; count < 40; count += 1) all.push(await make(first));
  for (const { trialIds } of all) await bed.report(trialIds[0] ?? 0, 'validation', 1, { loss: trialIds[0] ?? 0 });
  await expectExact(first);
  const versions = async () =>
    (
      await sql<{ block: string; version: string }>`select level || '.' || number as block, xmin::text as version
        from metric_range_blocks where project_id = ${first} order by level, number`.execute(bed.db)
    ).rows;
  const before = await versions();
  expect(before.map(({ block }) => block)).toEqual(['0.0', '0.1', '1.0']);
  await expectExact(first);
  expect(await versions()).toEqual(before);
  await bed.report(all[39]?.trialIds[0] ?? 0, 'validation', 2, { loss: 0 });
  await expectExact(first);
  const changed = (await versions()).filter(({ version }, at) => version !== before[at]?.version);
  expect(changed.map(({ block }) => block)).toEqual(['0.1', '1.0']);
});
