import { ApiError } from '@determined/contract/errors.ts';
import {
  activateExperimentRoute,
  archiveExperimentRoute,
  cancelExperimentRoute,
  killExperimentRoute,
  pauseExperimentRoute,
  putExperimentRetainLogsRoute,
  unarchiveExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import lifecycle from '@determined/contract/training/vectors/lifecycle.json' with { type: 'json' };
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeEach(async () => {
  bed = await startLifeTestBed();
});
afterEach(() => bed.cluster.stop());

test('a single trial runs and the experiment completes', async () => {
  const { machines, create, isState, trials, oneRunning } = bed;
  const id = await create();
  const task = await oneRunning();
  expect(task.environment).toMatchObject({
    DET_EXPERIMENT_ID: String(id),
    DET_TRIAL_RUN_ID: '1',
    DET_TASK_TYPE: 'TRIAL',
    DET_SLOT_IDS: expect.stringMatching(/^\[[01]\]$/),
    DET_STEPS_COMPLETED: '0',
  });
  expect(JSON.parse(task.environment.DET_HPARAMS ?? '')).toEqual({ lr: expect.any(Number) });
  machines.end(task.allocationId, { exitCode: 0 });
  await isState(id, 'COMPLETED');
  expect((await trials(id))[0]).toMatchObject({ state: 'COMPLETED', restarts: 0, end_time: expect.any(String) });
});

test('a trial that fails is started again until max_restarts is exceeded', async () => {
  const { machines, create, isState, trials, oneRunning } = bed;
  const id = await create({ maxRestarts: 2 });
  const seen: string[] = [];
  for (let run = 1; run <= 3; run++) {
    const task = await oneRunning(seen);
    seen.push(task.allocationId);
    expect(task.environment.DET_TRIAL_RUN_ID).toBe(String(run));
    machines.end(task.allocationId, { exitCode: 1 });
  }
  await isState(id, 'ERROR');
  expect((await trials(id))[0]).toMatchObject({ state: 'ERROR', restarts: 3, run_id: 3 });
});

test('a trial that was lost is started again without counting a restart', async () => {
  const { machines, create, isState, trials, oneRunning } = bed;
  const id = await create({ maxRestarts: 0 });
  const first = await oneRunning();
  machines.end(first.allocationId, { exitCode: 1, cause: 'lost', message: 'the machine went away' });
  const second = await oneRunning([first.allocationId]);
  expect((await trials(id))[0]).toMatchObject({ restarts: 0, run_id: 2 });
  machines.end(second.allocationId, { exitCode: 0 });
  await isState(id, 'COMPLETED');
});

test('pause asks a ready task to stop; activate goes on under the same task', async () => {
  const { cluster, machines, create, experimentState, trials, oneRunning, asTask } = bed;
  const id = await create();
  const task = await oneRunning();
  await asTask(task, 'ready');
  const signal = asTask(task, 'signals/preemption?timeout_seconds=30', 'GET');
  await cluster.admin.client.call(pauseExperimentRoute, { id });
  expect(await signal).toEqual({ status: 200, json: { preempt: true } });
  await asTask(task, 'signals/ack_preemption');
  machines.end(task.allocationId, { exitCode: 0 });
  await eventually('the trial rests', async () => machines.running().length === 0);
  expect(await experimentState(id)).toBe('PAUSED');
  expect((await trials(id))[0]).toMatchObject({ state: 'PAUSED', restarts: 0 });
  await cluster.admin.client.call(activateExperimentRoute, { id });
  const again = await oneRunning([task.allocationId]);
  expect(again.environment).toMatchObject({ DET_TASK_ID: task.environment.DET_TASK_ID, DET_TRIAL_RUN_ID: '2' });
});

test('a pause before the task is ready kills it without a restart', async () => {
  const { cluster, machines, create, experimentState, trials, oneRunning } = bed;
  const id = await create();
  await oneRunning();
  await cluster.admin.client.call(pauseExperimentRoute, { id });
  await eventually('nothing runs', () => machines.running().length === 0);
  expect(await experimentState(id)).toBe('PAUSED');
  expect((await trials(id))[0]).toMatchObject({ state: 'PAUSED', restarts: 0 });
});

test('kill ends a running trial as canceled, cancel one that waits at once', async () => {
  const { cluster, machines, create, experimentState, isState, oneRunning } = bed;
  const killed = await create({ slots: 2 });
  await oneRunning();
  const waiting = await create({ slots: 2 });
  await cluster.admin.client.call(cancelExperimentRoute, { id: waiting });
  expect(await experimentState(waiting)).toBe('CANCELED');
  await cluster.admin.client.call(killExperimentRoute, { id: killed });
  await isState(killed, 'CANCELED');
  expect(machines.running()).toEqual([]);
});

test('a random search keeps its slots busy until all trials were made', async () => {
  const { machines, create, isState, trials, oneRunning } = bed;
  const id = await create({ searcher: 'name: random, metric: loss, max_trials: 5, max_concurrent_trials: 2' });
  const seen: string[] = [];
  for (let n = 0; n < 5; n++) {
    const task = await oneRunning(seen);
    seen.push(task.allocationId);
    expect(machines.running().length).toBeLessThanOrEqual(2);
    machines.end(task.allocationId, { exitCode: 0 });
  }
  await isState(id, 'COMPLETED');
  expect(await trials(id)).toHaveLength(5);
});

test('a search whose every trial fails ends in error', async () => {
  const { machines, create, isState, oneRunning } = bed;
  const id = await create({
    searcher: 'name: random, metric: loss, max_trials: 2, max_concurrent_trials: 2',
    maxRestarts: 0,
  });
  for (let n = 0; n < 2; n++) machines.end((await oneRunning()).allocationId, { exitCode: 1 });
  await isState(id, 'ERROR');
  expect((await bed.trials(id)).map(({ state }) => state)).toEqual(['ERROR', 'ERROR']);
});

test('work that finds no room says why it waits', async () => {
  const { cluster, create, oneRunning } = bed;
  await create({ slots: 2 });
  await oneRunning();
  const second = await create({ slots: 1 });
  const reason = await eventually('a reason', async () => {
    const row = await cluster.master.db
      .selectFrom('allocations')
      .select('waiting_reason')
      .where('task_id', 'like', `${second}.%`)
      .executeTakeFirst();
    return row?.waiting_reason || undefined;
  });
  expect(reason).toMatch(/needs 1 slot, 0 are free/);
});

test('tasks wait with the reason of a launcher that is not ready, and start once it is', async () => {
  const { cluster, machines, create, oneRunning } = bed;
  machines.setReadiness({ ready: false, reason: 'The Python environment is being made: step 3.' });
  await create();
  await eventually('the reason', async () => {
    const row = await cluster.master.db.selectFrom('allocations').select('waiting_reason').executeTakeFirst();
    return row?.waiting_reason === 'The Python environment is being made: step 3.';
  });
  expect(machines.running()).toEqual([]);
  machines.setReadiness({ ready: true });
  await oneRunning();
});

test('a master that starts again finds running tasks, and what ended meanwhile', async () => {
  const { cluster, machines, create, experimentState, isState, trials, oneRunning } = bed;
  const running = await create();
  const first = await oneRunning();
  const ended = await create();
  const second = await oneRunning([first.allocationId]);
  const restart = cluster.restart();
  machines.end(second.allocationId, { exitCode: 0 });
  await restart;
  await isState(ended, 'COMPLETED');
  expect(await experimentState(running)).toBe('ACTIVE');
  expect(machines.running().map(({ allocationId }) => allocationId)).toEqual([first.allocationId]);
  machines.end(first.allocationId, { exitCode: 0 });
  await isState(running, 'COMPLETED');
  expect((await trials(running))[0]).toMatchObject({ run_id: 1, restarts: 0 });
});

test('a task that nobody knows after a restart is started again without counting it', async () => {
  const { cluster, machines, create, isState, oneRunning } = bed;
  const id = await create({ maxRestarts: 0 });
  const task = await oneRunning();
  const restart = cluster.restart();
  machines.forget(task.allocationId);
  await restart;
  const again = await oneRunning([task.allocationId]);
  machines.end(again.allocationId, { exitCode: 0 });
  await isState(id, 'COMPLETED');
  expect(await bed.trials(id)).toMatchObject([{ state: 'COMPLETED', restarts: 0, run_id: 2 }]);
});

test('a searcher that fails ends its experiment, and says why', async () => {
  const { create, oneRunning, machines, cluster, isState } = bed;
  const id = await create();
  const task = await oneRunning();
  const { db } = cluster.master;
  await sql`update searcher_events set decided = jsonb_set(decided, '{created}', '["another"]')`.execute(db);
  // The next to hear of it knows only what is stored.
  await cluster.restart();
  machines.end(task.allocationId, { exitCode: 0 });
  await isState(id, 'ERROR');
  const changes = await cluster.master.db.selectFrom('state_changes').select('reason').orderBy('id').execute();
  expect(changes.map(({ reason }) => reason).join('\n')).toMatch(/the searcher failed: event 1 of search \d+ decides/);
});

test('calls while it is being canceled are answered as recorded', async () => {
  const { create, oneRunning, asTask, machines, cluster, experimentState, isState } = bed;
  const { client } = cluster.admin;
  const calls: Record<string, (id: number) => Promise<unknown>> = {
    activate: (id) => client.call(activateExperimentRoute, { id }),
    pause: (id) => client.call(pauseExperimentRoute, { id }),
    cancel: (id) => client.call(cancelExperimentRoute, { id }),
    kill: (id) => client.call(killExperimentRoute, { id }),
    archive: (id) => client.call(archiveExperimentRoute, { id }),
    unarchive: (id) => client.call(unarchiveExperimentRoute, { id }),
    retain_logs: (experimentId) => client.call(putExperimentRetainLogsRoute, { experimentId, numDays: 3 }),
  };
  const recorded = lifecycle.with_running_tasks.filter(
    ({ given, call }) => given === 'STOPPING_CANCELED' && call in calls,
  );
  expect(recorded).toHaveLength(7);
  const id = await create();
  const task = await oneRunning();
  await asTask(task, 'ready');
  await client.call(cancelExperimentRoute, { id });
  for (const { call, status, error } of recorded) {
    expect(await experimentState(id), call).toBe('STOPPING_CANCELED');
    const refused = await calls[call]?.(id).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(refused instanceof ApiError ? [refused.status, refused.message] : [200, undefined], call).toEqual([
      status,
      error,
    ]);
  }
  // The last one was the kill.
  await isState(id, 'CANCELED');
  expect(machines.running()).toEqual([]);
});

test('a pause takes what waits out of the queue; activate puts it back in its order', async () => {
  const { create, oneRunning, machines, cluster, trials, isState } = bed;
  const { client, db } = { client: cluster.admin.client, db: cluster.master.db };
  const id = await create({
    searcher: 'name: random, metric: loss, max_trials: 4, max_concurrent_trials: 4',
    slots: 2,
  });
  await oneRunning();
  const open = () =>
    db
      .selectFrom('allocations as a')
      .innerJoin('trial_tasks as o', 'o.task_id', 'a.task_id')
      .select(['a.id', 'a.state', 'o.trial_id'])
      .where('a.state', '<>', 'TERMINATED')
      .orderBy('a.requested_at')
      .execute();
  await client.call(pauseExperimentRoute, { id });
  await eventually('nothing is left', async () => (await open()).length === 0);
  expect((await trials(id)).map(({ state }) => state)).toEqual(['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED']);
  const { rows } = await sql<{
    exit_reason: string;
  }>`select exit_reason from allocations order by requested_at`.execute(db);
  expect(rows.slice(1).map((row) => row.exit_reason)).toEqual(
    Array.from({ length: 3 }, () => 'allocation aborted after exit before start: user requested pause'),
  );
  await client.call(activateExperimentRoute, { id });
  const again = await trials(id);
  expect(again.map(({ state, run_id }) => [state, run_id])).toEqual(Array.from({ length: 4 }, () => ['ACTIVE', 2]));
  expect((await open()).map((row) => row.trial_id)).toEqual(again.map((trial) => trial.id));
  for (let n = 0; n < 4; n++) machines.end((await oneRunning()).allocationId, { exitCode: 0 });
  await isState(id, 'COMPLETED');
});
