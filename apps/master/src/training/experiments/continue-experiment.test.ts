import { randomUUID } from 'node:crypto';
import {
  deleteGlobalConfigPoliciesRoute,
  putGlobalConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { getEffectiveConfigRoute } from '@determined/contract/training/effective-config-ext-routes.ts';
import {
  archiveExperimentRoute,
  continueExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  pauseExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  completeTrialSearcherOperationRoute,
  getCurrentTrialSearcherOperationRoute,
  getSearcherEventsRoute,
  postSearcherOperationsRoute,
} from '@determined/contract/training/searchers-routes.ts';
import {
  createTrialRoute,
  getTrialRoute,
  killTrialRoute,
  patchTrialRoute,
  trialLogsRoute,
} from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeAll(async () => {
  bed = await startLifeTestBed();
});
afterAll(() => bed.cluster.stop());

const client = () => bed.cluster.admin.client;
const goOn = (id: number, overrideConfig = '') => client().call(continueExperimentRoute, { id, overrideConfig });
const taskOf = (id: number, seen: string[] = []): Promise<TaskSpec> =>
  eventually(`a task of ${id} runs`, () =>
    bed.machines
      .running()
      .find((task) => task.environment.DET_EXPERIMENT_ID === String(id) && !seen.includes(task.allocationId)),
  );
const killed = async (id: number) => {
  await client().call(killExperimentRoute, { id });
  await bed.isState(id, 'CANCELED');
  return id;
};
const noneOpen = async (id: number) => {
  const open = bed.cluster.master.db.selectFrom('allocations').select('id').where('task_id', 'like', `${id}.%`);
  return (await open.where('state', '<>', 'TERMINATED').execute()).length === 0;
};
const statesOf = async (id: number) => (await bed.trials(id)).map(({ state }) => state);

describe('[API-060] continuing a single search', () => {
  test('waits while its policy lets the files go that it would start from, and is refused where its project is deleted', async () => {
    const id = await bed.create({
      maxRestarts: 0,
      more: 'checkpoint_storage: {save_trial_latest: 0, save_trial_best: 0, save_experiment_best: 0}\n',
    });
    const task = await taskOf(id);
    const uuid = randomUUID();
    await client().call(reportCheckpointRoute, {
      checkpoint: {
        uuid,
        taskId: task.environment.DET_TASK_ID ?? '',
        state: 'STATE_COMPLETED',
        metadata: { steps_completed: 4 },
      },
    });
    bed.machines.end(task.allocationId, { exitCode: 1 });
    await bed.isState(id, 'ERROR');
    const gc = await eventually('a task is to delete its files', () =>
      bed.machines.running().find(({ environment }) => environment.DET_TASK_TYPE === 'CHECKPOINT_GC'),
    );
    expect(await refusalOf(goOn(id))).toMatchObject({
      code: 'FailedPrecondition',
      message: expect.stringContaining(
        `files of checkpoint ${uuid} of trial ${task.environment.DET_TRIAL_ID} are being deleted`,
      ),
    });
    expect(await statesOf(id)).toEqual(['ERROR']);
    bed.machines.end(gc.allocationId, { exitCode: 0 });
  });

  test('goes on from the latest checkpoint in a task of its own, under the configuration put over the old one', async () => {
    const id = await bed.create({
      maxRestarts: 0,
      more: 'labels: [first]\nretention_policy: {log_retention_days: 3}\n',
    });
    const first = await taskOf(id);
    const taskId = first.environment.DET_TASK_ID ?? '';
    const trialId = Number(first.environment.DET_TRIAL_ID);
    await bed.asTask(first, '/api/v1/task/logs', 'POST', { logs: [{ taskId, log: 'once\n' }] });
    const uuid = randomUUID();
    await client().call(reportCheckpointRoute, {
      checkpoint: { uuid, taskId, state: 'STATE_COMPLETED', resources: {}, metadata: { steps_completed: 4 } },
    });
    bed.machines.end(first.allocationId, { exitCode: 1 });
    await bed.isState(id, 'ERROR');
    const before = (await client().call(getExperimentRoute, { experimentId: id })).experiment;

    const override = 'max_restarts: 1\nhyperparameters: {lr: 0.25}\nlabels: [second]\nresources: {priority: 7}\n';
    const { experiment, warnings } = await goOn(id, override);
    expect(warnings).toEqual([]);
    expect(experiment).toMatchObject({
      id,
      jobId: before?.jobId,
      trialIds: [trialId],
      endTime: null,
      progress: 0,
      originalConfig: before?.originalConfig,
      labels: expect.arrayContaining(['first', 'second']),
      config: {
        max_restarts: 1,
        hyperparameters: { lr: { type: 'const', val: 0.25 } },
        resources: { priority: 7 },
        retention_policy: { log_retention_days: 3 },
        reproducibility: before?.config?.reproducibility,
      },
    });
    const second = await taskOf(id);
    expect(second.environment).toMatchObject({
      DET_TRIAL_ID: String(trialId),
      DET_TRIAL_RUN_ID: '2',
      DET_TASK_ID: `${taskId}-1`,
      DET_LATEST_CHECKPOINT: uuid,
      DET_STEPS_COMPLETED: '4',
      DET_HPARAMS: JSON.stringify({ lr: 0.25 }),
    });
    expect(second.allocationId).toBe(`${taskId}-1.2`);
    const { trial } = await client().call(getTrialRoute, { trialId });
    expect(trial).toMatchObject({ restarts: 0, endTime: null, taskId: `${taskId}-1`, logRetentionDays: 3 });
    expect(trial?.taskIds).toEqual([taskId, `${taskId}-1`]);

    // It may be restarted again, and what it wrote before and after is one log.
    bed.machines.end(second.allocationId, { exitCode: 1 });
    const third = await taskOf(id, [second.allocationId]);
    expect(third.allocationId).toBe(`${taskId}-1.3`);
    await bed.asTask(third, '/api/v1/task/logs', 'POST', { logs: [{ taskId: `${taskId}-1`, log: 'twice\n' }] });
    bed.machines.end(third.allocationId, { exitCode: 0 });
    await bed.isState(id, 'COMPLETED');
    const said: string[] = [];
    for await (const { log } of client().stream(trialLogsRoute, { trialId })) said.push(log ?? '');
    expect(said.filter((line) => /^(once|twice)/.test(line))).toEqual(['once\n', 'twice\n']);

    const changes = await bed.cluster.master.db
      .selectFrom('state_changes')
      .select(['from_state', 'to_state', 'reason', 'user_id'])
      .where('experiment_id', '=', id)
      .where('trial_id', 'is', null)
      .orderBy('id')
      .execute();
    const asked = { reason: 'user requested continue', user_id: 1 };
    expect(changes.slice(3, 5)).toEqual([
      { from_state: 'ERROR', to_state: 'PAUSED', ...asked },
      { from_state: 'PAUSED', to_state: 'ACTIVE', ...asked },
    ]);
    // A completed one goes on as well, and each time in a further task.
    await goOn(id, '{}\n');
    expect((await taskOf(id)).environment.DET_TASK_ID).toBe(`${taskId}-2`);
    await killed(id);
  });

  test('says of each value that the override gave that it is the user’s', async () => {
    const id = await killed(await bed.create());
    await goOn(id, 'max_restarts: 4\n');
    await killed(id);
    await goOn(id, 'preemption_timeout: 77\n');
    const { settings } = await client().call(getEffectiveConfigRoute, { params: { experimentId: id } });
    const origin = (path: string) => settings.find((setting) => setting.path.join('.') === path)?.origin;
    expect(['max_restarts', 'preemption_timeout', 'entrypoint', 'scheduling_unit'].map(origin)).toEqual([
      'user',
      'user',
      'user',
      'default',
    ]);
    await killed(id);
  });

  test('keeps to the policies in force now', async () => {
    const id = await killed(await bed.create());
    const global = (configPolicies: string) =>
      client().call(putGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT', configPolicies });
    await global('{"constraints": {"priority_limit": 30}}');
    expect((await refusalOf(goOn(id, 'resources: {priority: 5}'))).message).toContain('priority');
    expect(await bed.experimentState(id)).toBe('CANCELED');
    await global('{"invariant_config": {"max_restarts": 3}}');
    const { experiment } = await goOn(id, 'max_restarts: 9');
    expect(experiment?.config).toMatchObject({ max_restarts: 3 });
    await client().call(deleteGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT' });
    await killed(id);
  });

  test.each([
    [
      'project: other',
      "'project' in override config cannot be specified, use `det experiment move` first if you want to change the project",
    ],
    [
      'workspace: other',
      "'workspace' in override config cannot be specified, use `det experiment move` first if you want to change the workspace",
    ],
    [
      'searcher: {name: random, metric: loss, max_trials: 3}',
      "override config must have single searcher type got 'random' instead",
    ],
    ['a: [', 'parsing override config: unable to convert yaml to json: not valid yaml: '],
    ['max_restarts: many', 'parsing override config: '],
    ['resources: {slots_per_trial: 99}', 'parsing continue experiment request: invalid resource configuration: slots'],
    ['resources: {resource_pool: none}', 'parsing continue experiment request: invalid resource configuration: rpc'],
    ['searcher: {source_trial_id: 999999}', 'no checkpoint found for source trial 999999'],
  ])('refuses the override %s and changes nothing', async (override, said) => {
    const id = await killed(await bed.create());
    const failure = await refusalOf(goOn(id, override));
    expect(failure).toMatchObject({ status: 400 });
    expect(failure.message).toContain(said);
    expect(await bed.experimentState(id)).toBe('CANCELED');
    expect(await statesOf(id)).toEqual(['CANCELED']);
  });
});

describe('[API-060] continuing a search of many', () => {
  const random = 'name: random, metric: loss, max_trials: 4, max_concurrent_trials: 2';

  test('leaves what completed, goes on with the rest, and makes what is missing', async () => {
    const id = await bed.create({ searcher: random, maxRestarts: 0 });
    const [one, two] = await eventually('two run', () => {
      const running = bed.machines.running();
      return running.length === 2 ? running : undefined;
    });
    bed.machines.end(one?.allocationId ?? '', { exitCode: 0 });
    bed.machines.end(two?.allocationId ?? '', { exitCode: 1 });
    await eventually('four trials', async () => (await bed.trials(id)).length === 4);
    await taskOf(id, [one?.allocationId ?? '', two?.allocationId ?? '']);
    await killed(id);
    const before = await bed.trials(id);
    expect(before.map(({ state }) => state).toSorted()).toEqual(['CANCELED', 'CANCELED', 'COMPLETED', 'ERROR']);
    const completed = before.find(({ state }) => state === 'COMPLETED');

    expect((await refusalOf(goOn(id, 'max_restarts: 1'))).message).toBe(
      "override config is provided and experiment is not single searcher, got 'random' instead",
    );
    await goOn(id, '{}\n');
    // What other masters and this one remember of the former search is of no use: they begin with the same events.
    await bed.cluster.restart();
    const seen: string[] = [];
    for (let n = 0; n < 3; n++) {
      const task = await taskOf(id, seen);
      seen.push(task.allocationId);
      expect(task.environment.DET_TASK_ID).toMatch(/-1$/);
      expect(bed.machines.running().length).toBeLessThanOrEqual(2);
      bed.machines.end(task.allocationId, { exitCode: 0 });
    }
    await bed.isState(id, 'COMPLETED');
    const after = await bed.trials(id);
    expect(after.map(({ id, hparams, seed }) => ({ id, hparams, seed }))).toEqual(
      before.map(({ id, hparams, seed }) => ({ id, hparams, seed })),
    );
    expect(after.every(({ state, restarts }) => state === 'COMPLETED' && restarts === 0)).toBe(true);
    const untouched = after.find((trial) => trial.id === completed?.id);
    expect(untouched).toEqual(completed);
    expect((await refusalOf(goOn(id))).message).toBe('experiment has been completed, cannot continue this experiment');

    // Both searches are told of, one after the other.
    const { searcherEvents } = await client().call(getSearcherEventsRoute, { experimentId: id });
    expect(searcherEvents.map(({ id }) => id)).toEqual(searcherEvents.map((_event, i) => i + 1));
    expect(searcherEvents.filter(({ kind }) => kind === 'INITIAL')).toHaveLength(2);
    const ofTrial = (n: number) => after[n]?.request_id ?? '';
    expect(searcherEvents[0]).toMatchObject({
      kind: 'INITIAL',
      created: [ofTrial(0), ofTrial(1)],
      stopped: [],
      end: '',
    });
    const early = searcherEvents.find(({ kind }) => kind === 'TRIAL_EXITED_EARLY');
    expect(early).toMatchObject({ reason: 'ERRORED', requestId: expect.any(String) });
    expect(searcherEvents.at(-1)).toMatchObject({ kind: 'TRIAL_CLOSED', end: 'completed', time: expect.any(String) });
  });

  test('[API-088, API-114] tells what a searcher was told; it takes no operations from outside', async () => {
    const id = await bed.create({
      searcher: 'name: adaptive_asha, metric: loss, max_trials: 2, max_time: 2, time_metric: t, max_rungs: 1',
    });
    const task = await taskOf(id);
    const trialId = Number(task.environment.DET_TRIAL_ID);
    const metrics = {
      trialId,
      trialRunId: 1,
      stepsCompleted: 1,
      metrics: { avgMetrics: { loss: 0.5, t: 2, other: 1 } },
    };
    await client().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
    const { searcherEvents } = await client().call(getSearcherEventsRoute, { experimentId: id });
    expect(searcherEvents[1]).toMatchObject({ id: 2, kind: 'VALIDATION_COMPLETED', metrics: { loss: 0.5, t: 2 } });
    expect(searcherEvents[1]?.stopped).toEqual([searcherEvents[1]?.requestId]);
    const refusals = await Promise.all(
      [
        client().call(postSearcherOperationsRoute, { experimentId: id, searcherOperations: [{ shutDown: {} }] }),
        client().call(getCurrentTrialSearcherOperationRoute, { trialId }),
        client().call(completeTrialSearcherOperationRoute, { trialId, completedOperation: {} }),
        client().call(getSearcherEventsRoute, { experimentId: 999_999 }),
        client().call(getCurrentTrialSearcherOperationRoute, { trialId: 999_999 }),
      ].map(refusalOf),
    );
    const message = "the searcher 'adaptive_asha' takes no operations";
    const none = { status: 400, code: 'FailedPrecondition', message };
    expect(refusals).toMatchObject([none, none, none, { status: 404 }, { status: 404 }]);
    await killed(id);
  });

  test('a trial that is asked for again while the experiment is paused waits', async () => {
    const id = await bed.create({
      searcher: 'name: random, metric: loss, max_trials: 2, max_concurrent_trials: 1',
      maxRestarts: 0,
    });
    const first = await taskOf(id);
    bed.machines.end(first.allocationId, { exitCode: 1 });
    await taskOf(id, [first.allocationId]);
    await killed(id);
    await goOn(id);
    const again = await taskOf(id);
    await client().call(pauseExperimentRoute, { id });
    await eventually('it rests', async () => (await statesOf(id))[0] === 'PAUSED' && (await noneOpen(id)));
    const trialId = Number(again.environment.DET_TRIAL_ID);
    await client().call(killTrialRoute, { id: trialId });
    expect(await statesOf(id)).toEqual(['CANCELED', 'PAUSED']);
    await killed(id);
  });

  test('a grid goes on with its own values, an adaptive search not at all', async () => {
    const grid = 'name: grid, metric: loss, max_concurrent_trials: 1';
    const made = await client().call(createExperimentRoute, {
      config: `name: g\nentrypoint: x\nsearcher: {${grid}}\nhyperparameters: {size: {type: int, minval: 1, maxval: 3, count: 3}}\nresources: {slots_per_trial: 1}\n`,
      activate: true,
    });
    const id = made.experiment?.id ?? 0;
    bed.machines.end((await taskOf(id)).allocationId, { exitCode: 0 });
    await eventually('the next', async () => (await bed.trials(id)).length === 2);
    await killed(id);
    await goOn(id);
    const seen: string[] = [];
    for (let n = 0; n < 2; n++) {
      const task = await taskOf(id, seen);
      seen.push(task.allocationId);
      bed.machines.end(task.allocationId, { exitCode: 0 });
    }
    await bed.isState(id, 'COMPLETED');
    expect((await bed.trials(id)).map(({ hparams }) => hparams.size)).toEqual([3, 2, 1]);

    const asha = 'name: adaptive_asha, metric: loss, max_trials: 2, max_time: 4, time_metric: batches';
    const other = await killed(await bed.create({ searcher: asha }));
    expect(await refusalOf(goOn(other))).toMatchObject({
      status: 400,
      message: "Unsupported searcher type provided: 'adaptive_asha'",
    });
  });
});

test('[API-060] what has not ended, is archived, unmanaged or unknown is not continued', async () => {
  const id = await bed.create();
  expect(await refusalOf(goOn(id))).toMatchObject({
    status: 400,
    message:
      "experiment continue database updates: rpc error: code = FailedPrecondition desc = experiment in non terminal state 'ACTIVE', try again later",
  });
  await killed(id);
  await client().call(archiveExperimentRoute, { id });
  expect((await refusalOf(goOn(id))).message).toBe('an archived experiment cannot be continued');
  expect(await refusalOf(goOn(999_999))).toMatchObject({ status: 404, message: "experiment '999999' not found" });
  const { experiment } = await client().call(createExperimentRoute, {
    config: 'name: u\nsearcher: {name: single, metric: loss}\nhyperparameters: {}',
    unmanaged: true,
  });
  const own = experiment?.id ?? 0;
  const { trial } = await client().call(createTrialRoute, { experimentId: own, unmanaged: true });
  await client().call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
  expect((await refusalOf(goOn(own))).message).toBe('an unmanaged experiment cannot be continued');
  const two = await killed(await bed.create());
  // Twice at once: one of them finds it running.
  const both = await Promise.allSettled([goOn(two), goOn(two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await killed(two);
});
