import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type MetricsTestBed, startMetricsTestBed } from '../../metrics/testing/metrics-test-bed.ts';
import { enterNames, metricsOfExperiments, type NameSource, namesOfProject } from './experiment-names.ts';
import { deleteExperimentRow } from './experiment-store.ts';

let bed: MetricsTestBed;
beforeAll(async () => {
  bed = await startMetricsTestBed();
});
afterAll(() => bed.close());

let projects = 0;

async function aProject(): Promise<number> {
  const { workspace_id, user_id } = await bed.db.selectFrom('projects').selectAll().limit(1).executeTakeFirstOrThrow();
  projects += 1;
  const { id } = await bed.db
    .insertInto('projects')
    .values({ name: `names ${projects}`, key: `N${projects}`, workspace_id, user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function anExperiment(projectId: number): Promise<number> {
  const { experimentId } = await bed.makeTrials(0);
  await moveTo(experimentId, projectId);
  return experimentId;
}

const moveTo = (id: number, projectId: number) =>
  bed.db.updateTable('experiments').set({ project_id: projectId }).where('id', '=', id).execute();

/** `name:type` each. */
const enter = (tx: Tx, experimentId: number, source: NameSource, names: readonly string[], group = '') =>
  enterNames(
    tx,
    names.map((text) => {
      const [name = '', type = ''] = text.split(':');
      return { experimentId, source, group, name, type };
    }),
  );

const entered = (experimentId: number, source: NameSource, names: readonly string[], group = '') =>
  inTransaction(bed.db, (tx) => enter(tx, experimentId, source, names, group));

const told = async (projectId: number, source: NameSource) =>
  (await namesOfProject(bed.db, projectId, source)).map(
    ({ group, name, type, experimentId }) => `${group}${group && '.'}${name}:${type} of ${experimentId}`,
  );

const setsOf = async (...experiments: number[]) =>
  (
    await sql<{ id: number }>`select distinct set_id as id from experiment_names
      where experiment_id = any(${experiments}::int[]) order by 1`.execute(bed.db)
  ).rows.map(({ id }) => id);

const stillThere = async (sets: readonly number[]) =>
  (
    await sql<{ id: number }>`select id from name_sets where id = any(${sets}::int[]) order by 1`.execute(bed.db)
  ).rows.map(({ id }) => id);

test('experiments of the same names share their sets, in whatever order and however many at once they were entered', async () => {
  const project = await aProject();
  const [one, two] = [await anExperiment(project), await anExperiment(project)];
  await entered(one, 'metric', ['loss:number', 'note:string'], 'training');
  await entered(two, 'metric', ['note:string'], 'training');
  const [, between = 0] = await setsOf(one, two);
  await entered(two, 'metric', ['loss:number', 'note:string'], 'training');
  expect(await setsOf(one, two)).toHaveLength(1);
  expect(await stillThere([between])).toEqual([]);
  expect(await told(project, 'metric')).toEqual([`training.loss:number of ${one}`, `training.note:string of ${one}`]);
  // The same names of something else are not theirs.
  await entered(two, 'config', ['loss:number', 'note:string']);
  expect(await setsOf(one, two)).toHaveLength(2);
  expect(await told(project, 'config')).toEqual([`loss:number of ${two}`, `note:string of ${two}`]);
});

test('names are those of the project that the experiment is in, each type with the oldest that has it, until it is gone', async () => {
  const [project, other] = [await aProject(), await aProject()];
  const [one, two, three] = [await anExperiment(project), await anExperiment(project), await anExperiment(project)];
  await entered(one, 'config', ['a:N', 'b:T']);
  await entered(two, 'config', ['a:T', 'c:N']);
  await entered(three, 'config', ['a:N', 'c:N']);
  expect(await told(project, 'config')).toEqual([`a:N of ${one}`, `a:T of ${two}`, `b:T of ${one}`, `c:N of ${two}`]);
  await moveTo(one, other);
  expect(await told(project, 'config')).toEqual([`a:N of ${three}`, `a:T of ${two}`, `c:N of ${two}`]);
  expect(await told(other, 'config')).toEqual([`a:N of ${one}`, `b:T of ${one}`]);
  const sets = await setsOf(two);
  await inTransaction(bed.db, async (tx) => {
    const row = await tx.selectFrom('experiments').selectAll().where('id', '=', two).executeTakeFirstOrThrow();
    await deleteExperimentRow(tx, row);
  });
  expect(await told(project, 'config')).toEqual([`a:N of ${three}`, `c:N of ${three}`]);
  expect(await stillThere(sets)).toEqual([]);
  await moveTo(one, project);
  expect(await told(project, 'config')).toEqual([`a:N of ${one}`, `b:T of ${one}`, `c:N of ${three}`]);
});

test('what trials of one experiment enter at once is all there, and so are sets that others give up meanwhile', async () => {
  const project = await aProject();
  const experiments = await Promise.all(Array.from({ length: 6 }, () => anExperiment(project)));
  const names = Array.from({ length: 12 }, (_, n) => `m${String(n).padStart(2, '0')}:number`);
  // All go through the same sets, each with two that enter at once.
  await Promise.all(
    experiments.flatMap((id) =>
      [names, names.toReversed()].map(async (each) => {
        for (const name of each) await entered(id, 'metric', [name], 'training');
      }),
    ),
  );
  for (const id of experiments)
    expect(await metricsOfExperiments(bed.db, [id])).toEqual(
      names.map((name) => ({ group: 'training', name: name.slice(0, 3) })),
    );
  expect(await setsOf(...experiments)).toHaveLength(1);
});
