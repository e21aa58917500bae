import { deleteProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createGenericTaskRoute,
  getGenericTaskConfigRoute,
  killGenericTaskRoute,
} from '@determined/contract/tasks/generic-tasks-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const machines = new ScriptedLauncher([2]);
const { environments } = machines;
let cluster: DevCluster;
let admin: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({
    launcher: machines,
    env: {
      DET_RESOURCE_POOLS: `[{pool_name: default}, {pool_name: packed, task_container_defaults: {
        python: {requirements: [from-pool], index: "https://me:hidden@packages.example/simple"}}}]`,
    },
  });
  admin = cluster.admin;
});
afterAll(() => cluster.stop());
afterEach(() => {
  for (const { allocationId } of machines.running()) machines.end(allocationId, { exitCode: 0 });
});

const file = (path: string, content: string) => ({
  path,
  content: Buffer.from(content).toString('base64'),
  type: 48,
  mode: 0o644,
});
const asking = (requirements: string, more = '') =>
  `entrypoint: [python3, work.py]\nresources: {slots: 1}\nenvironment: {python: {requirements: ${requirements}${more}}}\n`;
const create = async (config: string, more: object = {}) =>
  (await admin.client.call(createGenericTaskRoute, { config, contextDirectory: [], ...more })).taskId;
const isMade = (words: string) => eventually(`${words} is made`, () => environments.making().includes(words));
const runOf = (taskId: string) =>
  eventually(`a run of ${taskId}`, () => machines.running().find(({ id }) => id.startsWith(taskId)));
const stateOf = async (taskId: string) => (await admin.client.call(getTaskRoute, { taskId })).task?.taskState;

async function neededBy(taskId: string): Promise<string[] | null> {
  const row = await cluster.master.db
    .selectFrom('tasks as t')
    .leftJoin('task_environments as e', 'e.id', 't.environment_id')
    .select('e.requirements')
    .where('t.id', '=', taskId)
    .executeTakeFirstOrThrow();
  return row.requirements;
}

async function logOf(taskId: string): Promise<string> {
  const lines: string[] = [];
  for await (const { log } of admin.client.stream(taskLogsRoute, { taskId })) lines.push(log);
  return lines.join('');
}

test('its packages are made before it is given slots, and its log says so', async () => {
  const taskId = await create(asking('[Small_Helper, "numpy<2"]'));
  await isMade('numpy<2 small-helper');
  const plain = await create('entrypoint: [a]\nresources: {slots: 1}\n');
  await runOf(plain);
  expect(machines.running()).toHaveLength(1);
  environments.end('numpy<2 small-helper');
  const run = await runOf(taskId);
  expect(run.packages).toMatchObject({ requirements: ['numpy<2', 'small-helper'], index: null });
  expect(await logOf(taskId)).toMatch(
    /Making the Python environment \w+ on node-1\n(.*\n)*The Python environment is ready\.\n/,
  );
});

test('what cannot be made ends it with the reason', async () => {
  const before = machines.started.length;
  const taskId = await create(asking('[not-there]'));
  await isMade('not-there');
  environments.end('not-there', 'no package fits not-there');
  await eventually('it has ended', async () => (await stateOf(taskId)) === 'GENERIC_TASK_STATE_ERROR');
  expect(machines.started).toHaveLength(before);
  expect(await logOf(taskId)).toContain('its Python environment could not be made: no package fits not-there');
});

test('files of requirements lie in its context, its own, an inherited one, or that of its original', async () => {
  const contextDirectory = [
    file('needs/all.txt', '-r ../base.txt\nsecond==2 # this one\n'),
    file('base.txt', 'first\n'),
  ];
  const text = asking('needs/all.txt');
  const own = await create(text, { contextDirectory });
  expect(await neededBy(own)).toEqual(['first', 'second==2']);
  const child = await create(text, { parentId: own, inheritContext: true });
  expect(await neededBy(child)).toEqual(['first', 'second==2']);
  const fork = await create('', { forkedFrom: own });
  expect(await neededBy(fork)).toEqual(['first', 'second==2']);
  expect(await failureOf(create(text, { contextDirectory: [file('other.txt', 'first\n')] }))).toBe(
    `InvalidArgument: invalid generic task config: <config>.environment.python.requirements: "needs/all.txt" is not among the task's files`,
  );
  for (const taskId of [own, fork]) await admin.client.call(killGenericTaskRoute, { taskId, killFromRoot: false });
});

test('those of its pool are the weaker layer; the login of an index is shown to nobody', async () => {
  const inPool = (config: string) => config.replace('{slots: 1}', '{slots: 0, resource_pool: packed}');
  const plain = await create(inPool('entrypoint: [a]\nresources: {slots: 1}\n'));
  expect(await neededBy(plain)).toEqual(['from-pool']);
  const own = await create(inPool(asking('[mine]', ', index: "https://you:secret@mine.example/simple"')));
  expect(await neededBy(own)).toEqual(['mine']);
  const { config } = await admin.client.call(getGenericTaskConfigRoute, { taskId: own });
  expect(config).toContain('https://********@mine.example/simple');
  expect(config).not.toContain('secret');
  const fork = await create('', { forkedFrom: own });
  const { rows } = await cluster.master.db.executeQuery<{ index_url: string }>(
    cluster.master.db
      .selectFrom('tasks as t')
      .innerJoin('task_environments as e', 'e.id', 't.environment_id')
      .select('e.index_url')
      .where('t.id', '=', fork)
      .compile(),
  );
  expect(rows).toEqual([{ index_url: 'https://you:secret@mine.example/simple' }]);
  for (const taskId of [plain, own, fork])
    await admin.client.call(killGenericTaskRoute, { taskId, killFromRoot: false });
});

test('they are forgotten with the last project that asks for them', async () => {
  const { workspace } = await admin.client.call(postWorkspaceRoute, { name: 'packages' });
  const inProject = async (name: string) => {
    const { project } = await admin.client.call(postProjectRoute, { name, workspaceId: workspace?.id ?? 0 });
    const taskId = await create(asking('[only-here]'), { projectId: project?.id });
    await admin.client.call(killGenericTaskRoute, { taskId, killFromRoot: false });
    await eventually('it is killed', async () => (await stateOf(taskId)) === 'GENERIC_TASK_STATE_CANCELED');
    return project?.id ?? 0;
  };
  const [one, other] = [await inProject('one'), await inProject('other')];
  const known = async () => {
    const rows = await cluster.master.db.selectFrom('task_environments').select('requirements').execute();
    return rows.some(({ requirements }) => requirements.includes('only-here'));
  };
  const gone = (id: number) =>
    eventually('the project is gone', async () => {
      const row = await cluster.master.db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
      return row === undefined;
    });
  await admin.client.call(deleteProjectRoute, { id: one });
  await gone(one);
  expect(await known()).toBe(true);
  await admin.client.call(deleteProjectRoute, { id: other });
  await gone(other);
  expect(await known()).toBe(false);
});
