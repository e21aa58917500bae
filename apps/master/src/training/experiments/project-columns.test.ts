import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
  const { client } = cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, {
    config:
      'name: c\nsearcher: {name: single, metric: loss}\nhyperparameters: {lr: {type: double, minval: 0, maxval: 1}}',
    unmanaged: true,
  });
  const { trial } = await client.call(createTrialRoute, {
    experimentId: experiment?.id ?? 0,
    hparams: { lr: 0.5, layers: [1, 2] },
    unmanaged: true,
  });
  const trialId = trial?.id ?? 0;
  for (const group of ['training', 'validation', 'inference'])
    await client.call(reportTrialMetricsRoute, {
      group,
      metrics: { trialId, stepsCompleted: 1, metrics: { avgMetrics: { loss: 1 } } },
    });
  await client.call(postRunMetadataRoute, {
    runId: trialId,
    metadata: { team: 'red', day: '2026-01-02', tags: ['a'] },
  });
});
afterAll(() => cluster.stop());

const columnsOf = async (tableType: 'TABLE_TYPE_EXPERIMENT' | 'TABLE_TYPE_RUN') =>
  (await cluster.admin.client.call(getProjectColumnsRoute, { id: 1, tableType })).columns;
const all = async () => [...(await columnsOf('TABLE_TYPE_EXPERIMENT')), ...(await columnsOf('TABLE_TYPE_RUN'))];
const at = (columns: Awaited<ReturnType<typeof all>>, name: string) => columns.find(({ column }) => column === name);

test('[PROJ-053] a column tells its id, the name to show, its place and its type', async () => {
  const columns = await all();
  expect(at(columns, 'startTime')).toEqual({
    column: 'startTime',
    displayName: 'Start time',
    location: 'LOCATION_TYPE_EXPERIMENT',
    type: 'COLUMN_TYPE_DATE',
  });
  for (const one of columns) {
    expect(one).toEqual({
      column: expect.stringMatching(/./),
      displayName: expect.any(String),
      location: expect.stringMatching(/^LOCATION_TYPE_(?!UNSPECIFIED)/),
      type: expect.stringMatching(/^COLUMN_TYPE_/),
    });
  }
});

test('[PROJ-054] columns are text, numbers, dates or lists; what has no kind of its own is unspecified', async () => {
  const columns = await columnsOf('TABLE_TYPE_RUN');
  const types = ['metadata.team', 'hp.lr', 'metadata.day', 'metadata.tags', 'archived'].map(
    (name) => at(columns, name)?.type,
  );
  expect(types).toEqual(['TEXT', 'NUMBER', 'DATE', 'ARRAY', 'UNSPECIFIED'].map((type) => `COLUMN_TYPE_${type}`));
  expect(new Set((await all()).map(({ type }) => type))).toEqual(new Set(types));
});

test('[PROJ-055] columns are of experiments, their hyperparameters and metrics, of runs, theirs and their metadata', async () => {
  const of = async (table: 'TABLE_TYPE_EXPERIMENT' | 'TABLE_TYPE_RUN') => [
    ...new Set((await columnsOf(table)).map(({ location }) => location.replace('LOCATION_TYPE_', ''))),
  ];
  const metrics = ['VALIDATIONS', 'TRAINING', 'CUSTOM_METRIC'];
  expect((await of('TABLE_TYPE_EXPERIMENT')).sort()).toEqual(['EXPERIMENT', 'HYPERPARAMETERS', ...metrics].sort());
  expect((await of('TABLE_TYPE_RUN')).sort()).toEqual(
    ['RUN', 'RUN_HYPERPARAMETERS', 'RUN_METADATA', ...metrics].sort(),
  );
});

test('[PROJ-056] there are columns for the table of experiments and for that of runs', async () => {
  const ask = (type: string) =>
    cluster.fetch(`/api/v1/projects/1/columns?tableType=${type}`, { token: cluster.admin.token });
  const first = async (type: string) => ((await (await ask(type)).json()) as { columns: object[] }).columns[0];
  expect(await first('TABLE_TYPE_EXPERIMENT')).toMatchObject({ column: 'id', displayName: 'ID' });
  expect(await first('TABLE_TYPE_RUN')).toMatchObject({ column: 'id', displayName: 'Global Run ID' });
  expect((await ask('TABLE_TYPE_HOUSE')).status).toBe(400);
});
