import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceProjectsRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  patchExperimentRoute,
  putExperimentLabelRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { findRoute } from '@determined/contract/training/find-ext-routes.ts';
import { getExperimentTrialsRoute, getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { byRank, howFound } from './find-rank.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let ada: DevUser;
const ids: Record<string, number> = {};
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy, launcher: new ScriptedLauncher([2]) });
  ada = await cluster.newUser();
  const { workspace } = await ada.client.call(postWorkspaceRoute, { name: 'Vision' });
  const { project } = await ada.client.call(postProjectRoute, {
    workspaceId: workspace?.id ?? 0,
    name: 'ViT distillation',
  });
  ids.workspace = workspace?.id ?? 0;
  ids.project = project?.id ?? 0;
  for (const [name, labels] of [
    ['vit-s16-distill-asha', '[teacher]'],
    ['soft-distill-t3', '[]'],
    ['100%_sure', '[]'],
    ['distill', '[]'],
    ['Größe', '[Überblick]'],
  ] as const) {
    const config = `name: "${name}"\nlabels: ${labels}\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\n`;
    const { experiment } = await ada.client.call(createExperimentRoute, {
      config,
      projectId: ids.project,
      activate: false,
    });
    ids[name] = experiment?.id ?? 0;
  }
});
afterAll(() => cluster.stop());

async function found(text: string, user = ada): Promise<string[]> {
  const { results } = await user.client.call(findRoute, { query: { text } });
  return results.map(({ kind, name, id }) => (kind === 'trial' ? `trial ${id}` : `${kind} ${name}`));
}

test('every word has to be in a name or a label, whatever its case; the best way comes first', async () => {
  expect(await found('DISTILL')).toEqual([
    'experiment distill',
    'project ViT distillation',
    'experiment soft-distill-t3',
    'experiment vit-s16-distill-asha',
  ]);
  expect(await found('asha  vit')).toEqual(['experiment vit-s16-distill-asha']);
  expect(await found('teacher')).toEqual(['experiment vit-s16-distill-asha']);
  expect(await found('größe überblick')).toEqual(['experiment Größe']);
  expect(await found('vision')).toEqual(['workspace Vision']);
  expect(await found('s1')).toEqual(['experiment vit-s16-distill-asha']);
});

test('signs that mean something to the database are looked for as they are', async () => {
  expect(await found('0%_s')).toEqual(['experiment 100%_sure']);
  expect(await found('%s')).toEqual([]);
  expect(await found("\\'")).toEqual([]);
});

test('where nothing has the words, what nearly does is found', async () => {
  for (const nearly of ['destill-t3', 'distll-t3', 'distxill-t3', 'sftdstl'])
    expect(await found(nearly), nearly).toEqual(['experiment soft-distill-t3']);
  expect(await found('nothing-like-it')).toEqual([]);
});

test('an id finds the experiment and the run that have it; people are found by both their names', async () => {
  const experimentId = ids['soft-distill-t3'] ?? 0;
  const { trials } = await ada.client.call(getExperimentTrialsRoute, { experimentId });
  const own = await found(String(experimentId));
  expect(own[0]).toBe('experiment soft-distill-t3');
  expect(await found(String(trials[0]?.id))).toContain(`trial ${trials[0]?.id}`);
  expect(await found(ada.username)).toEqual([`user ${ada.username}`]);
});

test('without words the freshest come, and nothing that is being deleted', async () => {
  expect((await found(''))[0]).toBe('workspace Vision');
  const { experiment } = await ada.client.call(createExperimentRoute, {
    config: 'name: short-lived\nentrypoint: x\nsearcher: {name: single, metric: loss}\n',
    activate: false,
  });
  expect(await found('short-lived')).toHaveLength(1);
  await cluster.master.db
    .updateTable('experiments')
    .set({ state: 'DELETING' })
    .where('id', '=', experiment?.id ?? 0)
    .execute();
  expect(await found('short-lived')).toEqual([]);
  expect(await found(String(experiment?.id))).not.toContain('experiment short-lived');
});

test('who may not see a thing does not find it, by whatever it is asked for', async () => {
  const stranger = await cluster.newUser();
  const all = ['soft-distill', 'vision', 'distillation', 'softdstl', '', String(ids['soft-distill-t3'])];
  for (const text of all) expect((await found(text, stranger)).join(), text).toMatch(/distill|Vision/);
  sight.limit(stranger.id, { workspaces: [1] });
  cluster.master.bus.emit(rightsChanged, { userId: stranger.id });
  await cluster.heard();
  for (const text of all) expect((await found(text, stranger)).join(), text).not.toMatch(/distill|Vision/);
});

test('[OMNI-037] the quick search reads the projects of all workspaces, by name, each with its workspace', async () => {
  const { project } = await ada.client.call(postProjectRoute, { workspaceId: ids.workspace ?? 0, name: 'Ablations' });
  const { projects } = await ada.client.call(getWorkspaceProjectsRoute, { id: 0, sortBy: 'SORT_BY_NAME' });
  expect(projects.map(({ name, workspaceId }) => [name, workspaceId])).toEqual([
    ['Ablations', ids.workspace],
    ['Uncategorized', 1],
    ['ViT distillation', ids.workspace],
  ]);
  expect(project?.name).toBe('Ablations');
});

test('[OMNI-038] the command bar lists experiments in some states, in an order, and reads one experiment and one trial', async () => {
  const listed = async (states: ('STATE_PAUSED' | 'STATE_COMPLETED')[], orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC') =>
    (
      await ada.client.call(getExperimentsRoute, { states, orderBy, sortBy: 'SORT_BY_ID', projectId: ids.project })
    ).experiments.map(({ id }) => id);
  const paused = await listed(['STATE_PAUSED'], 'ORDER_BY_ASC');
  expect(paused).toEqual(paused.toSorted((one, other) => one - other));
  expect(paused).toContain(ids.distill);
  expect(await listed(['STATE_PAUSED'], 'ORDER_BY_DESC')).toEqual(paused.toReversed());
  expect(await listed(['STATE_COMPLETED'], 'ORDER_BY_DESC')).toEqual([]);
  const experimentId = ids.distill ?? 0;
  const { experiment } = await ada.client.call(getExperimentRoute, { experimentId });
  expect(experiment).toMatchObject({ id: experimentId, name: 'distill' });
  const { trials } = await ada.client.call(getExperimentTrialsRoute, { experimentId });
  const { trial } = await ada.client.call(getTrialRoute, { trialId: trials[0]?.id ?? 0 });
  expect(trial).toMatchObject({ id: trials[0]?.id, experimentId });
});

test('what an experiment is found by follows its name and labels', async () => {
  const id = ids['100%_sure'] ?? 0;
  const words = async () => {
    const kept = cluster.master.db.selectFrom('experiment_words').select('words').where('experiment_id', '=', id);
    return (await kept.executeTakeFirst())?.words;
  };
  expect(await words()).toBe('100%_sure []');
  await ada.client.call(patchExperimentRoute, { experiment: { id, name: 'Zeitlos' } });
  expect(await words()).toBe('zeitlos []');
  await ada.client.call(putExperimentLabelRoute, { experimentId: id, label: 'Ära' });
  expect(await words()).toBe('zeitlos ["ära"]');
});

test('among many, a rare word is found by the index', async () => {
  const { db } = cluster.master;
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'experiments' and is_generated = 'NEVER' and column_name not in ('id', 'job_id', 'state', 'name')`.execute(
    db,
  );
  const copied = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select 'filler-' || n, 'EXPERIMENT', ${ada.id}, now(), 'default', true, false from generate_series(1, 20000) n`.execute(
    db,
  );
  await sql`insert into experiments (job_id, state, name, ${copied})
    select 'filler-' || n, 'COMPLETED', 'sweep number ' || n, ${copied}
    from experiments, generate_series(1, 20000) n where id = ${ids.distill ?? 0} order by n`.execute(db);
  await sql`analyze experiments, experiment_words`.execute(db);
  expect(await found('soft-distill')).toEqual(['experiment soft-distill-t3']);
  expect((await found('sweep')).slice(0, 2)).toEqual([
    'experiment sweep number 20000',
    'experiment sweep number 19999',
  ]);
  const plan = await db.transaction().execute(async (tx) => {
    // Of twenty thousand all are looked through in no time; of many more they are not.
    for (const other of ['enable_seqscan', 'enable_indexscan'])
      await sql`set local ${sql.ref(other)} = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain select e.id from experiment_words w
      join experiments e on e.id = w.experiment_id where w.words like '%soft-distill%'`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain('experiments_by_words');
});

test('what is found by its id, whole, at the start, at a word or within comes in this order', () => {
  const ways = [
    { kind: 'experiment' as const, id: 5, name: 'a lonely 7' },
    { kind: 'experiment' as const, id: 7, name: 'x' },
    { kind: 'project' as const, id: 2, name: 'lone' },
    { kind: 'experiment' as const, id: 9, name: 'lone wolf' },
    { kind: 'experiment' as const, id: 8, name: 'cyclone' },
  ];
  const order = (text: string) => byRank(ways.map((one) => ({ ...one, how: howFound(one, text) }))).map(({ id }) => id);
  expect(order('lone')).toEqual([2, 9, 5, 8, 7]);
  expect(order('7')[0]).toBe(7);
});
