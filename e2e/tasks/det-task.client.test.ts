import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, DetClient } from '../support/det-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Every command of `det task` with every flag, on real processes.

const example = resolve(import.meta.dirname, '../../examples/generic-task');

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '4' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster.stop());

const idIn = (output: string): string => {
  const id = /Created task ([0-9a-f-]{36})/.exec(output)?.[1];
  if (!id) throw new Error(`no task was created: ${output}`);
  return id;
};
function written(files: Record<string, string>): string {
  const folder = temporaryFolder('det-task');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
const configFile = (text: string) => join(written({ 'task.yaml': text }), 'task.yaml');
const create = async (text: string, ...flags: string[]) =>
  idIn(await det.det('task', 'create', configFile(text), ...flags));
const taskOf = async (taskId: string) => (await cluster.admin.client.call(getTaskRoute, { taskId })).task;
const stateOf = async (taskId: string) => (await taskOf(taskId))?.taskState?.slice('GENERIC_TASK_STATE_'.length);
const isState = (taskId: string, state: string) =>
  eventually(`${taskId} is ${state}`, async () => (await stateOf(taskId)) === state, 60_000);
const logHas = (taskId: string, text: string) =>
  eventually(
    `the log says ${text}`,
    async () => {
      for await (const { log } of cluster.admin.client.stream(taskLogsRoute, { taskId })) {
        if (log.includes(text)) return true;
      }
      return false;
    },
    60_000,
  );
const sleeping = 'entrypoint: ["echo begun; exec sleep 600"]\nresources: {slots: 0}\n';

test('create with a context, an included file and overridden values; follow its log to the end', async () => {
  const context = written({
    'main.py':
      'import os, pathlib, sys\nprint("says", os.environ["WORD"], pathlib.Path("lib/a.txt").read_text())\nprint("beside", file=sys.stderr)\nprint(sorted(k for k in os.environ if k.startswith("DET_TASK")))\n',
    'lib/a.txt': 'from a file',
  });
  const other = join(written({ 'other.txt': 'included' }), 'other.txt');
  const text = 'entrypoint: ["python3 main.py && cat other.txt"]\nresources: {slots: 2}\n';
  const flags = [
    '--context',
    context,
    '--include',
    other,
    '--config',
    'environment.environment_variables=["WORD=hello"]',
  ];
  const output = await det.det(
    'task',
    'create',
    configFile(text),
    ...flags,
    '--config',
    'resources.slots=1',
    '--follow',
  );
  const id = idIn(output);
  for (const line of ['says hello from a file', 'beside', 'included', 'Task log stream ended']) {
    expect(output).toContain(line);
  }
  await isState(id, 'COMPLETED');
  expect(JSON.parse(await det.det('task', 'config', id, '--json'))).toMatchObject({
    resources: { slots: 1 },
    environment: { environment_variables: ['WORD=hello'] },
  });
  const yaml = await det.det('task', 'config', id);
  expect(yaml).toMatch(/^entrypoint:\n- python3 main.py && cat other.txt/m);
  expect(yaml).toMatch(/slots: 1/);
});

test('[API-142] a running task gets its own files from the master, as the harness does', async () => {
  const context = written({ 'a.txt': 'own file' });
  const asked =
    'python3 -m determined.exec.prep_container --download_context_directory && cat "$DET_RUN_DIR/train/model/a.txt"';
  const id = await create(`entrypoint: ['rm a.txt; ${asked}; ls']\nresources: {slots: 0}\n`, '-c', context);
  await isState(id, 'COMPLETED');
  const log = await det.det('task', 'logs', id);
  expect(log).toContain('own file');
  expect(log).toMatch(/a\.txt$/m);
});

test('a program that fails ends in ERROR, with its status in the log', async () => {
  const id = await create('entrypoint: ["echo broken >&2; exit 7"]\n');
  await isState(id, 'ERROR');
  expect(await det.det('task', 'logs', id)).toContain('(exit code 7)');
});

test('list, as a table, CSV and JSON', async () => {
  const id = await create(sleeping);
  await logHas(id, 'begun');
  expect(await det.det('task', 'list')).toContain(`Generic Task ${id}`);
  expect(await det.det('task', 'ls', '--csv')).toContain(`${id},${id}.1,Generic Task ${id},0,`);
  const listed = JSON.parse(await det.det('task', 'list', '--json'))[`${id}.1`];
  expect(listed).toMatchObject({ taskId: id, slotsNeeded: 0, resourcePool: 'default' });
  expect(await det.det('job', 'list')).toMatch(/TYPE_GENERIC|generic/i);
  await det.det('task', 'kill', id);
  await isState(id, 'CANCELED');
  expect(await det.det('task', 'list')).not.toContain(id);
});

test('logs, by each of its filters', async () => {
  const words = 'echo INFO: one; echo two >&2; echo three';
  const id = await create(`entrypoint: ["${words}"]\nresources: {slots: 0}\n`);
  await isState(id, 'COMPLETED');
  const logs = async (...flags: string[]) => (await det.det('task', 'logs', id, ...flags)).split('\n').slice(0, -2);
  const all = await logs();
  expect(all.filter((line) => /one|two|three/.test(line))).toHaveLength(3);
  expect((await logs('--head', '1')).join('\n')).toContain(`Scheduling Generic Task ${id}`);
  expect((await logs('--tail', '1')).join('\n')).toContain('was terminated');
  expect(await logs('-f')).toEqual(all);
  const [first] = (await det.det('task', 'logs', id, '--json', '--source', 'task')).split('\n}\n');
  const line = JSON.parse(`${first}\n}`);
  expect(line).toMatchObject({ taskId: id, allocationId: `${id}.1`, source: 'task' });
  const { agentId, containerId } = line;
  expect((await logs('--stdtype', 'stderr', '--source', 'task')).join('\n')).toContain('two');
  expect((await logs('--stdtype', 'stderr')).join('\n')).not.toContain('one');
  for (const flags of [
    ['--agent-id', agentId],
    ['--container-id', containerId],
    ['--source', 'task'],
  ]) {
    expect(await logs(...flags)).toHaveLength(3);
  }
  expect(await logs('--agent-id', 'nowhere')).toEqual([]);
  expect(await logs('--rank-id', '7')).toEqual([]);
  expect(await logs('--timestamp-before', '2020-01-01T00:00:00Z')).toEqual([]);
  expect(await logs('--timestamp-after', '2020-01-01T00:00:00Z')).toEqual(all);
  expect(await logs('--allocation-id', `${id}.1`)).toEqual(all);
  // The client itself passes the level as no list.
  expect((await det.run('task', 'logs', id, '--level', 'INFO')).code).not.toBe(0);
});

test('pause and unpause: the process ends, and begins anew as the same task; it goes on where it was', async () => {
  const id = idIn(
    await det.det(
      ...['task', 'create', join(example, 'task.yaml'), '--context', example],
      ...['--config', 'environment.environment_variables=["STEPS=100", "SECONDS_A_STEP=0.2"]'],
    ),
  );
  await logHas(id, 'step 2 of 100');
  expect(await det.det('task', 'pause', id)).toContain(`Paused task: ${id}`);
  await isState(id, 'PAUSED');
  expect(await det.det('task', 'list')).not.toContain(id);
  expect((await det.run('task', 'pause', id)).stderr).toContain(`cannot pause task ${id} as it is in state 'PAUSED'`);
  expect(await det.det('task', 'unpause', id)).toContain(`Unpaused task: ${id}`);
  await isState(id, 'COMPLETED');
  const log = await det.det('task', 'logs', id);
  expect(log).toMatch(new RegExp(`task ${id} goes on from step 0[^]*task ${id} goes on from step [1-9]`));
  expect(log).toContain('step 100 of 100');
  expect((await taskOf(id))?.allocations.map(({ allocationId }) => allocationId)).toEqual([`${id}.2`, `${id}.1`]);
  expect((await det.run('task', 'unpause', id)).stderr).toContain('as it is not in paused state');
});

test('children: kill takes them, from the root all; a task without pause is not paused', async () => {
  const root = await create(sleeping, '-c', written({ 'a.txt': 'inherited\n' }));
  const child = await create(
    'entrypoint: ["cat a.txt; exec sleep 600"]\nresources: {slots: 0}\n',
    '--parent',
    root,
    '--inherit_context',
  );
  const steady = await create(sleeping, '-p', root, '--no_pause');
  await logHas(child, 'inherited');
  await logHas(steady, 'begun');
  expect(await taskOf(child)).toMatchObject({ parentId: root, noPause: false });
  expect((await det.run('task', 'pause', steady)).stderr).toContain('`no_pause` set to true');
  await det.det('task', 'pause', root);
  await isState(root, 'PAUSED');
  await isState(child, 'PAUSED');
  expect(await stateOf(steady)).toBe('ACTIVE');
  await det.det('task', 'kill', child);
  await isState(child, 'CANCELED');
  expect(await det.det('task', 'kill', steady, '--root')).toContain(`killed task: ${steady}`);
  await isState(steady, 'CANCELED');
  await isState(root, 'CANCELED');
  expect((await det.run('task', 'kill', root)).stderr).toContain(
    `cannot cancel task ${root} as it is in state 'CANCELED'`,
  );
});

test('fork, and create with --fork, in a project', async () => {
  const { client } = cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Forks' });
  const { project } = await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Forks' });
  const at = ['--project_id', String(project?.id)];
  const original = await create(
    'entrypoint: ["cat a.txt"]\nresources: {slots: 0}\n',
    '-c',
    written({ 'a.txt': 'the file' }),
    ...at,
  );
  const output = await det.det('task', 'fork', original, '-f', ...at);
  expect(output).toContain('the file');
  expect(await taskOf(idIn(output))).toMatchObject({ forkedFrom: original });
  const other = await create('entrypoint: ["cat a.txt a.txt"]\n', '--fork', original, ...at);
  await isState(other, 'COMPLETED');
  expect(await det.det('task', 'logs', other)).toMatch(/the filethe file/);
  const rows = await cluster.master.db
    .selectFrom('generic_tasks')
    .select('task_id')
    .where('project_id', '=', project?.id ?? 0)
    .execute();
  expect(rows.map(({ task_id }) => task_id).toSorted()).toEqual([original, idIn(output), other].toSorted());
});

test('its place in the queue is changed by `det job update`; a log that is old enough is cleaned up', async () => {
  const id = await create(sleeping);
  await logHas(id, 'begun');
  const { job_id } = await cluster.master.db
    .selectFrom('tasks')
    .select('job_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await det.det('job', 'update', job_id ?? '', '--priority', '7');
  expect(await det.det('task', 'list', '--csv')).toMatch(new RegExp(`${id}.*,7,default`));
  await det.det('task', 'kill', id);
  await isState(id, 'CANCELED');
  expect(await det.det('task', 'cleanup-logs')).toMatch(/Deleted \d+ rows of log entries/);
});

test('a program in a task makes tasks of its own with the client', async () => {
  const context = written({ 'child.yaml': 'entrypoint: ["echo child"]\nresources: {slots: 0}\n' });
  const text = 'entrypoint: ["det task create child.yaml --parent $DET_TASK_ID"]\nresources: {slots: 0}\n';
  const id = idIn(await det.det('task', 'create', configFile(text), '-c', context));
  await isState(id, 'COMPLETED');
  const child = idIn(await det.det('task', 'logs', id));
  await isState(child, 'COMPLETED');
  expect(await taskOf(child)).toMatchObject({ parentId: id });
});
