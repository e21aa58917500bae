import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { archiveRunsRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { getColumnValuesRoute } from '@determined/contract/training/values-ext-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../../testing/limited-sight.ts';
import { packProject } from '../../column-store/pack-project.ts';
import packBlock from '../../column-store/shared/pack-block.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
const client = () => cluster.admin.client;
let project = 0;
let experiments: number[] = [];
let runs: number[] = [];

/** Name, tags (and more) and optimizer of an experiment, and the optimizer that each of its runs was given. */
const made = [
  [
    'Vision',
    '[red, old], description: about digits',
    '{type: categorical, vals: [adam, sgd]}',
    ['adam', 'adam', 'sgd'],
  ],
  ['Vision', '[red]', 'adam', ['adam']],
  ['speech', '[]', '0.5', ['AdamW']],
] as const;

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'space' });
  const created = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'values' });
  project = created.project?.id ?? 0;
  for (const [name, labels, optimizer, given] of made) {
    const config = `{name: ${name}, labels: ${labels}, searcher: {name: random, metric: loss, max_trials: 9}, hyperparameters: {net: {optimizer: ${optimizer}}}}`;
    const { experiment } = await client().call(createExperimentRoute, { config, projectId: project, unmanaged: true });
    experiments = [...experiments, experiment?.id ?? 0];
    for (const chosen of given) {
      const hparams = { net: { optimizer: chosen }, seed: 1 };
      const asked = { experimentId: experiment?.id ?? 0, hparams, unmanaged: true };
      const trialId = (await client().call(createTrialRoute, asked)).trial?.id ?? 0;
      runs = [...runs, trialId];
      const metadata = { team: { lead: `${name} lead` }, day: '2026-01-01' };
      await client().call(postRunMetadataRoute, { runId: trialId, metadata });
      const metrics = { trialId, stepsCompleted: 1, metrics: { avgMetrics: { best: `by ${chosen}` } } };
      await client().call(reportTrialMetricsRoute, { group: 'validation', metrics });
      await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
    }
  }
});
afterAll(() => cluster.stop());

type Query = ExtRequestOf<typeof getColumnValuesRoute>['query'];
const values = async (of: Query['of'], where: string, column: string, more: Partial<Query> = {}) => {
  // One of the contract's words.
  const location = `LOCATION_TYPE_${where}` as Query['location'];
  const asked = { params: { projectId: project }, query: { of, column, location, ...more } };
  const reply = await client().call(getColumnValuesRoute, asked);
  return reply.values.map(({ value, count }) => `${value} ${count}`);
};

test('what the database has is given with its counts, that of the most rows first', async () => {
  expect(await values('experiment', 'EXPERIMENT', 'name')).toEqual(['Vision 2', 'speech 1']);
  expect(await values('run', 'RUN', 'experimentName')).toEqual(['Vision 4', 'speech 1']);
  expect(await values('experiment', 'EXPERIMENT', 'tags')).toEqual(['red 2', 'old 1']);
  expect(await values('run', 'RUN', 'tags')).toEqual(['red 4', 'old 3']);
  expect(await values('run', 'RUN', 'searcherMetric')).toEqual(['loss 5']);
  expect(await values('run', 'RUN', 'localId')).toHaveLength(5);
  expect(await values('run', 'RUN_METADATA', 'metadata.team.lead')).toEqual(['Vision lead 4', 'speech lead 1']);
  expect(await values('experiment', 'EXPERIMENT', 'description')).toEqual(['about digits 1']);
  expect(await values('run', 'RUN', 'experimentDescription')).toEqual(['about digits 3']);
  // Nobody has given one, and a date is no text.
  expect(await values('experiment', 'EXPERIMENT', 'externalTrialId')).toEqual([]);
  expect(await values('run', 'RUN_METADATA', 'metadata.day')).toEqual([]);
});

test.each(['as they come', 'packed'])('so are hyperparameters and metrics that are texts, %s', async (how) => {
  if (how === 'packed') {
    for (const of of ['run', 'experiment'] as const) {
      const limits = { least: 1, most: 2, alsoGoingOn: true };
      const packed = await packProject(
        cluster.master.db,
        async (input) => packBlock(input),
        { projectId: project, of },
        limits,
      );
      expect(packed).toBe(of === 'run' ? 5 : 3);
    }
  }
  expect(await values('run', 'RUN_HYPERPARAMETERS', 'hp.net.optimizer')).toEqual(['adam 3', 'AdamW 1', 'sgd 1']);
  expect(await values('run', 'RUN_HYPERPARAMETERS', 'hp.seed')).toEqual([]);
  expect(await values('run', 'RUN_HYPERPARAMETERS', 'hp.net')).toEqual([]);
  expect(await values('experiment', 'HYPERPARAMETERS', 'hp.net.optimizer')).toEqual(['adam 2', 'sgd 1']);
  expect(await values('run', 'VALIDATIONS', 'validation.best.last')).toEqual(['by adam 3', 'by AdamW 1', 'by sgd 1']);
});

test('whether a value is all that its rows have is said: not where there are several, or choices', async () => {
  const wholes = async (of: Query['of'], column: string, location: Query['location']) => {
    const reply = await client().call(getColumnValuesRoute, {
      params: { projectId: project },
      query: { of, column, location },
    });
    return Object.fromEntries(reply.values.map(({ value, whole }) => [value, whole]));
  };
  expect(await wholes('experiment', 'name', 'LOCATION_TYPE_EXPERIMENT')).toEqual({ Vision: true, speech: true });
  expect(await wholes('run', 'tags', 'LOCATION_TYPE_RUN')).toEqual({ red: false, old: false });
  const metadata = await wholes('run', 'metadata.team.lead', 'LOCATION_TYPE_RUN_METADATA');
  expect(metadata).toEqual({ 'Vision lead': true, 'speech lead': true });
  const given = await wholes('run', 'hp.net.optimizer', 'LOCATION_TYPE_RUN_HYPERPARAMETERS');
  expect(given).toEqual({ adam: true, AdamW: true, sgd: true });
  // One of both that have it chooses from several.
  const configured = await wholes('experiment', 'hp.net.optimizer', 'LOCATION_TYPE_HYPERPARAMETERS');
  expect(configured).toEqual({ adam: false, sgd: false });
});

test('typed text narrows them, in capitals or not; a filter says in which rows', async () => {
  expect(await values('run', 'RUN', 'experimentName', { typed: 'VIS' })).toEqual(['Vision 4']);
  expect(await values('run', 'RUN', 'experimentName', { typed: '%' })).toEqual([]);
  expect(await values('run', 'RUN_METADATA', 'metadata.team.lead', { typed: 'Eech' })).toEqual(['speech lead 1']);
  const optimizers = (more: Partial<Query>) => values('run', 'RUN_HYPERPARAMETERS', 'hp.net.optimizer', more);
  expect(await optimizers({ typed: 'ADAM' })).toEqual(['adam 3', 'AdamW 1']);
  const field = { kind: 'field', columnName: 'experimentId', location: 'LOCATION_TYPE_RUN', operator: '=' };
  const filter = JSON.stringify({ filterGroup: { ...field, value: experiments[0] } });
  expect(await optimizers({ filter })).toEqual(['adam 2', 'sgd 1']);
  expect(await values('run', 'RUN', 'experimentName', { filter })).toEqual(['Vision 3']);
});

test('archived ones count only when asked for, and at most twenty values are given', async () => {
  await client().call(archiveRunsRoute, { projectId: project, runIds: [runs[0] ?? 0] });
  await client().call(killExperimentRoute, { id: experiments[2] ?? 0 });
  await client().call(archiveExperimentRoute, { id: experiments[2] ?? 0 });
  expect(await values('run', 'RUN', 'experimentName')).toEqual(['Vision 3']);
  expect(await values('experiment', 'EXPERIMENT', 'name')).toEqual(['Vision 2']);
  expect(await values('run', 'RUN_METADATA', 'metadata.team.lead')).toEqual(['Vision lead 3']);
  const optimizers = (archived?: true) => values('run', 'RUN_HYPERPARAMETERS', 'hp.net.optimizer', { archived });
  expect(await optimizers()).toEqual(['adam 2', 'sgd 1']);
  expect(await optimizers(true)).toEqual(['adam 3', 'AdamW 1', 'sgd 1']);
  expect(await values('experiment', 'EXPERIMENT', 'name', { archived: true })).toEqual(['Vision 2', 'speech 1']);
  for (let n = 0; n < 21; n += 1) {
    const config = `{name: many ${n}, searcher: {name: single, metric: loss}, hyperparameters: {net: {optimizer: o${n}}}}`;
    await client().call(createExperimentRoute, { config, projectId: project, unmanaged: true });
  }
  expect(await values('experiment', 'EXPERIMENT', 'name')).toHaveLength(20);
  expect(await values('experiment', 'HYPERPARAMETERS', 'hp.net.optimizer')).toHaveLength(20);
});

test.each([
  ['experiment', 'EXPERIMENT', 'nothing'],
  ['experiment', 'EXPERIMENT', 'state'],
  ['experiment', 'EXPERIMENT', 'numTrials'],
  ['experiment', 'RUN_METADATA', 'metadata.team.lead'],
  ['experiment', 'VALIDATIONS', 'best'],
  ['experiment', 'UNSPECIFIED', 'name'],
  ['run', 'RUN', 'name'],
  ['run', 'RUN', 'startTime'],
  ['run', 'HYPERPARAMETERS', 'hp.net.optimizer'],
] as const)('of the %s table the column %s %s is refused: it has no texts', async (of, where, column) => {
  expect(await codeOf(values(of, where, column))).toBe('InvalidArgument');
});

test('who may not see the project is told nothing', async () => {
  const grace = await cluster.newUser();
  const query = { of: 'run', column: 'experimentName', location: 'LOCATION_TYPE_RUN' } as const;
  const asked = () => grace.client.call(getColumnValuesRoute, { params: { projectId: project }, query });
  expect((await asked()).values).not.toEqual([]);
  sight.limit(grace.id, { workspaces: [1] });
  cluster.master.bus.emit(rightsChanged, { userId: grace.id });
  await cluster.heard();
  expect(await codeOf(asked())).toBe('NotFound');
});
