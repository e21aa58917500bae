import { randomUUID } from 'node:crypto';
import { getTaskAcceleratorDataRoute, getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { createExperimentRoute, pauseExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What platform 0.38.1 was recorded to answer to the calls of the harness, played with the tokens of a running task
// (../shared/contract/samples, `"server": "managed"` and the reports of trials; facts: trial runtime 8 and 9).

let cluster: DevCluster;
const machines = new ScriptedLauncher([32]);
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: machines });
});
afterAll(() => cluster.stop());

interface Task {
  experiment: number;
  trial: number;
  task: string;
  allocation: string;
  resources: string;
  spec: TaskSpec;
}

const config =
  'name: x\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {lr: 0.1}\nresources: {slots_per_trial: 1}\n';

async function runningTask(): Promise<Task> {
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  const id = experiment?.id ?? 0;
  const spec = await eventually('its trial runs', () =>
    machines.running().find(({ environment }) => environment.DET_EXPERIMENT_ID === String(id)),
  );
  const { environment } = spec;
  return {
    experiment: id,
    trial: Number(environment.DET_TRIAL_ID),
    task: environment.DET_TASK_ID ?? '',
    allocation: environment.DET_ALLOCATION_ID ?? '',
    resources: environment.DET_RESOURCES_ID ?? '',
    spec,
  };
}

type Call = [method: string, path: string, body: unknown, reply: unknown, status?: number];

/** As the harness sends it: an allocation's token in a header of its own. */
async function send(token: string, kind: 'allocation' | 'user', [method, path, body]: Call) {
  const headers: Record<string, string> =
    kind === 'allocation'
      ? { 'Grpc-Metadata-x-allocation-token': `Bearer ${token}` }
      : { Authorization: `Bearer ${token}` };
  const reply = await cluster.fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, reply: text === '' ? undefined : JSON.parse(text) };
}

const error = (code: number, reason: string) => ({ error: { code, reason, error: expect.any(String) } });

/** In this order; what was a 500 for bad input is a 400 here. */
function reports({ experiment, trial, task, allocation }: Task): Call[] {
  const at = (rest: string) => `/api/v1/trials/${trial}${rest}`;
  const metrics = (stepsCompleted: number, loss: number, trialRunId = 1) => ({
    trialId: trial,
    trialRunId,
    stepsCompleted,
    metrics: { avgMetrics: { loss } },
  });
  const uuid = randomUUID();
  const resources = { 'a/': '0', 'a/w.bin': '1048576', 'meta.json': 20 };
  const metadata = { steps_completed: 50, framework: 'plain', nested: { x: null } };
  const checkpoint = { uuid, taskId: task, allocationId: allocation, resources, metadata, state: 'STATE_COMPLETED' };
  const source = { trialId: trial, checkpointUuid: uuid };
  const noted = { a: 'x', deep: { b: true, f: 1.5 }, list: [1, 'two'], n: 1, when: '2026-01-02' };
  return [
    [
      'POST',
      '/api/v1/runs/start',
      { runId: trial, checkpointStorage: { type: 'shared_fs', host_path: '/data/ckpt' } },
      { storageId: expect.any(Number) },
    ],
    ['POST', at('/runner/metadata'), { state: 'training' }, {}],
    ['POST', at('/metrics'), { metrics: metrics(10, 0.5), group: 'validation' }, {}],
    ['POST', at('/metrics'), { metrics: metrics(11, 0.5, 0), group: 'validation' }, error(3, 'InvalidArgument'), 400],
    ['POST', at('/training_metrics'), metrics(20, 0.4), {}],
    ['POST', at('/validation_metrics'), metrics(20, 0.7), {}],
    ['POST', at('/progress'), { progress: 0.25 }, {}],
    ['GET', `/api/v1/experiments/${experiment}/searcher/best_searcher_validation_metric`, undefined, { metric: 0.5 }],
    ['POST', '/api/v1/checkpoints', { ...checkpoint, reportTime: '2026-01-02T03:04:05Z', training: {} }, {}],
    [
      'GET',
      `/api/v1/checkpoints/${uuid}`,
      undefined,
      {
        checkpoint: expect.objectContaining({
          taskId: task,
          uuid,
          reportTime: '2026-01-02T03:04:05Z',
          resources: { 'a/': '0', 'a/w.bin': '1048576', 'meta.json': '20' },
          metadata: { framework: 'plain', nested: { x: null }, steps_completed: 50 },
          state: 'STATE_COMPLETED',
          training: expect.objectContaining({ trialId: trial, experimentId: experiment }),
        }),
      },
    ],
    ['POST', `/api/v1/runs/${trial}/metadata`, { metadata: noted }, { metadata: noted }],
    ['GET', `/api/v1/runs/${trial}/metadata`, undefined, { metadata: noted }],
    [
      'POST',
      '/api/v1/trial-source-info',
      { trialSourceInfo: { ...source, trialSourceInfoType: 'TRIAL_SOURCE_INFO_TYPE_INFERENCE' } },
      source,
    ],
    [
      'GET',
      `/api/v1/checkpoints/${uuid}/metrics?trialSourceInfoType=TRIAL_SOURCE_INFO_TYPE_INFERENCE`,
      undefined,
      { metrics: expect.arrayContaining([expect.objectContaining({ trialId: trial })]) },
    ],
    ['POST', '/api/v1/task/logs', { logs: [{ taskId: task, log: 'line 0\n', rankId: 0, source: 'task' }] }, {}],
    ['POST', '/task-logs', [{ task_id: task, log: 'line 1\n', level: 'INFO', source: 'task' }], ''],
    [
      'GET',
      at(''),
      undefined,
      {
        trial: expect.objectContaining({
          runnerState: 'training',
          latestValidation: expect.objectContaining({ totalBatches: 20 }),
          bestValidation: expect.objectContaining({ totalBatches: 10 }),
          checkpointCount: 1,
        }),
      },
    ],
    ['POST', at('/early_exit'), { reason: 'EXITED_REASON_UNSPECIFIED' }, error(3, 'InvalidArgument'), 400],
    ['POST', at('/early_exit'), { reason: 'EXITED_REASON_INVALID_HP' }, {}],
  ];
}

/** The name of what is played and what came, for all calls at once. */
async function play(calls: readonly Call[], token: string, kind: 'allocation' | 'user') {
  const found: unknown[] = [];
  for (const call of calls) found.push([call[0], call[1], await send(token, kind, call)]);
  return found;
}
const recorded = (calls: readonly Call[]) =>
  calls.map(([method, path, , reply, status = 200]) => [method, path, { status, reply }]);

const tokens = [
  ['DET_SESSION_TOKEN', 'allocation'],
  ['DET_USER_TOKEN', 'user'],
] as const;

test.each(tokens)(
  '[API-115, API-147] a running trial reports with its %s, and is answered as recorded',
  async (name, kind) => {
    const own = await runningTask();
    const calls = reports(own);
    expect(await play(calls, own.spec.environment[name] ?? '', kind)).toEqual(recorded(calls));
    const { token } = cluster.admin;
    const lines = await (await cluster.fetch(`/api/v1/trials/${own.trial}/logs`, { token })).text();
    expect(lines.match(/line [01]/g)?.toSorted()).toEqual(expect.arrayContaining(['line 0', 'line 1']));
  },
);

test('scripts report to a managed trial with the token of a user who may edit its experiment', async () => {
  const own = await runningTask();
  const { token } = await cluster.newUser();
  const calls = reports(own);
  expect(await play(calls, token, 'user')).toEqual(recorded(calls));
});

test.each(tokens)('another task reports nothing to a managed trial with its %s', async (name, kind) => {
  const [own, other] = await Promise.all([runningTask(), runningTask()]);
  const writes = reports(other).filter(([method]) => method === 'POST');
  const statuses = await Promise.all(
    writes.map(async (call) => [call[1], (await send(own.spec.environment[name] ?? '', kind, call)).status]),
  );
  // What is noted of a run is no report: a user's session may as he may.
  const may = (path: string) => kind === 'user' && path === `/api/v1/runs/${other.trial}/metadata`;
  expect(statuses).toEqual(writes.map(([, path]) => [path, may(path) ? 200 : 403]));
});

test.each(tokens)(
  '[API-131, API-132, API-133, API-134, API-135, API-136, API-140] ranks meet, and are told to stop, with %s as recorded',
  async (name, kind) => {
    const own = await runningTask();
    const token = own.spec.environment[name] ?? '';
    const at = (rest: string) => `/api/v1/allocations/${own.allocation}${rest}`;
    const accelerator = {
      containerId: own.resources,
      allocationId: own.allocation,
      nodeName: 'n',
      acceleratorType: 'T',
    };
    const together = { numPeers: 1, data: { a: 1 } };
    const calls: Call[] = [
      ['POST', at('/ready'), {}, {}],
      ['GET', at(''), undefined, { allocation: expect.objectContaining({ state: 'STATE_RUNNING', isReady: true }) }],
      [
        'GET',
        `/api/v1/tasks/${own.task}`,
        undefined,
        {
          task: expect.objectContaining({
            allocations: [
              expect.objectContaining({ allocationId: own.allocation, state: 'STATE_RUNNING', isReady: true }),
            ],
          }),
        },
      ],
      [
        'GET',
        at(`/resources/${own.resources}/rendezvous`),
        undefined,
        { rendezvousInfo: { addresses: ['127.0.0.1'], rank: 0, slots: [1] } },
      ],
      [
        'POST',
        at('/notify_container_running'),
        { ...together, requestUuid: randomUUID(), rank: 0 },
        error(9, 'FailedPrecondition'),
        400,
      ],
      ['POST', at('/all_gather'), { ...together, requestUuid: randomUUID() }, { data: [{ a: 1 }] }],
      ['POST', at('/proxy_address'), { proxyAddress: '127.0.0.1' }, {}],
      ['POST', at('/acceleratorData'), { acceleratorData: { ...accelerator, acceleratorUuids: ['u1'] } }, {}],
      ['GET', at('/signals/preemption?timeoutSeconds=0'), undefined, { preempt: false }],
      ['POST', at('/waiting'), {}, {}],
      ['GET', at(''), undefined, { allocation: expect.objectContaining({ state: 'STATE_WAITING' }) }],
    ];
    expect(await play(calls, token, kind)).toEqual(recorded(calls));
    const { acceleratorData } = await cluster.admin.client.call(getTaskAcceleratorDataRoute, { taskId: own.task });
    expect(acceleratorData).toMatchObject([{ ...accelerator, acceleratorUuids: ['u1'] }]);
    const waiting = send(token, kind, ['GET', at('/signals/preemption?timeoutSeconds=60'), undefined, undefined]);
    await cluster.admin.client.call(pauseExperimentRoute, { id: own.experiment });
    expect(await waiting).toEqual({ status: 200, reply: { preempt: true } });
    const stop: Call[] = [
      ['GET', at('/signals/preemption?timeoutSeconds=0'), undefined, { preempt: true }],
      ['POST', at('/signals/ack_preemption'), {}, {}],
    ];
    expect(await play(stop, token, kind)).toEqual(recorded(stop));
    // What ends after it has seen the signal has not failed.
    machines.end(own.allocation, { exitCode: 1 });
    const { client } = cluster.admin;
    await eventually('its task has ended', async () => {
      const { task } = await client.call(getTaskRoute, { taskId: own.task });
      return task?.allocations[0]?.state === 'STATE_TERMINATED';
    });
    expect((await client.call(getTrialRoute, { trialId: own.trial })).trial).toMatchObject({ restarts: 0 });

    const other = await runningTask();
    const signals = `/api/v1/allocations/${other.allocation}/signals`;
    const pending: Call[] = [
      ['POST', `/api/v1/allocations/${other.allocation}/ready`, {}, {}],
      ['POST', `${signals}/pending_preemption`, {}, {}],
      ['GET', `${signals}/preemption?timeoutSeconds=0`, undefined, { preempt: true }],
    ];
    expect(await play(pending, other.spec.environment[name] ?? '', kind)).toEqual(recorded(pending));
  },
);
