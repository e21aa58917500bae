import { randomUUID } from 'node:crypto';
import {
  deleteProjectRoute,
  getProjectRoute,
  moveProjectRoute,
  patchProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import {
  deleteWorkspaceRoute,
  getWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { getAllocationRoute } from '@determined/contract/tasks/allocations-routes.ts';
import { postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import {
  createExperimentRoute,
  deleteExperimentRoute,
  deleteExperimentsRoute,
  getExperimentRoute,
  getExperimentsRoute,
  killExperimentRoute,
  moveExperimentRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import {
  getExperimentCautionsRoute,
  getExperimentRowsRoute,
  getOwnExperimentRowsRoute,
} from '@determined/contract/training/ext-routes.ts';
import {
  getExperimentDeletionRoute,
  getProjectDeletionRoute,
  getWorkspaceDeletionRoute,
} from '@determined/contract/training/history-ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkpointKeepers } from '../checkpoints/shared/kept-checkpoints.ts';
import { advanceDeletions } from '../deletion/delete-step-by-step.ts';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeEach(async () => {
  bed = await startLifeTestBed();
});
afterEach(() => bed.cluster.stop());

const client = () => bed.cluster.admin.client;
const db = () => bed.cluster.master.db;
const gcRunning = () =>
  eventually('a GC task runs', () =>
    bed.machines.running().find(({ environment }) => environment.DET_TASK_TYPE === 'CHECKPOINT_GC'),
  );
const config = 'name: still\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\n';

/** One that never ran. */
async function ended(by = client()): Promise<number> {
  const { experiment } = await by.call(createExperimentRoute, { config });
  const id = experiment?.id ?? 0;
  await by.call(killExperimentRoute, { id });
  return id;
}

/** One that ran, logged, reported and saved, and has completed. */
async function trained(): Promise<{ id: number; taskId: string; trialId: number; uuid: string }> {
  const id = await bed.create({ more: 'checkpoint_storage: {save_trial_latest: 9}' });
  const task = await bed.oneRunning();
  const taskId = task.environment.DET_TASK_ID ?? '';
  const trialId = Number(task.environment.DET_TRIAL_ID);
  await bed.asTask(task, '/api/v1/task/logs', 'POST', { logs: [{ taskId, log: 'hello\n' }] });
  // As its runner sends lines: how many there are is kept.
  const lines = [{ timestamp: '2026-01-01T00:00:00Z', stdtype: 'stdout', log: 'hello' }];
  await bed.asTask(task, postAllocationLogsRoute.path.replace('{allocationId}', task.allocationId), 'POST', {
    offset: 0,
    lines,
  });
  const metrics = { trialId, trialRunId: 1, stepsCompleted: 1, metrics: { avgMetrics: { loss: 1 } } };
  await client().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
  const uuid = randomUUID();
  const metadata = { steps_completed: 1 };
  await client().call(reportCheckpointRoute, {
    checkpoint: { uuid, taskId, state: 'STATE_COMPLETED', resources: { 'w.bin': 10 }, metadata },
  });
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
  return { id, taskId, trialId, uuid };
}

const isGone = (id: number) =>
  eventually(
    'it is gone',
    async () => (await codeOf(client().call(getExperimentRoute, { experimentId: id }))) === 'NotFound',
  );

const stateOfProject = async (id: number) => (await client().call(getProjectRoute, { id })).project;
const aWorkspace = async (name: string) => (await client().call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
const aProject = async (name: string, place?: number, by = client()) => {
  const workspaceId = place ?? (await aWorkspace(`of ${name}`));
  return (await by.call(postProjectRoute, { name, workspaceId })).project?.id ?? 0;
};
const moveTo = (destinationProjectId: number, experimentId: number) =>
  client().call(moveExperimentRoute, { experimentId, destinationProjectId });
const projectIsGone = (id: number) =>
  eventually('it is gone', async () => (await codeOf(stateOfProject(id))) === 'NotFound');

/** Rows that speak of an experiment, by table. */
async function rowsOf({ id, taskId, trialId }: { id: number; taskId: string; trialId: number }) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from experiments where id = ${id}) as experiments,
    (select count(*) from trials where experiment_id = ${id}) as trials,
    (select count(*) from trial_metrics where trial_id = ${trialId}) as metrics,
    (select count(*) from checkpoints where experiment_id = ${id}) as checkpoints,
    (select count(*) from checkpoint_gc_tasks where experiment_id = ${id}) as gc,
    (select count(*) from task_log_offsets where task_id = ${taskId}) as offsets,
    (select count(*) from state_changes where experiment_id = ${id}) as changes,
    (select count(*) from task_log_lines where task_id = ${taskId} or task_id like ${`${id}.%`}) as lines`.execute(
    db(),
  );
  return Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
}

async function carryOut(gc: TaskSpec, uuid: string): Promise<void> {
  const reply = await bed.cluster.fetch('/api/v1/checkpoints', {
    method: 'PATCH',
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${gc.environment.DET_SESSION_TOKEN}` },
    body: JSON.stringify({ checkpoints: [{ uuid, resources: { resources: {} } }] }),
  });
  expect(reply.status).toBe(200);
  bed.machines.end(gc.allocationId, { exitCode: 0 });
}

describe('[API-065] deleting an experiment', () => {
  test('hides it at once; its files go by a task, then all its rows', async () => {
    const one = await trained();
    expect((await client().call(getTaskRoute, { taskId: one.taskId })).task?.allocations).toHaveLength(1);
    const counts = async () => {
      const [project, workspace, rows, own, found] = await Promise.all([
        client().call(getProjectRoute, { id: 1 }),
        client().call(getWorkspaceRoute, { id: 1 }),
        client().call(getExperimentRowsRoute, { params: { projectId: 1 }, query: {} }),
        client().call(getOwnExperimentRowsRoute, { query: {} }),
        client().call(searchExperimentsRoute, {}),
      ]);
      return [
        project.project?.numExperiments,
        workspace.workspace?.numExperiments,
        rows.total,
        rows.rows.length,
        own.total,
        own.rows.length,
        found.experiments.length,
      ];
    };
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1, 1]);
    await client().call(deleteExperimentRoute, { experimentId: one.id });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const shown = await client().call(getExperimentRoute, { experimentId: one.id });
    expect(shown.experiment?.state).toBe('STATE_DELETING');
    const gc = await gcRunning();
    expect(gc.entrypoint).toEqual(expect.arrayContaining(['--delete', '--delete-tensorboards']));
    await carryOut(gc, one.uuid);
    await isGone(one.id);
    expect(await rowsOf(one)).toEqual([]);
    expect((await client().stream(taskLogsRoute, { taskId: one.taskId }).next()).done).toBe(true);
    expect(await codeOf(client().call(getTaskRoute, { taskId: one.taskId }))).toBe('NotFound');
    expect(await codeOf(client().call(getAllocationRoute, { allocationId: `${one.taskId}.1` }))).toBe('NotFound');
    // What it has used stays known.
    const kept = await db().selectFrom('allocations').select('id').where('task_id', '=', one.taskId).execute();
    expect(kept).toHaveLength(1);
  });

  test('one that never ran needs no machine', async () => {
    const id = await ended();
    await client().call(deleteExperimentRoute, { experimentId: id });
    await isGone(id);
    expect(bed.machines.started).toEqual([]);
  });

  test('[EXP-048] that fails says why, is back in the lists, and can be asked for again', async () => {
    const one = await trained();
    await client().call(deleteExperimentRoute, { experimentId: one.id });
    for (const attempt of [1, 2, 3]) {
      const gc = await eventually(`attempt ${attempt}`, () =>
        bed.machines.running().find(({ allocationId }) => allocationId.endsWith(`.${attempt}`)),
      );
      bed.machines.end(gc.allocationId, { exitCode: 1 });
    }
    await bed.isState(one.id, 'DELETE_FAILED');
    const { error } = await db()
      .selectFrom('experiment_deletions')
      .select('error')
      .where('experiment_id', '=', one.id)
      .executeTakeFirstOrThrow();
    const { cautions } = await client().call(getExperimentCautionsRoute, { params: { experimentId: one.id } });
    expect(cautions).toEqual([
      { kind: 'deletion', trialId: null, text: expect.stringContaining(error ?? 'no reason') },
    ]);
    expect(error).toContain('its files could not be deleted: resources failed with non-zero exit code');
    const told = await client().call(getExperimentDeletionRoute, { params: { experimentId: one.id } });
    expect(told.deletion).toEqual({
      state: 'DELETE_FAILED',
      requestedAt: expect.stringContaining('T'),
      requestedBy: 'admin',
      error,
      experiments: 1,
      deletingNow: 0,
      trials: 1,
      fileTasks: [
        {
          taskId: expect.stringMatching(`^${one.id}\\.`),
          experimentId: one.id,
          checkpoints: 1,
          attempts: 3,
          endedAt: expect.stringContaining('T'),
          error: expect.stringContaining('exit code: 1'),
        },
      ],
    });
    expect((await client().call(getProjectRoute, { id: 1 })).project?.numExperiments).toBe(1);
    expect((await client().call(getExperimentRowsRoute, { params: { projectId: 1 }, query: {} })).total).toBe(1);
    await client().call(deleteExperimentRoute, { experimentId: one.id });
    await carryOut(await gcRunning(), one.uuid);
    await isGone(one.id);
    expect(await rowsOf(one)).toEqual([]);
  });

  test('goes on where a master that died has left it', async () => {
    const one = await trained();
    await client().call(deleteExperimentRoute, { experimentId: one.id });
    await carryOut(await gcRunning(), one.uuid);
    await bed.cluster.restart();
    await isGone(one.id);
    expect(await rowsOf(one)).toEqual([]);
  });

  test('by several at once happens once', async () => {
    const one = await trained();
    const asked = await Promise.allSettled(
      [1, 2, 3].map(() => client().call(deleteExperimentRoute, { experimentId: one.id })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => advanceDeletions(bed.cluster.master)));
    const gc = await gcRunning();
    expect(bed.machines.running()).toHaveLength(1);
    await carryOut(gc, one.uuid);
    await isGone(one.id);
  });

  test('is refused while it runs, while it is deleted, and while something needs its checkpoints', async () => {
    const { experiment } = await client().call(createExperimentRoute, { config });
    await expect(client().call(deleteExperimentRoute, { experimentId: experiment?.id ?? 0 })).rejects.toThrow(
      'cannot delete experiment in STATE_PAUSED state',
    );
    const one = await trained();
    const fork = config.replace('metric: loss', `metric: loss, source_checkpoint_uuid: ${one.uuid}`);
    const forked = await client().call(createExperimentRoute, { config: fork });
    await expect(client().call(deleteExperimentRoute, { experimentId: one.id })).rejects.toThrow(
      'checkpoints are what experiments start from that have not ended',
    );
    await client().call(killExperimentRoute, { id: forked.experiment?.id ?? 0 });
    // Whichever master answers.
    const keepers = bed.cluster.masters.map(checkpointKeepers);
    for (const kept of keepers)
      kept.push({
        says: 'are in the model registry',
        saysOfExperiment: 'are registered as model versions',
        needed: async () => new Map([[one.uuid, 'registered']]),
      });
    await expect(client().call(deleteExperimentRoute, { experimentId: one.id })).rejects.toThrow(
      'checkpoints are registered as model versions',
    );
    for (const kept of keepers) kept.pop();
    await client().call(deleteExperimentRoute, { experimentId: one.id });
    await expect(client().call(deleteExperimentRoute, { experimentId: one.id })).rejects.toThrow(
      'cannot delete experiment in STATE_DELETING state',
    );
    expect(await codeOf(client().call(createExperimentRoute, { config: fork }))).toBe('InvalidArgument');
  });
});

test('[API-074] in bulk each is deleted or refused by itself, by ids or by a filter', async () => {
  const { client: other } = await bed.cluster.newUser();
  const [mine, theirs, third] = [await ended(other), await ended(), await ended()];
  const { experiment } = await client().call(createExperimentRoute, { config });
  const running = experiment?.id ?? 0;
  const { results } = await other.call(deleteExperimentsRoute, { projectId: 1, experimentIds: [mine, theirs, 9999] });
  expect(results).toEqual([
    { id: 9999, error: "rpc error: code = NotFound desc = experiment '9999' not found" },
    { id: theirs, error: expect.stringContaining('code = PermissionDenied') },
    { id: mine, error: '' },
  ]);
  const filters = { name: 'still', projectId: 1 };
  const byFilter = await other.call(deleteExperimentsRoute, { projectId: 1, experimentIds: [], filters });
  expect(byFilter.results.map(({ id, error }) => [id, error === ''])).toEqual([
    [theirs, false],
    [third, false],
  ]);
  const asAdmin = await client().call(deleteExperimentsRoute, { projectId: 1, experimentIds: [], filters });
  expect(asAdmin.results).toEqual([
    { id: theirs, error: '' },
    { id: third, error: '' },
  ]);
  for (const id of [mine, theirs, third]) await isGone(id);
  const left = await client().call(getExperimentsRoute, {});
  expect(left.experiments.map(({ id }) => id)).toEqual([running]);
});

describe('[API-205] deleting a project that holds experiments', () => {
  test('deletes them with their files, then itself, and takes nothing new meanwhile', async () => {
    const one = await trained();
    const project = await aProject('full');
    const { experiment } = await client().call(createExperimentRoute, { config, projectId: project, activate: true });
    const live = experiment?.id ?? 0;
    const kept = await ended();
    await moveTo(project, one.id);
    await bed.oneRunning();
    await expect(client().call(deleteProjectRoute, { id: project })).rejects.toThrow(
      `project (${project}) contains experiments that have not ended: ${live}; kill them first`,
    );
    expect((await stateOfProject(project))?.state).toBe('WORKSPACE_STATE_UNSPECIFIED');
    await client().call(killExperimentRoute, { id: live });
    await bed.isState(live, 'CANCELED');
    expect(await client().call(deleteProjectRoute, { id: project })).toEqual({ completed: false });
    expect(await stateOfProject(project)).toMatchObject({ state: 'WORKSPACE_STATE_DELETING', errorMessage: '' });
    await expect(client().call(createExperimentRoute, { config, projectId: project })).rejects.toThrow(
      'project is being deleted and cannot add new experiments',
    );
    await expect(moveTo(project, kept)).rejects.toThrow(`project (${project}) is being deleted`);
    await expect(
      client().call(moveProjectRoute, { projectId: project, destinationWorkspaceId: await aWorkspace('other') }),
    ).rejects.toThrow(`project (${project}) is being deleted`);
    await expect(client().call(patchProjectRoute, { id: project, project: { name: 'x' } })).rejects.toThrow(
      `project (${project}) is being deleted`,
    );
    // Each that ran has a task of its own; only the first has saved.
    for (const id of [one.id, live]) {
      const gc = await eventually(`files of ${id}`, () =>
        bed.machines.running().find(({ environment }) => environment.DET_TASK_ID?.startsWith(`${id}.`)),
      );
      if (id === one.id) await carryOut(gc, one.uuid);
      else bed.machines.end(gc.allocationId, { exitCode: 0 });
    }
    await projectIsGone(project);
    expect(await rowsOf(one)).toEqual([]);
    for (const id of [one.id, live]) {
      expect(await codeOf(client().call(getExperimentRoute, { experimentId: id }))).toBe('NotFound');
    }
    expect((await client().call(getExperimentRoute, { experimentId: kept })).experiment?.id).toBe(kept);
  });

  test('fails with the reason, and begins anew when it is asked for again, whichever master goes on', async () => {
    const one = await trained();
    const project = await aProject('full');
    await moveTo(project, one.id);
    await client().call(deleteProjectRoute, { id: project });
    for (const attempt of [1, 2, 3]) {
      const gc = await eventually(`attempt ${attempt}`, () =>
        bed.machines.running().find(({ allocationId }) => allocationId.endsWith(`.${attempt}`)),
      );
      bed.machines.end(gc.allocationId, { exitCode: 1 });
    }
    const failed = await eventually('it has failed', async () => {
      const project1 = await stateOfProject(project);
      return project1?.state === 'WORKSPACE_STATE_DELETE_FAILED' ? project1 : undefined;
    });
    expect(failed.errorMessage).toMatch(
      new RegExp(`^experiment ${one.id} could not be deleted: its files could not be deleted: .*exit code: 1`),
    );
    expect(await client().call(deleteProjectRoute, { id: project })).toEqual({ completed: false });
    expect(await client().call(deleteProjectRoute, { id: project })).toEqual({ completed: false });
    await carryOut(await gcRunning(), one.uuid);
    await bed.cluster.restart();
    await projectIsGone(project);
    expect(await rowsOf(one)).toEqual([]);
  });

  test('takes nothing where something elsewhere needs one of its checkpoints', async () => {
    const [one, project] = [await trained(), await aProject('full')];
    const other = await ended();
    for (const id of [other, one.id]) await moveTo(project, id);
    const fork = config.replace('metric: loss', `metric: loss, source_checkpoint_uuid: ${one.uuid}`);
    const forked = await client().call(createExperimentRoute, { config: fork });
    expect(await client().call(deleteProjectRoute, { id: project })).toEqual({ completed: false });
    const failed = await eventually('it has failed', async () => {
      const found = await stateOfProject(project);
      return found?.state === 'WORKSPACE_STATE_DELETE_FAILED' ? found : undefined;
    });
    expect(failed.errorMessage).toBe(
      `experiment ${one.id} could not be deleted: checkpoints are what experiments start from that have not ended`,
    );
    expect(await Promise.all([one.id, other].map(bed.experimentState))).toEqual(['COMPLETED', 'CANCELED']);
    await client().call(killExperimentRoute, { id: forked.experiment?.id ?? 0 });
    await client().call(deleteProjectRoute, { id: project });
    await carryOut(await gcRunning(), one.uuid);
    await projectIsGone(project);
  });

  test('is refused to who may not delete one of them', async () => {
    const { client: other } = await bed.cluster.newUser();
    const project = await aProject('theirs', undefined, other);
    const [own, foreign] = [await ended(other), await ended()];
    for (const id of [own, foreign]) await moveTo(project, id);
    expect(await codeOf(other.call(deleteProjectRoute, { id: project }))).toBe('PermissionDenied');
    expect((await stateOfProject(project))?.state).toBe('WORKSPACE_STATE_UNSPECIFIED');
    await moveTo(1, foreign);
    expect(await other.call(deleteProjectRoute, { id: project })).toEqual({ completed: false });
    await projectIsGone(project);
    expect((await client().call(getExperimentRoute, { experimentId: foreign })).experiment?.id).toBe(foreign);
  });
});

test('[API-218] a workspace goes after its projects, or says which could not be deleted', async () => {
  const workspace = await aWorkspace('full');
  const [full, empty] = [await aProject('full', workspace), await aProject('empty', workspace)];
  const one = await trained();
  await moveTo(full, one.id);
  const fork = config.replace('metric: loss', `metric: loss, source_checkpoint_uuid: ${one.uuid}`);
  const forked = await client().call(createExperimentRoute, { config: fork });
  const remove = () => client().call(deleteWorkspaceRoute, { id: workspace });
  const read = async () => (await client().call(getWorkspaceRoute, { id: workspace })).workspace;
  expect(await remove()).toEqual({ completed: false });
  expect(await codeOf(stateOfProject(empty))).toBe('NotFound');
  const failed = await eventually('it has failed', async () => {
    const found = await read();
    return found?.state === 'WORKSPACE_STATE_DELETE_FAILED' ? found : undefined;
  });
  expect(failed.errorMessage).toBe(
    `project full could not be deleted: experiment ${one.id} could not be deleted: checkpoints are what experiments start from that have not ended`,
  );
  await client().call(killExperimentRoute, { id: forked.experiment?.id ?? 0 });
  expect(await remove()).toEqual({ completed: false });
  expect((await read())?.state).toBe('WORKSPACE_STATE_DELETING');
  const gc = await gcRunning();
  const told = await client().call(getWorkspaceDeletionRoute, { params: { workspaceId: workspace } });
  expect(told.deletion).toMatchObject({
    state: 'DELETING',
    requestedBy: 'admin',
    error: null,
    experiments: 1,
    deletingNow: 1,
    trials: 1,
    fileTasks: [{ experimentId: one.id, checkpoints: 1, attempts: 1, endedAt: null, error: null }],
  });
  expect(await client().call(getProjectDeletionRoute, { params: { projectId: full } })).toEqual(told);
  expect(await client().call(getProjectDeletionRoute, { params: { projectId: 1 } })).toEqual({ deletion: null });
  await expect(aProject('late', workspace)).rejects.toThrow(
    `workspace (${workspace}) is being deleted and cannot add new projects`,
  );
  await carryOut(gc, one.uuid);
  await eventually('it is gone', async () => (await codeOf(read())) === 'NotFound');
  expect(await codeOf(stateOfProject(full))).toBe('NotFound');
  expect(await rowsOf(one)).toEqual([]);
});
