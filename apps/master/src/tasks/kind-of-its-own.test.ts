import { join } from 'node:path';
import { getJobsRoute, updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { masterSources, ownersOf } from '../../../../tools/check/table-writers.ts';
import { jobKinds } from '../cluster/job-queue/shared/job-kinds.ts';
import { createJob, updateJob } from '../cluster/job-queue/shared/job-store.ts';
import { requestAllocations } from './allocations/shared/request-allocations.ts';
import { taskKinds } from './shared/task-kind.ts';
import { createTasks, endTasks } from './tasks/shared/task-store.ts';

// A kind of task that only this test knows: what the queue, allocations, logs and sessions are told of it, it tells them.

let cluster: DevCluster;
const machines = new ScriptedLauncher([2]);
const jobId = 'the-job';
const taskId = 'the-job.task';
const exits: string[] = [];

beforeAll(async () => {
  cluster = await startDevCluster({ launcher: machines });
  for (const master of cluster.masters) knowsTheKind(master);
  const { master } = cluster;
  const { db } = master;
  await inTransaction(db, async (tx) => {
    await createJob(tx, {
      id: jobId,
      kind: 'COMMAND',
      owner_id: cluster.admin.id,
      submitted_at: master.clock.now().toISOString(),
      preemptible: false,
      single_agent: true,
      pool: 'default',
    });
    await createTasks(tx, [{ id: taskId, type: 'COMMAND', job_id: jobId }]);
    await requestAllocations(
      master,
      tx,
      [
        {
          allocationId: `${taskId}.1`,
          taskId,
          slots: 1,
          resourcePool: 'default',
          preemptionTimeout: 60,
          name: 'Command',
        },
      ],
      { by: 'user', userId: cluster.admin.id, reason: 'asked for' },
    );
  });
});
afterAll(() => cluster.stop());

function knowsTheKind(master: Master): void {
  jobKinds(master.db).set('COMMAND', {
    subjects: async (_db, ids) =>
      new Map(
        ids.map((id) => [
          id,
          { of: { kind: 'command', id: taskId }, name: 'echo', progress: 0, workspaceId: 1, workspaceOwnerId: 1 },
        ]),
      ),
    change: async (root, id, change) =>
      inTransaction(root, async (tx) => {
        if ('resourcePool' in change) return false;
        await updateJob(tx, id, change);
        return true;
      }),
  });
  taskKinds(master).set('COMMAND', {
    names: async (_db, ids) => new Map(ids.map((id) => [id, `Command (${id})`])),
    logPolicies: async () => [],
    launch: async () => ({
      environment: { WORD: 'hello' },
      entrypoint: ['echo', 'hello'],
      owner: { id: cluster.admin.id, username: 'admin' },
      of: { kind: 'command', id: taskId },
      own: [],
    }),
    lock: async () => undefined,
    exited: async (tx, allocation, exit) => {
      exits.push(exit.kind);
      await endTasks(tx, [allocation.task_id], { reason: 'it has ended', at: master.clock.now() });
    },
  });
}

test('a task of another kind is queued, launched, speaks for itself, logs and ends', async () => {
  const { client } = cluster.admin;
  const spec = await eventually('it runs', () => machines.running()[0]);
  expect(spec.environment).toMatchObject({ DET_TASK_TYPE: 'COMMAND', DET_TASK_ID: taskId, WORD: 'hello' });

  const { jobs, pagination } = await client.call(getJobsRoute, { resourcePool: 'default' });
  expect(pagination?.total).toBe(1);
  expect(jobs).toMatchObject([
    { jobId, type: 'TYPE_COMMAND', entityId: taskId, name: 'echo', username: 'admin', workspaceId: 1 },
  ]);
  await client.call(updateJobQueueRoute, { updates: [{ jobId, priority: 7 }] });
  expect((await client.call(getJobsRoute, { resourcePool: 'default' })).jobs[0]?.priority).toBe(7);

  const asTask = (path: string, body: object) =>
    cluster.fetch(path, {
      method: 'POST',
      headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${spec.environment.DET_SESSION_TOKEN}` },
      body: JSON.stringify(body),
    });
  expect((await asTask(`/api/v1/allocations/${spec.allocationId}/ready`, {})).status).toBe(200);
  expect((await asTask('/api/v1/task/logs', { logs: [{ taskId, log: 'hello\n' }] })).status).toBe(200);
  const lines: string[] = [];
  for await (const { log } of client.stream(taskLogsRoute, { taskId })) lines.push(log);
  expect(lines.join('')).toContain('hello');

  machines.end(spec.allocationId, { exitCode: 0 });
  await eventually('its task has ended', async () => (await client.call(getTaskRoute, { taskId })).task?.endTime);
  expect(exits).toEqual(['completed']);
  expect((await client.call(getJobsRoute, { resourcePool: 'default' })).pagination?.total).toBe(0);
  expect((await asTask(`/api/v1/allocations/${spec.allocationId}/ready`, {})).status).toBe(401);
});

const source = join(import.meta.dirname, '..');
/** Slices of this band that own a kind of work. */
const interactive = /^tasks\/(interactive|generic-tasks)\b/;
/** The tables of the bands that own kinds of work; what the bands below know of them, a new kind has to change. */
const ofKinds = [...ownersOf(masterSources(source))].flatMap(([table, slice]) =>
  /^(training|registry)\//.test(slice) || interactive.test(slice) ? [table] : [],
);

/** Where a text asks for a table, or for a column that names what only one kind of work has. */
function kindsNamedIn(text: string): string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const tables = new RegExp(
    `(?:\\b(?:from|join|into|update)\\s+|(?:From|Join|Into|Table)\\(\\s*['"\`])(${ofKinds.join('|')})\\b`,
    'g',
  );
  const columns = /\b(?:trial|experiment|run)_id\b/g;
  return [...code.matchAll(tables), ...code.matchAll(columns)].map(([named, table]) => table ?? named);
}

test('neither the platform nor cluster, queue, allocations, tasks and logs ask for tables of one kind of work', () => {
  expect(ofKinds).toEqual(expect.arrayContaining(['experiments', 'trials', 'trial_tasks', 'trial_metrics']));
  const below = masterSources(source).filter(
    ({ path }) => /^(platform|cluster|tasks)\//.test(path) && !interactive.test(path),
  );
  expect(below.length).toBeGreaterThan(150);
  expect(below.flatMap(({ path, text }) => kindsNamedIn(text).map((named) => `${path}: ${named}`))).toEqual([]);
});

test.each([
  [".leftJoin('experiments as e', 'e.job_id', 't.job_id')", 'experiments'],
  ['select 1 from trials t', 'trials'],
  ["db.selectFrom(\n  'trial_tasks')", 'trial_tasks'],
  ['sql`update trial_metrics set version = 1`', 'trial_metrics'],
  ["select('t.trial_id')", 'trial_id'],
  ['labels.set({ experiment_id: row.id }, 1)', 'experiment_id'],
])('%j is found', (text, named) => {
  expect(kindsNamedIn(text)).toEqual([named]);
});
