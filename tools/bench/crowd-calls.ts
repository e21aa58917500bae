import { randomUUID } from 'node:crypto';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import type { BenchMaster } from './figure.ts';
import { Caller, type Sent } from './http-load.ts';
import { endTrials, type RunningTrial, type RunningTrials, runId, startTrials } from './running-trials.ts';

export interface Named extends Sent {
  what: string;
}

export const trials = 16;
const reports = 200;

/** An experiment of some trials that have reported and logged, and ended: streams about it end, too. */
export async function makeReported(master: BenchMaster): Promise<RunningTrials> {
  const running = await startTrials(master, trials);
  const caller = new Caller(master.address, trials);
  await Promise.all(
    running.trials.map(async (trial) => {
      for (let step = 1; step <= reports; step++) {
        await caller.send(metricsOf(trial, step, 'training'));
        if (step % 20 === 0) await caller.send(metricsOf(trial, step, 'validation'));
      }
      await caller.send(linesOf(trial, 1_000));
      await caller.send(checkpointOf(trial, reports));
    }),
  );
  caller.close();
  await endTrials(master, running);
  return running;
}

const post = ({ path, body }: { path: string; body?: string | undefined }, token: string): Sent => ({
  method: 'POST',
  path,
  body,
  token,
});

export function metricsOf({ trialId, token }: RunningTrial, stepsCompleted: number, group: string): Sent {
  const avgMetrics = { loss: Math.exp(-stepsCompleted / 50), accuracy: Math.random(), lr: 0.1, epoch: stepsCompleted };
  const metrics = { trialId, trialRunId: runId, stepsCompleted, metrics: { avgMetrics, batchMetrics: [] } };
  return post(encodeRequest(reportTrialMetricsRoute, { metrics, group }), token);
}

export function linesOf({ taskId, token }: RunningTrial, count: number): Sent {
  const timestamp = new Date().toISOString();
  const logs = Array.from({ length: count }, (_, at) => ({
    taskId,
    log: `epoch ${at} loss ${Math.random()}\n`,
    timestamp,
    level: 'LOG_LEVEL_INFO' as const,
    rankId: at % 4,
    stdtype: 'stdout',
  }));
  return post(encodeRequest(postTaskLogsRoute, { logs }), token);
}

export function checkpointOf({ taskId, allocationId, token }: RunningTrial, steps: number): Sent {
  const checkpoint = {
    uuid: randomUUID(),
    taskId,
    allocationId,
    state: 'STATE_COMPLETED' as const,
    resources: { 'state.pt': 1_000_000, 'metadata.json': 20 },
    metadata: { steps_completed: steps, framework: 'torch-2.0.0' },
  };
  return post(encodeRequest(reportCheckpointRoute, { checkpoint }), token);
}

/**
 * What the pages of the replaced console ask: its load test's list (performance/k6) and the calls left out there because they
 * hung. Each is asked once before; a call this server does not have yet is left out.
 */
export async function consoleCalls(
  { address, token }: BenchMaster,
  projectId: number,
  { experimentId, trials: [trial] }: RunningTrials,
): Promise<{ calls: Named[]; missing: string[] }> {
  if (!trial) throw new Error('an experiment without trials');
  const project = `/api/v1/projects/${projectId}`;
  const experiment = `/api/v1/experiments/${experimentId}`;
  const one = `/api/v1/trials/${trial.trialId}`;
  const stream = `${experiment}/metrics-stream`;
  const loss = 'metricName=loss&group=validation&metricType=METRIC_TYPE_VALIDATION&periodSeconds=0';
  const gets = [
    ...[
      '/info',
      '/api/v1/master',
      '/api/v1/master/config',
      '/api/v1/master/telemetry',
      '/api/v1/master/cluster_message',
    ],
    ...[
      '/api/v1/master/logs?limit=100',
      '/api/v1/me',
      '/api/v1/users?limit=100',
      '/api/v1/users/setting',
      '/api/v1/auth/user',
    ],
    ...[
      '/api/v1/permissions/summary',
      '/api/v1/agents',
      '/api/v1/resource-pools?limit=100',
      '/api/v1/job-queues/stats',
    ],
    '/api/v1/job-queues-v2?resourcePool=default&limit=100',
    ...['/api/v1/tasks', '/api/v1/tasks/count', '/api/v1/workspaces?limit=100', '/api/v1/workspaces/1'],
    ...['/api/v1/workspaces/1/projects?limit=100', '/api/v1/user/projects/activity?limit=5', project],
    ...['EXPERIMENT', 'RUN'].map((table) => `${project}/columns?tableType=TABLE_TYPE_${table}`),
    `${project}/experiments/metric-ranges`,
    `/api/v1/experiments?projectId=${projectId}&limit=50&sortBy=SORT_BY_START_TIME&orderBy=ORDER_BY_DESC`,
    '/api/v1/experiments?limit=5&sortBy=SORT_BY_START_TIME&orderBy=ORDER_BY_DESC',
    ...['/api/v1/experiment/labels', experiment, `${experiment}/trials?limit=50`, `${experiment}/checkpoints?limit=50`],
    ...[`${experiment}/validation-history`, `${experiment}/file_tree`],
    `${experiment}/searcher/best_searcher_validation_metric`,
    `/api/v1/experiments/metrics-stream/metric-names?ids=${experimentId}&periodSeconds=0`,
    ...[`${stream}/batches?${loss}`, `${stream}/trials-snapshot?${loss}&batchesProcessed=100`],
    `${stream}/trials-sample?${loss}&maxTrials=25&maxDatapoints=1000`,
    ...[one, `${one}/workloads?limit=50`, `${one}/checkpoints?limit=50`, `${one}/logs?limit=100`, `${one}/logs/fields`],
    `/api/v1/trials/time-series?trialIds=${trial.trialId}&maxDatapoints=1000&metricIds=validation.loss&metricIds=training.loss`,
    `/api/v1/trials/metrics/trial_metrics?trialIds=${trial.trialId}&group=training`,
    ...[
      `${one}/profiler/available_series`,
      `/api/v1/tasks/${trial.taskId}`,
      `/api/v1/tasks/${trial.taskId}/logs?limit=100`,
    ],
    ...['/api/v1/templates?limit=50', '/api/v1/models?limit=50', '/api/v1/model/labels', '/api/v1/webhooks'],
    ...['commands', 'notebooks', 'shells', 'tensorboards'].map((kind) => `/api/v1/${kind}?limit=50`),
    '/api/v1/resources/allocation/aggregated?period=RESOURCE_ALLOCATION_AGGREGATION_PERIOD_MONTHLY&startDate=2026-01&endDate=2026-02',
  ];
  const posts: [string, object][] = [
    ['/api/v1/experiments-search', { projectId, limit: 40, sort: 'id=desc' }],
    ['/api/v1/runs', { projectId, limit: 40, sort: 'id=desc' }],
    ['/api/v1/groups/search', { limit: 50 }],
    ['/api/v1/roles/search', { limit: 50 }],
  ];
  const all: Named[] = [
    ...gets.map((path) => ({ what: path, method: 'GET' as const, path, token })),
    ...posts.map(([path, body]) => ({ what: path, method: 'POST' as const, path, token, body: JSON.stringify(body) })),
  ];
  const calls: Named[] = [];
  const missing: string[] = [];
  const caller = new Caller(address, 1);
  for (const call of all) {
    const isThere = await caller.send(call).then(
      () => true,
      (error: Error) => {
        if (!/: 501 /.test(error.message)) throw error;
        return false;
      },
    );
    if (isThere) calls.push(call);
    else missing.push(call.what);
  }
  caller.close();
  return { calls, missing };
}
