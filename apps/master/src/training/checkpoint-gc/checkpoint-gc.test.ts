import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { deleteTensorboardFilesRoute } from '@determined/contract/tasks/interactive-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import {
  checkpointsRemoveFilesRoute,
  deleteCheckpointsRoute,
  getCheckpointRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getCheckpointHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import { checkpointKeepers } from '../checkpoints/shared/kept-checkpoints.ts';
import { type LifeTestBed, startLifeTestBed } from '../experiments/testing/life-test-bed.ts';
import { applyPolicies } from './apply-policies.ts';

let bed: LifeTestBed;
beforeEach(async () => {
  bed = await startLifeTestBed();
  // Else a checkpoint's id is its experiment's by chance, and what takes one for the other goes well.
  await sql`alter table checkpoints alter column id restart with 1000`.execute(db());
});
afterEach(() => bed.cluster.stop());

const client = () => bed.cluster.admin.client;
const db = () => bed.cluster.master.db;
const asAdmin = (path: string) =>
  bed.cluster.fetch(path, { headers: { Authorization: `Bearer ${bed.cluster.admin.token}` } });
const isGc = (spec: TaskSpec) => spec.environment.DET_TASK_TYPE === 'CHECKPOINT_GC';
const gcRunning = () => eventually('a GC task runs', () => bed.machines.running().find(isGc));

/** An experiment that runs, and its task. */
async function running(more = '') {
  const before = bed.machines.running().map(({ allocationId }) => allocationId);
  const id = await bed.create({ more });
  const task = await bed.oneRunning(before);
  const [trial] = await bed.trials(id);
  return { id, task, trialId: trial?.id ?? 0 };
}

async function save(of: { task: TaskSpec; trialId: number }, steps: number, loss: number | null): Promise<string> {
  const uuid = randomUUID();
  if (loss !== null) {
    const metrics = { trialId: of.trialId, trialRunId: 1, stepsCompleted: steps, metrics: { avgMetrics: { loss } } };
    await client().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
  }
  const resources = { 'a/': 0, 'a/w.bin': 1000, 'metadata.json': 20 };
  await client().call(reportCheckpointRoute, {
    checkpoint: {
      uuid,
      taskId: of.task.environment.DET_TASK_ID ?? '',
      state: 'STATE_COMPLETED',
      resources,
      metadata: { steps_completed: steps },
    },
  });
  return uuid;
}

const stateOf = async (checkpointUuid: string) =>
  (await client().call(getCheckpointRoute, { checkpointUuid })).checkpoint?.state;

const startingFrom = (uuid: string) =>
  `name: fork\nentrypoint: x\nsearcher: {name: single, metric: loss, source_checkpoint_uuid: ${uuid}}\nhyperparameters: {}\n`;

const isWaitingForLock = () =>
  eventually('a call waits for a lock', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    return rows.length > 0;
  });

/** What a GC task was given to do. */
function orders(spec: TaskSpec) {
  const read = (name: string) =>
    JSON.parse(execFileSync('tar', ['-xzO', '-f', '-', name], { input: spec.context ?? '', encoding: 'utf8' }));
  return {
    storage: read('storage_config.json') as Record<string, unknown>,
    uuids: read('checkpoints_to_delete.json') as string[],
    globs: read('checkpoints_globs.json') as string[],
  };
}

/** Does what the program of a GC task does: tells what is left of each checkpoint, and ends. */
async function carryOut(spec: TaskSpec, left: Record<string, number> = {}) {
  const { uuids } = orders(spec);
  const reply = await bed.cluster.fetch('/api/v1/checkpoints', {
    method: 'PATCH',
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${spec.environment.DET_SESSION_TOKEN}` },
    body: JSON.stringify({ checkpoints: uuids.map((uuid) => ({ uuid, resources: { resources: left } })) }),
  });
  expect(reply.status).toBe(200);
  bed.machines.end(spec.allocationId, { exitCode: 0 });
  const taskId = spec.environment.DET_TASK_ID ?? '';
  await eventually('its task has ended', async () => (await client().call(getTaskRoute, { taskId })).task?.endTime);
}

describe('at the end of an experiment', () => {
  test('a task deletes what its policy does not keep; no queue shows it', async () => {
    const one = await running('checkpoint_storage: {save_trial_best: 1, save_trial_latest: 1}');
    const [first, best, latest] = [await save(one, 1, 0.5), await save(one, 2, 0.1), await save(one, 3, 0.4)];
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
    await bed.isState(one.id, 'COMPLETED');
    const gc = await gcRunning();
    expect(gc.environment.DET_TASK_ID).toMatch(new RegExp(`^${one.id}\\.`));
    expect(gc.place?.slotIds).toEqual([]);
    expect(gc.entrypoint.join(' ')).toContain(`determined.exec.gc_checkpoints --experiment-id ${one.id}`);
    const { storage, uuids, globs } = orders(gc);
    expect({ uuids, globs, type: storage.type }).toEqual({ uuids: [first], globs: ['**/*'], type: 'shared_fs' });
    const { jobs } = (await (await asAdmin('/api/v1/job-queues')).json()) as { jobs: unknown[] };
    expect(jobs).toEqual([]);
    await carryOut(gc);
    expect(await Promise.all([first, best, latest].map(stateOf))).toEqual([
      'STATE_DELETED',
      'STATE_COMPLETED',
      'STATE_COMPLETED',
    ]);
  });

  test('what somebody needs and what trials start from stays, and nothing is started for nothing', async () => {
    const one = await running('checkpoint_storage: {save_trial_best: 0, save_trial_latest: 0}');
    const [start, needed, gone] = [await save(one, 1, 0.5), await save(one, 2, 0.1), await save(one, 3, 0.4)];
    const fork = await client().call(createExperimentRoute, { config: startingFrom(start) });
    const keepers = checkpointKeepers(bed.cluster.master);
    keepers.push({
      says: 'are in the model registry',
      saysOfExperiment: 'are registered as model versions',
      needed: async (_db, uuids) =>
        new Map(uuids.includes(needed) ? [[needed, 'registered to m (model #1), version 2']] : []),
    });
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
    await bed.isState(one.id, 'COMPLETED');
    const gc = await gcRunning();
    expect(orders(gc).uuids).toEqual([gone]);
    await carryOut(gc);
    await expect(client().call(deleteCheckpointsRoute, { checkpointUuids: [needed] })).rejects.toThrow(
      `this subset of checkpoints provided are in the model registry and cannot be deleted: ${needed}, registered to m (model #1), version 2.`,
    );
    await expect(client().call(deleteCheckpointsRoute, { checkpointUuids: [start] })).rejects.toThrow(
      `the start of experiment ${fork.experiment?.id}, which has not ended`,
    );
    keepers.pop();
  });

  test('a wish is carried out once, whoever sees it', async () => {
    const one = await running('checkpoint_storage: {save_trial_best: 0, save_trial_latest: 0}');
    await save(one, 1, 0.5);
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
    await Promise.all([1, 2, 3].map(() => applyPolicies(bed.cluster.master)));
    const gc = await gcRunning();
    await Promise.all([1, 2, 3].map(() => applyPolicies(bed.cluster.master)));
    const made = await sql<{ made: number }>`select
      (select count(*) from checkpoint_gc_tasks where experiment_id = ${one.id}) as made`.execute(db());
    expect(made.rows).toEqual([{ made: 1 }]);
    await carryOut(gc);
  });
});

test('a change of policy takes what it no longer keeps, but for what a running trial goes on from', async () => {
  const one = await running();
  const [first, second] = [await save(one, 1, 0.1), await save(one, 2, 0.5)];
  const storage = { saveExperimentBest: 0, saveTrialBest: 0, saveTrialLatest: 0 };
  await client().call(patchExperimentRoute, { experiment: { id: one.id, checkpointStorage: storage } });
  const gc = await gcRunning();
  expect(orders(gc).uuids).toEqual([first]);
  await carryOut(gc);
  bed.machines.end(one.task.allocationId, { exitCode: 0 });
  await bed.isState(one.id, 'COMPLETED');
  await carryOut(await gcRunning());
  expect(await stateOf(second)).toBe('STATE_DELETED');
});

test('the preview tells what a policy would delete, in the spelling of clients', async () => {
  const one = await running();
  const first = await save(one, 1, 0.5);
  await save(one, 2, 0.1);
  const preview = (query: string) => asAdmin(`/experiments/${one.id}/preview_gc?${query}`);
  const reply = await preview('save_experiment_best=0&save_trial_best=1&save_trial_latest=1');
  expect(await reply.json()).toMatchObject({
    checkpoints: [{ UUID: first, TrialID: one.trialId, StepsCompleted: 1, SearcherMetric: 0.5, State: 'COMPLETED' }],
    metric_name: 'loss',
  });
  const missing = await preview('save_experiment_best=0');
  expect([missing.status, await missing.json()]).toEqual([400, { message: 'missing parameter: save_trial_best' }]);
  bed.machines.end(one.task.allocationId, { exitCode: 0 });
  await carryOut(await gcRunning());
});

describe('[API-116, API-117] deleting checkpoints', () => {
  test('whole or by glob happens when the task has run', async () => {
    const one = await running('checkpoint_storage: {save_trial_latest: 9}');
    const [whole, part] = [await save(one, 1, 0.5), await save(one, 2, 0.1)];
    await client().call(deleteCheckpointsRoute, { checkpointUuids: [whole] });
    const first = await gcRunning();
    expect(orders(first)).toMatchObject({ uuids: [whole], globs: ['**/*'] });
    expect(await stateOf(whole)).toBe('STATE_COMPLETED');
    await carryOut(first);
    expect(await stateOf(whole)).toBe('STATE_DELETED');
    await client().call(checkpointsRemoveFilesRoute, { checkpointUuids: [part], checkpointGlobs: ['a/*.bin'] });
    const second = await gcRunning();
    expect(orders(second)).toMatchObject({ uuids: [part], globs: ['a/*.bin'] });
    await carryOut(second, { 'a/': 0, 'metadata.json': 20 });
    expect((await client().call(getCheckpointRoute, { checkpointUuid: part })).checkpoint).toMatchObject({
      state: 'STATE_PARTIALLY_DELETED',
      resources: { 'a/': 0, 'metadata.json': 20 },
    });
    const { changes } = await client().call(getCheckpointHistoryRoute, { params: { checkpointUuid: part } });
    expect(changes.map(({ from, to, part: by, reason }) => [from, to, by, reason])).toEqual([
      [null, 'COMPLETED', 'task', `task ${one.task.environment.DET_TASK_ID} reported it`],
      ['COMPLETED', 'PARTIALLY_DELETED', 'task', `task ${second.environment.DET_TASK_ID} told what files are left`],
    ]);
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
  });

  test('refuses globs that are empty or lead out, and unknown checkpoints, before anything is done', async () => {
    const one = await running('checkpoint_storage: {save_trial_latest: 9}');
    const uuid = await save(one, 1, null);
    const remove = (checkpointGlobs: string[]) =>
      client().call(checkpointsRemoveFilesRoute, { checkpointUuids: [uuid], checkpointGlobs });
    await expect(remove(['*', '../*'])).rejects.toThrow("glob '../*' cannot contain '..'");
    await expect(remove([''])).rejects.toThrow('cannot have empty string glob');
    const unknown = randomUUID();
    await expect(client().call(deleteCheckpointsRoute, { checkpointUuids: [uuid, unknown] })).rejects.toThrow(
      `checkpoints '${unknown}' not found`,
    );
    expect(await codeOf(client().call(deleteCheckpointsRoute, { checkpointUuids: ['zz'] }))).toBe('InvalidArgument');
    expect(bed.machines.running().filter(isGc)).toEqual([]);
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
  });

  test('a task that fails is tried again, and given up with its reason', async () => {
    const one = await running('checkpoint_storage: {save_trial_latest: 9}');
    const uuid = await save(one, 1, null);
    await client().call(deleteCheckpointsRoute, { checkpointUuids: [uuid] });
    for (const attempt of [1, 2, 3]) {
      const gc = await eventually(`attempt ${attempt}`, () =>
        bed.machines.running().find((spec) => isGc(spec) && spec.allocationId.endsWith(`.${attempt}`)),
      );
      bed.machines.end(gc.allocationId, { exitCode: 1 });
    }
    const given = await eventually('it is given up', async () =>
      db()
        .selectFrom('checkpoint_gc_tasks')
        .select('error')
        .where('experiment_id', '=', one.id)
        .where('ended_at', 'is not', null)
        .executeTakeFirst(),
    );
    expect(given.error).toContain('non-zero exit code: 1');
    expect(await stateOf(uuid)).toBe('STATE_COMPLETED');
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
  });
});

describe('a checkpoint that is to be deleted, and an experiment that starts from it', () => {
  test('who begins to need it while a delete waits for its turn keeps it', async () => {
    const one = await running('checkpoint_storage: {save_trial_latest: 9}');
    const uuid = await save(one, 1, null);
    const { asked, fork } = await inTransaction(db(), async (tx) => {
      await sql`select from experiments where id = ${one.id} for share`.execute(tx);
      const deleting = client()
        .call(deleteCheckpointsRoute, { checkpointUuids: [uuid] })
        .then(() => 'deleted', String);
      await isWaitingForLock();
      const { experiment } = await client().call(createExperimentRoute, { config: startingFrom(uuid) });
      return { asked: { deleting }, fork: experiment?.id };
    });
    expect(await asked.deleting).toContain(`the start of experiment ${fork}, which has not ended`);
    expect(bed.machines.running().filter(isGc)).toEqual([]);
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
  });

  test('nothing starts from one whose files are asked to be deleted, all or some, but where files are only counted', async () => {
    const one = await running('checkpoint_storage: {save_trial_latest: 9}');
    const [whole, part, counted] = [await save(one, 1, null), await save(one, 2, null), await save(one, 3, null)];
    await client().call(deleteCheckpointsRoute, { checkpointUuids: [whole] });
    const remove = (uuid: string, checkpointGlobs: string[]) =>
      client().call(checkpointsRemoveFilesRoute, { checkpointUuids: [uuid], checkpointGlobs });
    await remove(part, ['a/*.bin']);
    await remove(counted, []);
    for (const uuid of [whole, part]) {
      const refused = client().call(createExperimentRoute, { config: startingFrom(uuid) });
      expect(await codeOf(refused)).toBe('InvalidArgument');
      await expect(refused).rejects.toThrow(
        `failed to create experiment: files of checkpoint ${uuid} are being deleted`,
      );
    }
    expect((await client().call(createExperimentRoute, { config: startingFrom(counted) })).experiment?.id).toBe(2);
    const tasks = await eventually('all GC tasks run', () => {
      const all = bed.machines.running().filter(isGc);
      return all.length === 3 ? all : undefined;
    });
    for (const gc of tasks) await carryOut(gc, orders(gc).uuids[0] === whole ? {} : { 'metadata.json': 20 });
    // What is left of it is known now; it is the user's to start from.
    expect((await client().call(createExperimentRoute, { config: startingFrom(part) })).experiment?.id).toBe(3);
    await expect(client().call(createExperimentRoute, { config: startingFrom(whole) })).rejects.toThrow(
      `failed to create experiment: checkpoint ${whole} has been deleted`,
    );
    bed.machines.end(one.task.allocationId, { exitCode: 0 });
  });
});

test('[API-081] TensorBoard files are deleted by a task that touches no checkpoint', async () => {
  const one = await running('checkpoint_storage: {save_trial_latest: 9}');
  await client().call(deleteTensorboardFilesRoute, { experimentId: one.id });
  const gc = await gcRunning();
  expect(gc.entrypoint).toContain('--delete-tensorboards');
  expect(gc.entrypoint).not.toContain('--delete');
  bed.machines.end(gc.allocationId, { exitCode: 0 });
  bed.machines.end(one.task.allocationId, { exitCode: 0 });
});
