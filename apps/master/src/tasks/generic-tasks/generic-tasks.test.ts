import { gunzipSync } from 'node:zlib';
import { getJobsRoute, updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import {
  deleteGlobalConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import {
  archiveProjectRoute,
  deleteProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getTaskHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import {
  createGenericTaskRoute,
  getGenericTaskConfigRoute,
  killGenericTaskRoute,
  pauseGenericTaskRoute,
  unpauseGenericTaskRoute,
} from '@determined/contract/tasks/generic-tasks-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import {
  getTaskAcceleratorDataRoute,
  getTaskContextDirectoryRoute,
  getTaskRoute,
  getTasksRoute,
} from '@determined/contract/tasks/tasks-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';

const sight = new LimitedSight();
const machines = new ScriptedLauncher([4]);
let cluster: DevCluster;
let admin: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({
    policy: sight.policy,
    launcher: machines,
    env: {
      DET_RESOURCE_POOLS: `[{pool_name: default}, {pool_name: other, task_container_defaults: {
        environment_variables: [POOL=1, WORD=pool], work_dir: /tmp, bind_mounts: [{host_path: /a, container_path: /b}],
        log_policies: [{name: full, pattern: disk is full, action: exclude_node}]}}]`,
    },
  });
  admin = cluster.admin;
});
afterAll(() => cluster.stop());
afterEach(() =>
  eventually('nothing waits or runs', async () => {
    for (const { allocationId } of machines.running()) machines.end(allocationId, { exitCode: 0 });
    return Object.keys((await admin.client.call(getTasksRoute, {})).allocationIdToSummary).length === 0;
  }),
);
await eventually('nothing is left', () => machines.running().length === 0);

const none = { contextDirectory: [] };
const config = 'entrypoint: [python3, work.py]\nresources: {slots: 1}\n';
const create = async (more: object = {}, user = admin) =>
  (await user.client.call(createGenericTaskRoute, { config, ...none, ...more })).taskId;
const read = async (taskId: string, user = admin) => (await user.client.call(getTaskRoute, { taskId })).task;
const stateOf = async (taskId: string) => (await read(taskId))?.taskState?.slice('GENERIC_TASK_STATE_'.length);
const isState = (taskId: string, state: string) =>
  eventually(`${taskId} is ${state}`, async () => (await stateOf(taskId)) === state);
const pause = (taskId: string, user = admin) => user.client.call(pauseGenericTaskRoute, { taskId });
const unpause = (taskId: string, user = admin) => user.client.call(unpauseGenericTaskRoute, { taskId });
const kill = (taskId: string, killFromRoot = false, user = admin) =>
  user.client.call(killGenericTaskRoute, { taskId, killFromRoot });
const runs = (allocationId: string) =>
  eventually(`${allocationId} runs`, () => machines.running().find((task) => task.allocationId === allocationId));
const configOf = async (taskId: string) =>
  JSON.parse((await admin.client.call(getGenericTaskConfigRoute, { taskId })).config);
const logOf = async (taskId: string) => {
  const lines: string[] = [];
  for await (const { log } of admin.client.stream(taskLogsRoute, { taskId })) lines.push(log);
  return lines.join('');
};
const contextOf = async (taskId: string) => {
  const { b64Tgz } = await admin.client.call(getTaskContextDirectoryRoute, { taskId });
  return b64Tgz === '' ? '' : gunzipSync(Buffer.from(b64Tgz, 'base64')).toString('latin1');
};
const file = (path: string, text: string) => ({
  ...{ path, type: 48, mode: 0o644, uid: 0, gid: 0, mtime: 1_700_000_000 },
  content: Buffer.from(text).toString('base64'),
});
let made = 0;
const place = async (user = admin) => {
  const { workspace } = await user.client.call(postWorkspaceRoute, { name: `Space ${++made}` });
  const workspaceId = workspace?.id ?? 0;
  const { project } = await user.client.call(postProjectRoute, { workspaceId, name: 'Project' });
  return { workspaceId, projectId: project?.id ?? 0 };
};

describe('its life', () => {
  test('[API-137] [API-139] [API-141] it is queued, launched with its files, logs, and ends as its program does', async () => {
    const taskId = await create({
      config: `${config}environment: {environment_variables: [WORD=hello]}\n`,
      contextDirectory: [file('work.py', 'print("hello")\n')],
    });
    const task = await runs(`${taskId}.1`);
    expect(task).toMatchObject({
      entrypoint: ['python3', 'work.py'],
      workDir: null,
      environment: { DET_TASK_TYPE: 'GENERIC', DET_TASK_ID: taskId, DET_USER: 'admin', WORD: 'hello' },
    });
    expect(gunzipSync(task.context ?? '').toString('latin1')).toContain('print("hello")');
    expect(await contextOf(taskId)).toContain('print("hello")');
    await eventually('it is told to run', async () => (await read(taskId))?.allocations[0]?.state === 'STATE_RUNNING');
    expect(await read(taskId)).toEqual({
      taskId,
      taskType: 'TASK_TYPE_GENERIC',
      taskState: 'GENERIC_TASK_STATE_ACTIVE',
      allocations: [expect.objectContaining({ allocationId: `${taskId}.1`, state: 'STATE_RUNNING' })],
      startTime: expect.any(String),
    });
    const told = { containerId: 'c', acceleratorType: 'cpu', acceleratorUuids: ['u'], nodeName: 'node-1', taskId };
    const acceleratorData = { ...told, allocationId: `${taskId}.1` };
    await cluster.fetch(`/api/v1/allocations/${taskId}.1/acceleratorData`, {
      method: 'POST',
      token: task.environment.DET_SESSION_TOKEN ?? '',
      body: JSON.stringify({ allocationId: `${taskId}.1`, acceleratorData }),
    });
    expect((await admin.client.call(getTaskAcceleratorDataRoute, { taskId })).acceleratorData).toMatchObject([told]);
    machines.end(task.allocationId, { exitCode: 0 });
    await isState(taskId, 'COMPLETED');
    expect((await read(taskId))?.endTime).toBeDefined();
    expect(await logOf(taskId)).toMatch(
      new RegExp(`^Scheduling Generic Task ${taskId} \\(id: ${taskId}.1\\)[^]*Generic Task ${taskId} was terminated`),
    );
    expect(await configOf(taskId)).toEqual({
      entrypoint: ['python3', 'work.py'],
      environment: { environment_variables: ['WORD=hello'] },
      resources: { slots: 1 },
    });
    expect(await codeOf(admin.client.call(getGenericTaskConfigRoute, { taskId: 'zz' }))).toBe('NotFound');
  });

  test('a program that fails is an ERROR; one word, or a text, is given to a shell', async () => {
    const taskId = await create({ config: 'entrypoint: exit 3\n' });
    const task = await runs(`${taskId}.1`);
    expect(task.entrypoint).toEqual(['/bin/sh', '-c', 'exit 3']);
    machines.end(task.allocationId, { exitCode: 3 });
    await isState(taskId, 'ERROR');
    const other = await create({ config: 'entrypoint: ["exit 0"]\n' });
    expect((await runs(`${other}.1`)).entrypoint).toEqual(['/bin/sh', '-c', 'exit 0']);
  });

  test('[TASK-033] [API-143] paused it is stopped, unpaused it goes on as the same task in another allocation', async () => {
    const taskId = await create();
    await runs(`${taskId}.1`);
    await pause(taskId);
    await isState(taskId, 'PAUSED');
    expect(machines.running()).toEqual([]);
    expect(await failureOf(pause(taskId))).toBe(
      `FailedPrecondition: cannot pause task ${taskId} as it is in state 'PAUSED'`,
    );
    await unpause(taskId);
    expect((await runs(`${taskId}.2`)).environment.DET_TASK_ID).toBe(taskId);
    expect(await failureOf(unpause(taskId))).toBe(
      `FailedPrecondition: cannot unpause task ${taskId} as it is not in paused state`,
    );
    await kill(taskId);
    await isState(taskId, 'CANCELED');
    expect(await failureOf(kill(taskId))).toBe(
      `FailedPrecondition: cannot cancel task ${taskId} as it is in state 'CANCELED'`,
    );
    expect(machines.started.filter((id) => id.startsWith(taskId))).toEqual([`${taskId}.1`, `${taskId}.2`]);
    for (const call of [pause, unpause, kill]) expect(await codeOf(call('zz'))).toBe('NotFound');
    const { changes } = await admin.client.call(getTaskHistoryRoute, { params: { taskId } });
    const by = admin.username;
    expect(changes.map(({ from, to, user }) => [from, to, user?.username ?? null])).toEqual([
      [null, 'ACTIVE', by],
      ['ACTIVE', 'STOPPING_PAUSED', by],
      ['STOPPING_PAUSED', 'PAUSED', null],
      ['PAUSED', 'ACTIVE', by],
      ['ACTIVE', 'STOPPING_CANCELED', by],
      ['STOPPING_CANCELED', 'CANCELED', null],
    ]);
  });

  test('what waits is paused and killed at once; what is paused is killed at once', async () => {
    const blocker = await create({ config: 'entrypoint: [x]\nresources: {slots: 4}\n' });
    await runs(`${blocker}.1`);
    const taskId = await create();
    await pause(taskId);
    expect(await stateOf(taskId)).toBe('PAUSED');
    await unpause(taskId);
    await pause(taskId);
    await kill(taskId);
    expect(await stateOf(taskId)).toBe('CANCELED');
    const queued = await create();
    await kill(queued);
    expect(await stateOf(queued)).toBe('CANCELED');
    expect(machines.started.some((id) => id.startsWith(taskId) || id.startsWith(queued))).toBe(false);
  });

  test('`no_pause` is told and kept: not paused, and not begun anew when its machine loses it', async () => {
    const taskId = await create({ noPause: true });
    await runs(`${taskId}.1`);
    expect((await read(taskId))?.noPause).toBe(true);
    expect(await failureOf(pause(taskId))).toContain(`cannot pause task ${taskId} with \`no_pause\` set to true`);
    machines.end(`${taskId}.1`, { exitCode: 137, cause: 'lost', message: 'the machine went away' });
    await isState(taskId, 'ERROR');
    const other = await create();
    await runs(`${other}.1`);
    machines.end(`${other}.1`, { exitCode: 137, cause: 'lost', message: 'the machine went away' });
    await runs(`${other}.2`);
    expect(await stateOf(other)).toBe('ACTIVE');
  });

  test('it is found again by the next master: running, waiting and paused, each once', async () => {
    const running = await create({ config: 'entrypoint: [x]\nresources: {slots: 4}\n' });
    await runs(`${running}.1`);
    const waiting = await create();
    const paused = await create();
    await pause(paused);
    await cluster.restart();
    admin = cluster.admin;
    expect(await stateOf(paused)).toBe('PAUSED');
    machines.end(`${running}.1`, { exitCode: 0 });
    await isState(running, 'COMPLETED');
    await runs(`${waiting}.1`);
    await unpause(paused);
    await runs(`${paused}.2`);
    const started = machines.started.filter((id) => [running, waiting, paused].some((task) => id.startsWith(task)));
    expect(started).toEqual([`${running}.1`, `${waiting}.1`, `${paused}.2`]);
  });
});

describe('parents, children and forks', () => {
  test('killing takes all descendants, from the root all of its tree', async () => {
    const root = await create();
    const child = await create({ parentId: root });
    const grandchild = await create({ parentId: child });
    expect((await read(grandchild))?.parentId).toBe(child);
    await kill(grandchild);
    await isState(grandchild, 'CANCELED');
    expect([await stateOf(root), await stateOf(child)]).toEqual(['ACTIVE', 'ACTIVE']);
    const sibling = await create({ parentId: root });
    await kill(child, true);
    for (const id of [root, child, sibling]) await isState(id, 'CANCELED');
    expect(await failureOf(create({ parentId: root }))).toContain("as it is in state 'CANCELED'");
  });

  test('pausing takes only descendants that said that they may be paused; unpausing those that are', async () => {
    const root = await create();
    const [willing, silent] = [await create({ parentId: root, noPause: false }), await create({ parentId: root })];
    for (const id of [root, willing, silent]) await runs(`${id}.1`);
    await pause(root);
    await isState(root, 'PAUSED');
    await isState(willing, 'PAUSED');
    expect(await stateOf(silent)).toBe('ACTIVE');
    await unpause(root);
    await runs(`${root}.2`);
    await runs(`${willing}.2`);
    expect(machines.started).not.toContain(`${silent}.2`);
  });

  test('a fork has the configuration of its original, key by key, and its files; a child inherits files when asked to', async () => {
    const files = [file('a.txt', 'original')];
    const original = await create({ config: `${config}debug: true\n`, contextDirectory: files });
    const fork = await create({ config: 'resources: {slots: 0}\n', forkedFrom: original });
    expect(await configOf(fork)).toEqual({ entrypoint: ['python3', 'work.py'], resources: { slots: 0 }, debug: true });
    expect((await read(fork))?.forkedFrom).toBe(original);
    expect(await contextOf(fork)).toContain('original');
    const same = await create({ config: '', forkedFrom: original });
    expect(await configOf(same)).toEqual(await configOf(original));
    expect(await contextOf(await create({ parentId: original, inheritContext: true }))).toContain('original');
    expect(await contextOf(await create({ parentId: original }))).toBe('');
    const own = { forkedFrom: original, contextDirectory: [file('b.txt', 'of its own')] };
    expect(await contextOf(await create(own))).not.toContain('original');
    const archives = await cluster.master.db.selectFrom('generic_task_contexts').select('hash').execute();
    // However many hold them.
    expect(new Set(archives.map(({ hash }) => hash)).size).toBe(archives.length);
    expect(await failureOf(create({ inheritContext: true }))).toContain('inheritContext needs a parentId');
    expect(await failureOf(create({ ...own, parentId: original, inheritContext: true }))).toContain('contextDirectory');
    for (const by of ['parentId', 'forkedFrom']) {
      expect(await failureOf(create({ [by]: 'zz' }))).toBe("NotFound: task 'zz' not found");
    }
  });
});

describe('what it may ask for', () => {
  test.each([
    ['', 'No config file nor forked task provided'],
    [
      'resources: {slots: 0}',
      'Check Failed! 1 errors found:\n\terror found at root: entrypoint must be non-empty: 0 is not greater than 0',
    ],
    ['entrypoint: []', 'entrypoint must be non-empty'],
    ['entrypoint: [a]\nsurprise: 1', '<config>: additionalProperties "surprise" not allowed'],
    [
      'entrypoint: [a]\nenvironment: {python: {requirements: [numpy, -e .]}}',
      '<config>.environment.python.requirements[1]: "-e ." is an option of pip',
    ],
    [
      'entrypoint: [a]\nenvironment: {python: {requirements: needed.txt}}',
      `<config>.environment.python.requirements: "needed.txt" is not among the task's files`,
    ],
    ['entrypoint: [a]\nresources: {slots: x}', '<config>.resources.slots: expected integer'],
    ['entrypoint: [a]\nresources: {slots: -1}', 'root.Resources: resources.slots must be >= 0'],
    ['entrypoint: [a]\nresources: {weight: 0}', 'root.Resources: weight must be > 0'],
    ['entrypoint: [a]\nresources: {priority: 100}', 'scheduling priority must be greater than 0 and less than 100'],
    ['entrypoint: [a]\nresources: {slots: 2, max_slots: 1}', 'resources.max_slots must be >= resources.slots'],
    ['entrypoint: [a]\nresources: {slots: 5}', 'slots requested exceeds cluster capacity'],
    ['entrypoint: [a]\nresources: {resource_pool: none}', 'resource pool none does not exist'],
    ['entrypoint: [a]\nbind_mounts: [{host_path: /a, container_path: /data}]', 'bind_mounts'],
    ['a: [', 'not valid yaml'],
    ['- a', 'expected object, but got array'],
  ])('%j is refused', async (text, reason) => {
    const tasks = async () => (await cluster.master.db.selectFrom('tasks').select('id').execute()).length;
    const before = await tasks();
    const failure = await failureOf(create({ config: text }));
    expect(failure).toMatch(/^InvalidArgument: /);
    expect(failure).toContain(reason);
    expect(await tasks()).toBe(before);
  });

  test('files leave no folder, and stand in no folder of the machine', async () => {
    const out = create({ contextDirectory: [file('../x', '')] });
    expect(await failureOf(out)).toContain("context directory: the path '../x' is not allowed");
    const both = create({ config: `${config}work_dir: /tmp\n`, contextDirectory: [file('x', '')] });
    expect(await failureOf(both)).toContain('cannot set work_dir and context directory at the same time');
    const taskId = await create({ config: `${config}work_dir: /var\n` });
    expect((await runs(`${taskId}.1`)).workDir).toBe('/var');
  });

  test('what its pool gives to every task', async () => {
    const inOther = 'resources: {slots: 0, resource_pool: other}\nenvironment: {environment_variables: [WORD=own]}\n';
    const text = `entrypoint: [x]\n${inOther}`;
    const taskId = await create({ config: text });
    const row = await cluster.master.db
      .selectFrom('generic_tasks')
      .select('settings')
      .where('task_id', '=', taskId)
      .executeTakeFirstOrThrow();
    expect(row.settings).toMatchObject({
      work_dir: '/tmp',
      bind_mounts: [],
      environment: { environment_variables: { cpu: ['POOL=1', 'WORD=pool', 'WORD=own'] } },
      log_policies: expect.arrayContaining([{ name: 'full', pattern: 'disk is full', action: 'exclude_node' }]),
    });
    expect(await logOf(taskId)).toContain('nothing is mounted at /b');
    expect(await configOf(taskId)).not.toHaveProperty('work_dir');
    await kill(taskId);
  });

  test('constraints of the cluster and of its workspace, at its making and in the queue', async () => {
    const { workspaceId, projectId } = await place();
    const local = (configPolicies: string) =>
      admin.client.call(putWorkspaceConfigPoliciesRoute, { workspaceId, workloadType: 'NTSC', configPolicies });
    const prefix = 'InvalidArgument: failed constraint check: requested ';
    await local('constraints: {priority_limit: 10, resources: {max_slots: 2}}');
    const text = (resources: string) => ({ projectId, config: `entrypoint: [x]\nresources: {${resources}}\n` });
    expect(await failureOf(create(text('slots: 3')))).toBe(
      `${prefix}resources.slots [3] exceeds limit set by admin [2]: submitted workload failed a resource constraint`,
    );
    expect(await failureOf(create(text('slots: 1, priority: 9')))).toBe(
      `${prefix}priority [9] exceeds limit set by admin [10]: submitted workload failed priority constraint`,
    );
    const taskId = await create(text('slots: 2, priority: 10'));
    await admin.client.call(putGlobalConfigPoliciesRoute, {
      workloadType: 'NTSC',
      configPolicies: 'constraints: {priority_limit: 20}',
    });
    expect(await codeOf(create(text('slots: 1, priority: 10')))).toBe('InvalidArgument');
    const jobId = await jobOf(taskId);
    const change = (update: object) => admin.client.call(updateJobQueueRoute, { updates: [{ jobId, ...update }] });
    expect(await failureOf(change({ priority: 19 }))).toContain("priority exceeds task config policy's priority_limit");
    await change({ priority: 30 });
    await change({ weight: 2 });
    expect(await failureOf(change({ resourcePool: 'other' }))).toContain(
      'setting resource pool for job type GENERIC is not supported',
    );
    const { jobs } = await admin.client.call(getJobsRoute, { resourcePool: 'default' });
    expect(jobs).toMatchObject([
      { jobId, type: 'TYPE_GENERIC', entityId: taskId, priority: 30, weight: 2, requestedSlots: 2, workspaceId },
    ]);
    expect(jobs[0]?.name).toBe(`Generic Task ${taskId}`);
    await kill(taskId);
    await isState(taskId, 'CANCELED');
    expect(await codeOf(change({ priority: 40 }))).toBe('NotFound');
    await admin.client.call(deleteGlobalConfigPoliciesRoute, { workloadType: 'NTSC' });
  });

  test('a project is deleted with what has ended in it, and not while anything in it may run', async () => {
    const { projectId } = await place();
    const remove = () => admin.client.call(deleteProjectRoute, { id: projectId });
    const taskId = await create({ projectId, contextDirectory: [file('only-here.txt', String(projectId))] });
    expect(await failureOf(remove())).toContain('contains generic tasks that have not ended');
    await kill(taskId);
    await isState(taskId, 'CANCELED');
    const stored = () => cluster.master.db.selectFrom('generic_task_contexts').select('hash').execute();
    const before = (await stored()).length;
    await remove();
    const { client } = admin;
    expect(await codeOf(client.call(getGenericTaskConfigRoute, { taskId }))).toBe('NotFound');
    expect(await codeOf(client.call(getTaskRoute, { taskId }))).toBe('NotFound');
    expect(await codeOf(client.call(getTaskContextDirectoryRoute, { taskId }))).toBe('NotFound');
    expect(await stored()).toHaveLength(before - 1);
  });

  test('nor is the deletion begun of one that holds experiments besides', async () => {
    const { projectId } = await place();
    const { client } = admin;
    const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\n';
    const { experiment } = await client.call(createExperimentRoute, { config, projectId });
    const id = experiment?.id ?? 0;
    await client.call(killExperimentRoute, { id });
    const taskId = await create({ projectId });
    const remove = () => client.call(deleteProjectRoute, { id: projectId });
    expect(await failureOf(remove())).toContain('contains generic tasks that have not ended');
    expect((await client.call(getExperimentRoute, { experimentId: id })).experiment?.state).toBe('STATE_CANCELED');
    await kill(taskId);
    await isState(taskId, 'CANCELED');
    expect(await remove()).toEqual({ completed: false });
    await eventually('the project is deleted', async () => {
      const rows = await cluster.master.db.selectFrom('projects').select('id').where('id', '=', projectId).execute();
      return rows.length === 0;
    });
  });

  test('nothing is made in an archived project, or in one that is not there', async () => {
    const { projectId } = await place();
    await admin.client.call(archiveProjectRoute, { id: projectId });
    expect(await failureOf(create({ projectId }))).toContain('project is archived and cannot add new tasks');
    expect(await failureOf(create({ projectId: 9999 }))).toBe("NotFound: project '9999' not found");
  });
});

async function jobOf(taskId: string): Promise<string> {
  const { db } = cluster.master;
  const row = await db.selectFrom('tasks').select('job_id').where('id', '=', taskId).executeTakeFirstOrThrow();
  return row.job_id ?? '';
}

describe('who may', () => {
  test('whoever may not see its workspace neither sees, forks, adopts nor stops it', async () => {
    const [owner, stranger] = [await cluster.newUser(), await cluster.newUser()];
    const { workspaceId, projectId } = await place();
    const taskId = await create({ projectId, contextDirectory: [file('secret.txt', 'secret')] }, owner);
    await runs(`${taskId}.1`);
    const visible = await cluster.master.db.selectFrom('workspaces').select('id').execute();
    sight.limit(stranger.id, { workspaces: visible.map(({ id }) => id).filter((id) => id !== workspaceId), lacks: [] });
    cluster.master.bus.emit(rightsChanged, { userId: stranger.id });
    await cluster.heard();
    const { client } = stranger;
    const calls = [
      () => client.call(getTaskRoute, { taskId }),
      () => client.call(getGenericTaskConfigRoute, { taskId }),
      () => client.call(getTaskContextDirectoryRoute, { taskId }),
      () => pause(taskId, stranger),
      () => unpause(taskId, stranger),
      () => kill(taskId, false, stranger),
      () => create({ forkedFrom: taskId }, stranger),
      () => create({ parentId: taskId, inheritContext: true }, stranger),
      () => create({ projectId }, stranger),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe('NotFound');
    const list = async (user: DevUser) =>
      Object.keys((await user.client.call(getTasksRoute, {})).allocationIdToSummary);
    expect(await list(owner)).toContain(`${taskId}.1`);
    expect(await list(stranger)).not.toContain(`${taskId}.1`);
    expect(await stateOf(taskId)).toBe('ACTIVE');
  });

  test('killing from the root asks for the right on the root', async () => {
    const user = await cluster.newUser();
    const hidden = await place();
    const root = await create({ projectId: hidden.projectId });
    const child = await create({ parentId: root });
    const visible = await cluster.master.db.selectFrom('workspaces').select('id').execute();
    const workspaces = visible.map(({ id }) => id).filter((id) => id !== hidden.workspaceId);
    sight.limit(user.id, { workspaces, lacks: [] });
    cluster.master.bus.emit(rightsChanged, { userId: user.id });
    await cluster.heard();
    expect(await codeOf(kill(child, true, user))).toBe('NotFound');
    expect(await stateOf(root)).toBe('ACTIVE');
    await kill(child, false, user);
    await isState(child, 'CANCELED');
    await kill(root);
  });

  test("its own session makes children and reads its files, and nothing of others' tasks", async () => {
    const user = await cluster.newUser();
    const taskId = await create({ contextDirectory: [file('a.txt', 'mine')] }, user);
    const { environment } = await runs(`${taskId}.1`);
    const other = await create();
    const ask = (path: string, token: string | undefined, body?: object) =>
      cluster.fetch(path, {
        ...(token ? { token } : {}),
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
    const { DET_SESSION_TOKEN: harness, DET_USER_TOKEN: program } = environment;
    expect((await ask(`/api/v1/tasks/${taskId}/context_directory`, harness)).status).toBe(200);
    expect((await ask(`/api/v1/tasks/${other}/context_directory`, harness)).status).toBe(403);
    const made = await ask('/api/v1/generic-tasks', program, { config, parentId: taskId });
    expect(made.status).toBe(200);
    const { taskId: child } = (await made.json()) as { taskId: string };
    await kill(taskId);
    await isState(child, 'CANCELED');
    await kill(other);
  });
});
