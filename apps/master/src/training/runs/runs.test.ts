import { readFileSync } from 'node:fs';
import { getMetadataValuesRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, moveExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  archiveRunsRoute,
  getRunMetadataRoute,
  postRunMetadataRoute,
  searchRunsRoute,
} from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute, putTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, refusalOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { chosenRuns } from './shared/chosen-runs.ts';

let cluster: DevCluster;
const sight = new LimitedSight();
let project = 0;
let experimentId = 0;
/** Of one search: the first has ended and reported, the second goes on. */
let runs: number[] = [];
const client = () => cluster.admin.client;

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'space' });
  const made = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'runs', key: 'RUN' });
  project = made.project?.id ?? 0;
  const { experiment } = await client().call(createExperimentRoute, {
    config: `name: many
description: of two
labels: [red]
searcher: {name: random, metric: loss, max_trials: 2}
hyperparameters: {lr: {type: double, minval: 0, maxval: 1}}`,
    projectId: project,
    unmanaged: true,
  });
  experimentId = experiment?.id ?? 0;
  for (const lr of [0.25, 0.5]) {
    const { trial } = await client().call(createTrialRoute, { experimentId, hparams: { lr }, unmanaged: true });
    runs.push(trial?.id ?? 0);
  }
  runs = runs.toSorted((a, b) => a - b);
  for (const group of ['training', 'validation'])
    await client().call(reportTrialMetricsRoute, {
      group,
      metrics: { trialId: runs[0] ?? 0, stepsCompleted: 1, metrics: { avgMetrics: { loss: 0.5 } } },
    });
  await client().call(patchTrialRoute, { trialId: runs[0] ?? 0, state: 'STATE_COMPLETED' });
});
afterAll(() => cluster.stop());

const search = (request: object = {}) => client().call(searchRunsRoute, { projectId: project, ...request });
const setMetadata = (runId: number, metadata: Record<string, unknown>) =>
  client().call(postRunMetadataRoute, { runId, metadata });
const values = async (key: string, projectId = project) =>
  (await client().call(getMetadataValuesRoute, { projectId, key })).values;
const field = (columnName: string, operator: string, value: unknown, more: object = {}) => ({
  filterGroup: { kind: 'field', columnName, operator, value, location: 'LOCATION_TYPE_RUN', ...more },
});
const idsOf = async (filter: object) => (await search({ filter: JSON.stringify(filter) })).runs.map(({ id }) => id);

test('[EXPLIST-127, EXPLIST-128] a run tells of itself, and of the search it is a part of', async () => {
  const [ended, going] = (await search()).runs;
  expect(ended).toEqual({
    id: runs[0],
    state: 'STATE_COMPLETED',
    startTime: expect.any(String),
    endTime: expect.any(String),
    duration: expect.any(Number),
    userId: cluster.admin.id,
    labels: ['red'],
    archived: false,
    parentArchived: false,
    checkpointCount: 0,
    checkpointSize: 0,
    searcherMetricValue: 0.5,
    hyperparameters: { lr: 0.25 },
    summaryMetrics: {
      avg_metrics: { loss: expect.objectContaining({ last: 0.5 }) },
      validation_metrics: { loss: expect.objectContaining({ last: 0.5 }) },
    },
    projectId: project,
    projectName: 'runs',
    workspaceId: expect.any(Number),
    workspaceName: 'space',
    localId: 'RUN-1',
    experiment: {
      id: experimentId,
      name: 'many',
      description: 'of two',
      searcherType: 'random',
      searcherMetric: 'loss',
      resourcePool: '',
      progress: expect.any(Number),
      unmanaged: true,
      isMultitrial: true,
    },
  });
  expect(going).toMatchObject({ id: runs[1], endTime: null, localId: 'RUN-2', summaryMetrics: {} });
});

test('[API-123] a page of runs says how many there are; of all projects where none is named', async () => {
  const page = await search({ limit: 1, offset: 1, sort: 'id=desc' });
  expect(page.runs.map(({ id }) => id)).toEqual([runs[0]]);
  expect(page.pagination).toMatchObject({ total: 2, startIndex: 1, endIndex: 2 });
  expect((await client().call(searchRunsRoute, {})).runs.map(({ id }) => id)).toEqual(runs);
  expect(await codeOf(search({ projectId: 9999 }))).toBe('NotFound');
});

test('[API-124] with the limit -2 runs are only counted', async () => {
  const { runs: none, pagination } = await search({ limit: -2 });
  expect([none, pagination?.total]).toEqual([[], 2]);
});

test('[API-130] the metadata of a run are replaced as a whole, and found by', async () => {
  const [run = 0] = runs;
  expect(await client().call(getRunMetadataRoute, { runId: run })).toEqual({ metadata: {} });
  const metadata = { team: 'red', deep: { n: 1, day: '2026-02-03' }, list: [1, 'two', { a: 1 }], none: null, map: {} };
  expect((await setMetadata(run, metadata)).metadata).toEqual(metadata);
  expect(await client().call(getRunMetadataRoute, { runId: run })).toEqual({ metadata });
  expect((await search()).runs.map((one) => one.metadata)).toEqual([metadata, undefined]);
  const of = (columnName: string, operator: string, value: unknown, type?: string) =>
    idsOf(field(columnName, operator, value, { location: 'LOCATION_TYPE_RUN_METADATA', type }));
  const text = 'COLUMN_TYPE_TEXT';
  expect(await of('metadata.list', '=', '{"a":1}', text)).toEqual([run]);
  expect(await of('metadata.deep.day', '<', '2026-02-04', 'COLUMN_TYPE_DATE')).toEqual([run]);
  for (const key of ['none', 'map', 'list']) expect(await of(`metadata.${key}`, 'notEmpty', null)).toEqual([run]);
  await setMetadata(run, { team: 'blue' });
  expect(await of('metadata.team', '=', 'red', text)).toEqual([]);
  expect(await of('metadata.team', '=', 'blue', text)).toEqual([run]);
  expect(await of('metadata.list', 'notEmpty', null)).toEqual([]);
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
test.each([
  ['a key of 51 characters', { ['k'.repeat(51)]: 1 }, 'metadata key exceeds maximum length of 50 characters'],
  ['a key with a dot', { 'a.b': 1 }, 'metadata keys can not contain the following character(s):  $ . [ ]'],
  ['a text of 5001 characters', { a: 'x'.repeat(5001) }, 'metadata value exceeds maximum length of 5000 characters'],
  ['a list of 101 items', { a: Array(101).fill(1) }, 'metadata array exceeds maximum length of 101/100 elements'],
  ['eleven maps in each other', nested(11), 'metadata exceeds maximum nesting depth of 10'],
  [
    '1001 keys',
    Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, n])),
    'request exceeds run metadata key count limit ofs 1000',
  ],
  [
    'a map in a list that is too long as text',
    { a: [{ b: 'x'.repeat(4999) }] },
    'metadata value exceeds maximum length',
  ],
])('metadata beyond their limits are refused, and nothing is changed: %s', async (_what, metadata, message) => {
  const [run = 0] = runs;
  await setMetadata(run, { team: 'kept' });
  const { code, message: said } = await refusalOf(setMetadata(run, metadata as Record<string, unknown>));
  expect([code, said]).toEqual(['InvalidArgument', expect.stringContaining(`error flattening metadata: ${message}`)]);
  expect((await client().call(getRunMetadataRoute, { runId: run })).metadata).toEqual({ team: 'kept' });
  expect(await values('team')).toEqual(['kept']);
});

test('metadata at their limits are taken', async () => {
  const [run = 0] = runs;
  const most = Object.fromEntries(Array.from({ length: 998 }, (_, n) => [`k${n}`, n]));
  await setMetadata(run, { ...most, ['k'.repeat(50)]: 'x'.repeat(5000), list: Array(100).fill(1) });
  await setMetadata(run, nested(10) as Record<string, unknown>);
  expect((await search()).runs[0]?.metadata).toEqual(nested(10));
});

test('[API-212] the values that a key has in a project, each once; they go with the run where that is moved', async () => {
  const [first = 0, second = 0] = runs;
  await setMetadata(first, { team: 'red', tags: ['b', 'a'], deep: { on: true }, n: 2 });
  await setMetadata(second, { team: 'red', tags: ['a'], deep: { on: false }, n: null });
  expect(await values('team')).toEqual(['red']);
  expect(await values('tags')).toEqual(['a', 'b']);
  expect(await values('metadata.deep.on')).toEqual(['false', 'true']);
  expect(await values('n')).toEqual(['2']);
  expect(await values('zz')).toEqual([]);
  expect(await values('team', 1)).toEqual([]);
  expect(await codeOf(values('team', 9999))).toBe('NotFound');
  await client().call(moveExperimentRoute, { experimentId, destinationProjectId: 1 });
  expect([await values('team'), await values('team', 1)]).toEqual([[], ['red']]);
  await client().call(moveExperimentRoute, { experimentId, destinationProjectId: project });
});

test('runs of what is archived are shown as archived, those of what is being deleted not at all', async () => {
  const set = (change: { archived?: boolean; state?: 'DELETING' | 'COMPLETED' }) =>
    cluster.master.db.updateTable('experiments').set(change).where('id', '=', experimentId).execute();
  await set({ archived: true });
  expect((await search()).runs.map(({ archived }) => archived)).toEqual([true, true]);
  expect(await idsOf({})).toEqual([]);
  expect(await idsOf({ showArchived: true })).toEqual(runs);
  await set({ archived: false });
  const archive = (archived: boolean) =>
    cluster.master.db
      .updateTable('trials')
      .set({ archived })
      .where('id', '=', runs[0] ?? 0)
      .execute();
  await archive(true);
  for (const filter of [{}, field('id', '>', 0)]) {
    const found = await search({ filter: JSON.stringify(filter) });
    expect([found.runs.map(({ id }) => id), found.pagination?.total]).toEqual([[runs[1]], 1]);
  }
  expect((await search()).runs.map(({ archived }) => archived)).toEqual([true, false]);
  await archive(false);
  await set({ state: 'DELETING' });
  expect((await search()).pagination?.total).toBe(0);
  expect(await values('team')).toEqual([]);
  await set({ state: 'COMPLETED' });
});

test('a bulk call is about its ids, or about what its filter finds where its caller may look', async () => {
  const stranger = await cluster.newUser();
  const ctx = async ({ id, username }: { id: number; username: string }) => ({
    db: cluster.master.db,
    master: cluster.master,
    user: { id, username, displayName: '' },
    rights: await sight.policy({ id, username, displayName: '', admin: false }, cluster.master.db),
  });
  const admin = await ctx(cluster.admin);
  const chosen = (runIds: number[], filter?: object, from = admin) =>
    chosenRuns(from, { runIds, projectId: project, ...(filter && { filter: JSON.stringify(filter) }) });
  expect(await chosen([7, 7, 9999])).toEqual([7, 9999]);
  expect(await chosen([])).toEqual([]);
  const all = field('id', '>', 0);
  expect(await chosen([], all)).toEqual(runs);
  expect(await chosen([], field('state', '=', 'COMPLETED'))).toEqual([runs[0]]);
  expect(await chosenRuns(admin, { runIds: [], projectId: 1, filter: JSON.stringify(all) })).toEqual([]);
  expect(await codeOf(chosen([1], all))).toBe('InvalidArgument');
  const nothing = { kind: 'group', conjunction: 'and', children: [] };
  for (const filter of [
    {},
    { showArchived: true },
    { filterGroup: nothing },
    {
      filterGroup: { ...nothing, children: [nothing, { kind: 'field', columnName: 'id', operator: '=', value: null }] },
    },
  ]) {
    expect(await codeOf(chosen([], filter))).toBe('InvalidArgument');
  }
  sight.limit(stranger.id, { workspaces: [9999] });
  expect(await chosen([], all, await ctx(stranger))).toEqual([]);
});

test('metadata of before there was a table of their values stand in it as those of after', async () => {
  const { db } = cluster.master;
  const [first = 0, second = 0] = runs;
  await setMetadata(first, {
    a: 1,
    b: 'x',
    c: true,
    d: null,
    e: { f: 1.5, g: { h: 'deep' }, m: {} },
    l: [1, 'a', [2]],
  });
  const times = ['2024-02-29', '2024-03', '2024-03-01T12:00:00.5+02:00'];
  const none = ['2024-02-31', '2024-13', '2024-03-01T25:00:00Z', '2024-03-01T12:00:00', '2024-03T12:00:00Z'];
  await setMetadata(second, { empty: [], map: {}, times, none, day: times[0], noDay: none[0] });
  const stored = async () =>
    (await sql<{ time: string | null }>`select * from run_metadata order by trial_id, key, value::text`.execute(db))
      .rows;
  const made = await stored();
  expect(made.filter(({ time }) => time !== null)).toHaveLength(4);
  await sql`delete from run_metadata`.execute(db);
  const file = new URL('../../platform/db/migrations/0137-run-metadata.sql', import.meta.url);
  const migration = readFileSync(file, 'utf8');
  const { pool, close } = await cluster.connect();
  await pool.query(migration.slice(migration.indexOf('create function'))).finally(close);
  expect(await stored()).toEqual(made);
});

test('as many are counted as there are, whatever is archived or left out', async () => {
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'counted' });
  const { project: own } = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'counted' });
  const projectId = own?.id ?? 0;
  const config = 'name: x\nsearcher: {name: random, metric: loss, max_trials: 3}\nhyperparameters: {}';
  const experiments: number[] = [];
  const trials: number[] = [];
  for (const _ of [1, 2, 3]) {
    const { experiment } = await client().call(createExperimentRoute, { config, projectId, unmanaged: true });
    experiments.push(experiment?.id ?? 0);
    for (const _ of [1, 2]) {
      const { trial } = await client().call(createTrialRoute, { experimentId: experiment?.id ?? 0, unmanaged: true });
      trials.push(trial?.id ?? 0);
      await client().call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
    }
  }
  const counts = async (all: boolean) => {
    const filter = JSON.stringify({
      filterGroup: { kind: 'group', conjunction: 'and', children: [] },
      showArchived: all,
    });
    const found = await client().call(searchRunsRoute, { projectId, filter });
    expect(found.pagination?.total).toBe(found.runs.length);
    return found.runs.length;
  };
  expect([await counts(true), await counts(false)]).toEqual([6, 6]);
  await sql`update experiments set archived = true where id = ${experiments[0]}`.execute(cluster.master.db);
  await client().call(archiveRunsRoute, { projectId, runIds: trials.slice(1, 3) });
  expect([await counts(true), await counts(false)]).toEqual([6, 3]);
  await sql`update experiments set state = 'DELETING' where id = ${experiments[2]}`.execute(cluster.master.db);
  expect([await counts(true), await counts(false)]).toEqual([4, 1]);
});

test('[EXPLIST-128] a run kept elsewhere tells its name there, and how many checkpoints it has of what size', async () => {
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'elsewhere' });
  let projectId = workspace?.id ?? 0;
  // Ids that are alike could stand for each other.
  for (let made = 1; projectId === workspace?.id; made++) {
    const { project: next } = await client().call(postProjectRoute, {
      workspaceId: workspace?.id ?? 0,
      name: `elsewhere ${made}`,
    });
    projectId = next?.id ?? 0;
  }
  const { experiment } = await client().call(createExperimentRoute, {
    config: '{name: theirs, searcher: {name: single, metric: loss}, hyperparameters: {}}',
    projectId,
    unmanaged: true,
  });
  const { trial } = await client().call(putTrialRoute, {
    externalTrialId: 'run of theirs',
    createTrialRequest: { experimentId: experiment?.id ?? 0, hparams: {}, unmanaged: true },
  });
  for (const [last, bytes] of [1, 20].entries())
    await client().call(reportCheckpointRoute, {
      checkpoint: {
        uuid: `00000000-0000-0000-0000-00000000000${last}`,
        taskId: trial?.taskId ?? '',
        state: 'STATE_COMPLETED',
        resources: { 'w.bin': bytes },
        metadata: { steps_completed: bytes },
      },
    });
  expect((await search({ projectId })).runs).toMatchObject([
    {
      externalRunId: 'run of theirs',
      checkpointCount: 2,
      checkpointSize: 21,
      workspaceId: workspace?.id,
      hyperparameters: {},
      summaryMetrics: {},
    },
  ]);
});
