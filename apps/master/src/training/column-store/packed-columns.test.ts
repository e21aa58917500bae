import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  deleteExperimentRoute,
  moveExperimentRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropFullOfGaps, packProject } from './pack-project.ts';
import packBlock from './shared/pack-block.ts';

let cluster: DevCluster;
let projects: number[] = [];
const client = () => cluster.admin.client;
const db = () => cluster.master.db;

beforeAll(async () => {
  cluster = await startDevCluster();
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'space' });
  for (const name of ['one', 'two']) {
    const { project } = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name });
    projects = [...projects, project?.id ?? 0];
  }
});
afterAll(() => cluster.stop());

interface Made {
  experimentId: number;
  runId: number;
  project: number;
  lr: number;
  /** Of its reports, one after the other. */
  losses: number[];
  archived: boolean;
}
let made: Made[] = [];

async function make(project: number, lr: number, loss: number): Promise<Made> {
  const { experiment } = await client().call(createExperimentRoute, {
    config: `name: one\nsearcher: {name: single, metric: loss}\nhyperparameters: {lr: ${lr}, net: {depth: 3}}`,
    projectId: project,
    unmanaged: true,
  });
  const experimentId = experiment?.id ?? 0;
  const { trial } = await client().call(createTrialRoute, { experimentId, hparams: { lr }, unmanaged: true });
  const one = { experimentId, runId: trial?.id ?? 0, project, lr, losses: [], archived: false };
  made.push(one);
  await report(one, loss);
  await client().call(patchTrialRoute, { trialId: one.runId, state: 'STATE_COMPLETED' });
  return one;
}

async function report(one: Made, loss: number): Promise<void> {
  const metrics = { trialId: one.runId, stepsCompleted: one.losses.length + 1, metrics: { avgMetrics: { loss } } };
  await client().call(reportTrialMetricsRoute, { group: 'validation', metrics });
  one.losses.push(loss);
}

async function pack(limits = { least: 1, most: 5 }): Promise<void> {
  for (const projectId of projects) {
    for (const of of ['run', 'experiment'] as const)
      await packProject(db(), async (input) => packBlock(input), { projectId, of }, limits);
  }
}

const field = (columnName: string, operator: string, value: unknown, location: string) => ({
  ...{ kind: 'field', columnName, operator, value, location: `LOCATION_TYPE_${location}` },
  type: 'COLUMN_TYPE_NUMBER',
});
const filter = (children: unknown[], conjunction = 'and') =>
  JSON.stringify({ filterGroup: { kind: 'group', conjunction, children }, showArchived: false });

/** What the calls find is what was made. */
async function expectExact(project: number): Promise<void> {
  const shown = made.filter((one) => one.project === project && !one.archived);
  const last = (one: Made) => one.losses.at(-1) ?? 0;
  const byLoss = shown.toSorted((a, b) => last(a) - last(b) || a.runId - b.runId);
  const few = shown.filter((one) => one.lr < 0.5 && last(one) >= 0.3).toSorted((a, b) => b.runId - a.runId);
  const either = shown.filter((one) => one.lr >= 0.8 || one.runId === shown[0]?.runId);
  const runs = async (request: object) =>
    (await client().call(searchRunsRoute, { projectId: project, limit: 500, ...request })).runs.map(({ id }) => id);
  const experiments = async (request: object) =>
    (await client().call(searchExperimentsRoute, { projectId: project, limit: 500, ...request })).experiments.map(
      ({ experiment }) => experiment?.id,
    );
  const runIds = (all: Made[]) => all.map(({ runId }) => runId);
  const experimentIds = (all: Made[]) => all.map(({ experimentId }) => experimentId);
  const ofLoss = field('validation.loss.last', '>=', 0.3, 'VALIDATIONS');
  const ofRuns = field('hp.lr', '<', 0.5, 'RUN_HYPERPARAMETERS');
  const configured = field('hp.lr', '<', 0.5, 'HYPERPARAMETERS');
  const sorted = { filter: filter([]), sort: 'validation.loss.last=asc' };
  expect(await runs(sorted)).toEqual(runIds(byLoss));
  expect(await experiments(sorted)).toEqual(experimentIds(byLoss));
  expect(await runs({ filter: filter([ofLoss, ofRuns]), sort: 'id=desc' })).toEqual(runIds(few));
  expect(await runs({ filter: filter([ofLoss, configured]), sort: 'id=desc' })).toEqual(runIds(few));
  expect(await experiments({ filter: filter([ofLoss, configured]), sort: 'id=desc' })).toEqual(experimentIds(few));
  // Half of it is the database's: the id.
  const high = field('hp.lr', '>=', 0.8, 'RUN_HYPERPARAMETERS');
  const first = field('id', '=', shown[0]?.runId ?? 0, 'RUN');
  expect(await runs({ filter: filter([high, first], 'or'), sort: 'experimentName=asc,hp.lr=desc' })).toEqual(
    runIds(either.toSorted((a, b) => b.lr - a.lr || a.runId - b.runId)),
  );
  const page = await client().call(searchRunsRoute, { projectId: project, ...sorted, offset: 2, limit: 3 });
  expect(page.runs.map(({ id }) => id)).toEqual(runIds(byLoss).slice(2, 5));
  expect(page.pagination?.total).toBe(byLoss.length);
}

const expectAllExact = async () => {
  for (const project of projects) await expectExact(project);
};

/** Always the same numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.round((state / 2_147_483_648) * 1000) / 1000;
  };
}

test('[API-061] [API-123] what changes, is moved or deleted after it was packed is found as it is', async () => {
  const next = numbers(8);
  const [one = 0, two = 0] = projects;
  for (let i = 0; i < 14; i += 1) await make(i % 3 === 0 ? two : one, next(), next());
  await expectAllExact();
  await pack();
  await expectAllExact();

  const some = (at: number) => made[at] as Made;
  // Late reports, of the best run as well; a run made after the others were packed.
  for (const at of [0, 1, 5]) await report(some(at), next());
  await make(one, next(), next());
  await expectAllExact();

  for (const at of [2, 3, 7]) {
    const moved = some(at);
    moved.project = moved.project === one ? two : one;
    const { experimentId, project: destinationProjectId } = moved;
    await client().call(moveExperimentRoute, { experimentId, destinationProjectId });
  }
  await expectAllExact();
  // Another block has them again; the old one still names them.
  await pack();
  await expectAllExact();
  const back = some(3);
  back.project = back.project === one ? two : one;
  await client().call(moveExperimentRoute, { experimentId: back.experimentId, destinationProjectId: back.project });
  await expectAllExact();

  await client().call(archiveExperimentRoute, { id: some(4).experimentId });
  some(4).archived = true;
  await expectAllExact();

  const gone = [some(6), some(8)];
  for (const { experimentId } of gone) await client().call(deleteExperimentRoute, { experimentId });
  made = made.filter((each) => !gone.includes(each));
  await expectAllExact();
  await eventually('its rows are gone', async () => {
    const ids = gone.map(({ runId }) => runId);
    const { rows } = await sql`select 1 from trial_metrics where trial_id = any(${ids}::int[])`.execute(db());
    return rows.length === 0;
  });
  await expectAllExact();

  // Given anew.
  const given = some(9);
  given.lr = 0.999;
  const { rows } = await sql<{ external_id: string }>`update trials set external_id = 'again' where id = ${given.runId}
    returning external_id`.execute(db());
  await sql`update trials set hparams = '{"lr": 0.999}' where id = ${given.runId}`.execute(db());
  await sql`update experiments set config = jsonb_set(config, '{hyperparameters,lr,val}', '0.999')
    where id = ${given.experimentId}`.execute(db());
  expect(rows).toHaveLength(1);
  await expectAllExact();
  await pack({ least: 1, most: 100 });
  await expectAllExact();
});

test('what is packed is not read from its rows', async () => {
  await pack();
  const summaries = sql`update trial_metrics set summary_metrics = jsonb_build_object('validation_metrics', '{}'::jsonb)`;
  await db()
    .transaction()
    .execute(async (tx) => {
      // Behind the back of the triggers that would take the mark away.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`create table kept as select trial_id, summary_metrics from trial_metrics`.execute(tx);
      await sql`${summaries} where packed`.execute(tx);
    });
  await expectAllExact();
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update trial_metrics m set summary_metrics = k.summary_metrics from kept k where k.trial_id = m.trial_id`.execute(
        tx,
      );
      await sql`drop table kept`.execute(tx);
    });
});

test('a project whose blocks are full of gaps is packed anew', async () => {
  const [projectId = 0] = projects;
  await pack();
  const blocks = async () =>
    Number(
      (
        await sql<{ n: number }>`select count(*)::int as n from packed_blocks where project_id = ${projectId}`.execute(
          db(),
        )
      ).rows[0]?.n,
    );
  expect(await blocks()).toBeGreaterThan(0);
  for (const of of ['run', 'experiment'] as const) await dropFullOfGaps(db(), { projectId, of });
  expect(await blocks()).toBeGreaterThan(0);
  for (const of of ['run', 'experiment'] as const) await dropFullOfGaps(db(), { projectId, of }, { few: 0, most: 0 });
  expect(await blocks()).toBe(0);
  await expectAllExact();
  await pack();
  await expectAllExact();
});

test('a run that changes while it is packed is left for a later turn', async () => {
  const [projectId = 0] = projects;
  const next = numbers(9);
  const late = await make(projectId, next(), next());
  await pack();
  await report(late, next());
  const packed = await packProject(
    db(),
    async (input) => {
      await report(late, next());
      return packBlock(input);
    },
    { projectId, of: 'run' },
    { least: 1, most: 100 },
  );
  expect(packed).toBe(0);
  await expectAllExact();
  await pack();
  await expectAllExact();
});

test('searches go on while runs are packed and report, each finding every run once', async () => {
  const [projectId = 0] = projects;
  const next = numbers(10);
  const more: Made[] = [];
  for (let i = 0; i < 6; i += 1) more.push(await make(projectId, next(), next()));
  const shown = made.filter((one) => one.project === projectId && !one.archived).length;
  let going = true;
  const searches = (async () => {
    let count = 0;
    for (; going; count += 1) {
      const { runs, pagination } = await client().call(searchRunsRoute, {
        projectId,
        limit: 500,
        filter: filter([]),
        sort: 'validation.loss.last=desc',
      });
      expect([new Set(runs.map(({ id }) => id)).size, pagination?.total]).toEqual([shown, shown]);
    }
    return count;
  })();
  for (let turn = 0; turn < 5; turn += 1) {
    await pack({ least: 1, most: 4 });
    for (const one of more) await report(one, next());
  }
  going = false;
  expect(await searches).toBeGreaterThan(3);
  await expectAllExact();
});
