import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { mostCountedLines } from '@determined/contract/training/column-facts.ts';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { archiveRunsRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { getFilterCountsRoute } from '@determined/contract/training/values-ext-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../../testing/limited-sight.ts';
import { packProject } from '../../column-store/pack-project.ts';
import packBlock from '../../column-store/shared/pack-block.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
const client = () => cluster.admin.client;
let project = 0;
let runs: number[] = [];
/** Bob's experiment is theirs. */
let bob: DevUser;

/** Name and searcher of an experiment, and what each of its runs was given and reported. */
const made = [
  [
    'anna',
    'random',
    [
      { lr: 0.1, loss: 1 },
      { lr: 0.2, loss: 2 },
      { lr: 0.3, loss: 3 },
    ],
  ],
  ['bob', 'random', [{ lr: 0.4, loss: 4 }]],
  ['carl', 'single', [{ lr: 0.5, loss: 5 }]],
] as const;

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'space' });
  const created = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'counts' });
  project = created.project?.id ?? 0;
  bob = await cluster.newUser();
  for (const [name, searcher, given] of made) {
    const config = `{name: ${name}, searcher: {name: ${searcher}, metric: loss${searcher === 'random' ? ', max_trials: 9' : ''}}, hyperparameters: {lr: ${given[0].lr}}}`;
    const owner = name === 'bob' ? bob.client : client();
    const { experiment } = await owner.call(createExperimentRoute, { config, projectId: project, unmanaged: true });
    for (const { lr, loss } of given) {
      const asked = { experimentId: experiment?.id ?? 0, hparams: { lr }, unmanaged: true };
      const trialId = (await client().call(createTrialRoute, asked)).trial?.id ?? 0;
      runs = [...runs, trialId];
      if (name === 'bob') await client().call(postRunMetadataRoute, { runId: trialId, metadata: { team: 'red' } });
      const metrics = { trialId, stepsCompleted: 1, metrics: { avgMetrics: { loss } } };
      await client().call(reportTrialMetricsRoute, { group: 'validation', metrics });
      await client().call(patchTrialRoute, { trialId, state: name === 'carl' ? 'STATE_ERROR' : 'STATE_COMPLETED' });
    }
  }
  // A day after the other.
  await sql`update trials set start_time = '2020-01-01Z'::timestamptz + (id - ${runs[0] ?? 0}) * interval '1 day'`.execute(
    cluster.master.db,
  );
});
afterAll(() => cluster.stop());

type Query = ExtRequestOf<typeof getFilterCountsRoute>['query'];
type Node = { kind: string; children?: Node[] };
const group = (conjunction: 'and' | 'or', ...children: Node[]) => ({ kind: 'group', conjunction, children });
const field = (columnName: string, location: string, type: string, operator: string, value: unknown) => ({
  ...{ kind: 'field', columnName, location: `LOCATION_TYPE_${location}`, type: `COLUMN_TYPE_${type}`, operator, value },
});
const text = (filterGroup: Node) => JSON.stringify({ filterGroup });
const named = (part: string) => field('experimentName', 'RUN', 'TEXT', 'contains', part);
const lr = (operator: string, value: number) => field('hp.lr', 'RUN_HYPERPARAMETERS', 'NUMBER', operator, value);
const loss = (operator: string, value: number) =>
  field('validation.loss.last', 'VALIDATIONS', 'NUMBER', operator, value);
const nothing = field('experimentName', 'RUN', 'TEXT', 'contains', null);

const counts = async (filterGroup: Node, { of = 'run', ...more }: Partial<Query> = {}) => {
  const asked = { params: { projectId: project }, query: { of, filter: text(filterGroup), ...more } };
  const { total, found, lines } = await client().call(getFilterCountsRoute, asked);
  return [`${found} of ${total}`, ...lines.map(({ alone, without }) => `${alone}, without ${without}`)];
};

test.each(['as they come', 'packed'])(
  'each line says what it finds alone, and what is found without it, %s',
  async (how) => {
    if (how === 'packed')
      for (const of of ['run', 'experiment'] as const) {
        const limits = { least: 1, most: 2, alsoGoingOn: true };
        const scope = { projectId: project, of };
        expect(await packProject(cluster.master.db, async (input) => packBlock(input), scope, limits)).toBeGreaterThan(
          0,
        );
      }
    // By name, what it was given, what it reported.
    expect(await counts(group('and', named('a'), lr('>', 0.15), loss('<', 3.5)))).toEqual([
      '2 of 5',
      '4, without 2',
      '4, without 3',
      '3, without 3',
    ]);
    expect(await counts(group('or', named('anna'), lr('>', 0.45)))).toEqual(['4 of 5', '3, without 1', '1, without 3']);
    // A group is a line before what is in it.
    expect(
      await counts(group('and', named('a'), group('or', lr('<', 0.15), group('and', lr('>', 0.25), loss('<', 4))))),
    ).toEqual([
      '2 of 5',
      '4, without 2',
      '2, without 4',
      '1, without 1',
      '1, without 1',
      '3, without 3',
      '3, without 3',
    ]);
  },
);

test.each(['few of all runs', 'most of them'])(
  'columns that experiments and runs have of themselves are counted in their own tables, where a project has %s',
  async (share) => {
    // Known only after it was looked at.
    if (share === 'most of them') await sql`analyze trials`.execute(cluster.master.db);
    const user = (id: number) => field('user', 'RUN', 'NUMBER', '=', id);
    const state = field('state', 'RUN', 'TEXT', '!=', 'ERROR');
    const start = (operator: string, day: string) =>
      field('startTime', 'RUN', 'DATE', operator, `2020-01-${day}T12:00:00.000Z`);
    expect(await counts(group('and', user(bob.id), state, start('>', '02')))).toEqual([
      '1 of 5',
      '1, without 2',
      '4, without 1',
      '3, without 1',
    ]);
    expect(await counts(group('or', user(bob.id), start('<', '01')))).toEqual([
      '2 of 5',
      '1, without 1',
      '1, without 1',
    ]);
    // With what is joined to them; what an experiment is called is asked of its runs as well.
    const pool = field('resourcePool', 'RUN', 'TEXT', '!=', 'nowhere');
    const name = field('name', 'EXPERIMENT', 'TEXT', 'contains', 'a');
    expect(await counts(group('and', pool, name, start('<', '03')))).toEqual([
      '3 of 5',
      '5, without 3',
      '4, without 3',
      '3, without 4',
    ]);
    // As what it is of is called now.
    const { rows } = await sql<{
      id: number;
    }>`select experiment_id as id from trials where id = ${runs[0] ?? 0}`.execute(cluster.master.db);
    const call = (name: string) => client().call(patchExperimentRoute, { experiment: { id: rows[0]?.id ?? 0, name } });
    await call('otto');
    expect(await counts(group('and', named('otto'), start('>', '01')))).toEqual([
      '2 of 5',
      '3, without 4',
      '4, without 3',
    ]);
    await call('anna');
  },
);

test('what stands alone in a group is the group; what asks for nothing holds for all', async () => {
  expect(await counts(group('and', named('bob'), group('or', lr('>', 9))))).toEqual([
    '0 of 5',
    '1, without 0',
    '0, without 1',
    '0, without 1',
  ]);
  expect(await counts(group('and'))).toEqual(['5 of 5']);
  expect(await counts(group('and', lr('>', 9)))).toEqual(['0 of 5', '0, without 5']);
  expect(await counts(group('and', nothing, named('bob')))).toEqual(['1 of 5', '5, without 1', '1, without 5']);
});

test('experiments are counted as well, and conditions of every place; what always holds says of which', async () => {
  const name = field('name', 'EXPERIMENT', 'TEXT', 'contains', 'a');
  const configured = field('hp.lr', 'HYPERPARAMETERS', 'NUMBER', '<', 0.45);
  expect(await counts(group('and', name, configured, loss('>', 2)), { of: 'experiment' })).toEqual([
    '0 of 3',
    '2, without 1',
    '2, without 1',
    '2, without 1',
  ]);
  const many = field('searcherType', 'EXPERIMENT', 'TEXT', '!=', 'single');
  const always = text(group('and', many));
  expect(await counts(group('and', name), { of: 'experiment', always })).toEqual(['1 of 2', '1, without 2']);
  expect(await counts(group('and', lr('>', 0.25)), { always })).toEqual(['2 of 4', '2, without 4']);
  // Of runs, what their experiment configures; what they were described with.
  expect(await counts(group('or', configured, field('metadata.team', 'RUN_METADATA', 'TEXT', '=', 'red')))).toEqual([
    '4 of 5',
    '4, without 1',
    '1, without 4',
  ]);
});

test('archived ones count only when asked for', async () => {
  await client().call(archiveRunsRoute, { projectId: project, runIds: [runs[0] ?? 0] });
  expect(await counts(group('and', named('anna')))).toEqual(['2 of 4', '2, without 4']);
  expect(await counts(group('and', lr('<', 0.25)))).toEqual(['1 of 4', '1, without 4']);
  expect(await counts(group('and', lr('<', 0.25)), { archived: true })).toEqual(['2 of 5', '2, without 5']);
});

test('so many lines are counted, and no more; what is no filter is refused', async () => {
  const lines = (count: number) => counts(group('or', ...Array.from({ length: count }, () => named('bob'))));
  expect(await lines(mostCountedLines)).toHaveLength(1 + mostCountedLines);
  expect(await codeOf(lines(mostCountedLines + 1))).toBe('InvalidArgument');
  const nested = group('and', ...Array.from({ length: 26 }, () => group('and', nothing)));
  expect(await codeOf(counts(nested))).toBe('InvalidArgument');
  expect(await codeOf(counts(group('and', field('nobody', 'RUN', 'TEXT', '=', 'x'))))).toBe('InvalidArgument');
  expect(await codeOf(counts(group('and'), { always: '7' }))).toBe('InvalidArgument');
});

test('who may not see the project is told nothing', async () => {
  const grace = await cluster.newUser();
  const query = { of: 'run', filter: text(group('and', named('bob'))) } as const;
  const asked = () => grace.client.call(getFilterCountsRoute, { params: { projectId: project }, query });
  expect((await asked()).found).toBe(1);
  sight.limit(grace.id, { workspaces: [1] });
  cluster.master.bus.emit(rightsChanged, { userId: grace.id });
  await cluster.heard();
  expect(await codeOf(asked())).toBe('NotFound');
});
