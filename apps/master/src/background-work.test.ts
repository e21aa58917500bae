import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute, patchTrialRoute, startTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { HandClock } from '@determined/dev-cluster/hand-clock.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Nothing here calls the work that is tested: a master is started, and time passes.
const minute = 60_000;
const day = 86_400_000;
let cluster: DevCluster;
let clock: HandClock;
beforeAll(async () => {
  clock = new HandClock();
  cluster = await startDevCluster({
    clock,
    launcher: new ScriptedLauncher([2]),
    env: { DET_RETENTION_POLICY_SCHEDULE: '24h', DET_RETENTION_POLICY_LOG_RETENTION_DAYS: '1' },
  });
});
afterAll(() => cluster.stop());

async function runningTrial() {
  const { client } = cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, {
    config: 'name: elsewhere\nsearcher: {name: single, metric: loss}\n',
    unmanaged: true,
  });
  const { trial } = await client.call(createTrialRoute, { experimentId: experiment?.id, unmanaged: true });
  if (!trial) throw new Error('no trial was made');
  await client.call(startTrialRoute, { trialId: trial.id, resume: true });
  return trial;
}

const countOf = async (table: 'metric_reports' | 'task_log_lines' | 'task_log_chunks', key: string, value: unknown) =>
  Number(
    (
      await cluster.master.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .where(key as never, '=', value as never)
        .executeTakeFirstOrThrow()
    ).count,
  );

test('a tail of metric reports is sealed', async () => {
  const trial = await runningTrial();
  for (let step = 1; step <= 64; step++) {
    await cluster.admin.client.call(reportTrialMetricsRoute, {
      metrics: { trialId: trial.id, trialRunId: 1, stepsCompleted: step, metrics: { avgMetrics: { loss: 1 / step } } },
      group: 'training',
    });
  }
  expect(await countOf('metric_reports', 'trial_id', trial.id)).toBe(64);
  await eventually('the tail is sealed', async () => {
    clock.advance(15_000);
    return (await countOf('metric_reports', 'trial_id', trial.id)) === 0;
  });
});

test('what changes the ranges of metrics is folded in before anybody asks', async () => {
  const trial = await runningTrial();
  await cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId: trial.id, trialRunId: 1, stepsCompleted: 1, metrics: { avgMetrics: { loss: 3 } } },
    group: 'validation',
  });
  const folded = async () =>
    (
      await cluster.master.db
        .selectFrom('metric_range_blocks as b')
        .innerJoin('experiments as e', 'e.project_id', 'b.project_id')
        .select('b.ranges')
        .where('e.id', '=', trial.experimentId)
        .executeTakeFirst()
    )?.ranges.validation_metrics?.loss?.parts[0]?.[1];
  expect(await folded()).toBeUndefined();
  await eventually('it is folded', async () => {
    clock.advance(5 * minute);
    return (await folded()) === 3;
  });
});

test('what was logged after the end is sealed, and in the end deleted', async () => {
  const { db } = cluster.master;
  const { client } = cluster.admin;
  const trial = await runningTrial();
  await client.call(patchTrialRoute, { trialId: trial.id, state: 'STATE_COMPLETED' });
  const late = Array.from({ length: 8 }, () => ({ taskId: trial.taskId, log: 'late\n' }));
  await client.call(postTaskLogsRoute, { logs: late });
  expect(await countOf('task_log_lines', 'task_id', trial.taskId)).toBe(late.length);
  const longAgo = new Date(Date.now() - 10 * minute).toISOString();
  await db.updateTable('tasks').set({ end_time: longAgo }).where('id', '=', trial.taskId).execute();
  await eventually('the lines are sealed', async () => {
    clock.advance(minute);
    return (await countOf('task_log_lines', 'task_id', trial.taskId)) === 0;
  });
  expect(await countOf('task_log_chunks', 'task_id', trial.taskId)).toBe(1);
  await eventually('they are deleted', async () => {
    clock.advance(day);
    return (await countOf('task_log_chunks', 'task_id', trial.taskId)) === 0;
  });
});

test('a trial that falls silent is seen to have failed', async () => {
  const trial = await runningTrial();
  const stateOf = async () =>
    (await cluster.master.db.selectFrom('trials').select('state').where('id', '=', trial.id).executeTakeFirstOrThrow())
      .state;
  expect(await stateOf()).toBe('RUNNING');
  clock.advance(6 * minute);
  await eventually('it has failed', async () => (await stateOf()) === 'ERROR');
});

test('sessions that expired long ago are forgotten', async () => {
  const { db } = cluster.master;
  const token_hash = Buffer.from('forgotten');
  const expires_at = new Date(Date.now() - 40 * day).toISOString();
  await db.insertInto('user_sessions').values({ user_id: 1, kind: 'user', token_hash, expires_at }).execute();
  clock.advance(60 * minute);
  const left = () => db.selectFrom('user_sessions').select('id').where('token_hash', '=', token_hash).execute();
  await expect.poll(left).toEqual([]);
});
