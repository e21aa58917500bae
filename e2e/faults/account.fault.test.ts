import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Account } from './support/account.ts';
import { Reporter } from './support/reporter.ts';

let cluster: Awaited<ReturnType<typeof startDevCluster>>;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('a report, line or checkpoint that is gone is counted as lost, one that is there twice as doubled', async () => {
  const { client } = cluster.admin;
  const reporter = await Reporter.start(() => client);
  await eventually('a checkpoint', () => reporter.checkpoints.length > 0);
  await reporter.end();
  const before = new Account();
  await before.checkReporter(client, reporter);
  expect(before.counts).toBe('lost 0, doubled 0, stuck 0, orphaned 0');

  const { taskId, trialId, checkpoints } = reporter;
  const { db } = cluster.master;
  await db.deleteFrom('metric_reports').where('trial_id', '=', trialId).where('steps', '=', 2).execute();
  await db
    .deleteFrom('checkpoints')
    .where('uuid', '=', checkpoints[0] ?? '')
    .execute();
  reporter.lines.push('line never-sent');
  const line = { taskId, log: 'line 3\n', timestamp: new Date().toISOString() };
  await client.call(postTaskLogsRoute, { logs: [line] });
  const after = new Account();
  await after.checkReporter(client, reporter);
  expect(after.lost).toEqual([
    `reporter of trial ${trialId}, step 2`,
    `reporter of trial ${trialId}, line never-sent`,
    `reporter of trial ${trialId}, checkpoint ${checkpoints[0]}`,
  ]);
  expect(after.doubled).toEqual([`reporter of trial ${trialId}, line 3`]);
});
