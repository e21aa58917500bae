import type { Client } from '@determined/contract/client.ts';
import type { StateHistory } from '@determined/contract/state-history.ts';
import { getAllocationHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';

/** Where what is looked at fails, prints what befell the trials beside it. */
export async function explained(client: Client, look: () => Promise<void> | void): Promise<void> {
  try {
    await look();
  } catch (error) {
    console.log(await whatBefell(client));
    throw error;
  }
}

/** Of each trial that was started more than once: how its states and those of its allocations came about, and its log. */
async function whatBefell(client: Client): Promise<string> {
  const told: string[] = [];
  const { experiments } = await client.call(getExperimentsRoute, { limit: -1 });
  for (const { id: experimentId, name } of experiments) {
    const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
    for (const { id: trialId, restarts, taskId } of trials) {
      const allocations = (await client.call(getTaskRoute, { taskId })).task?.allocations ?? [];
      if (allocations.length < 2) continue;
      told.push(
        `trial ${trialId} of ${name} (${experimentId}): ${restarts} restarts, ${allocations.length} allocations`,
      );
      told.push(...lines('trial', await client.call(getTrialHistoryRoute, { params: { trialId } })));
      for (const { allocationId } of allocations)
        told.push(...lines(allocationId, await client.call(getAllocationHistoryRoute, { params: { allocationId } })));
      for await (const { log } of client.stream(taskLogsRoute, { taskId })) told.push(`  ${log.trimEnd()}`);
    }
  }
  return told.join('\n');
}

const lines = (what: string, { changes }: StateHistory) =>
  changes.map(
    ({ at, from, to, part, reason }) => `  ${at} ${what}: ${from ?? 'nothing'} → ${to} by ${part}: ${reason}`,
  );
