import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { DevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';

/** A line as its writer sends it; of the level INFO where it does not say. */
export interface WrittenLine {
  log: string;
  level?: 'TRACE' | 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
  agentId?: string;
  containerId?: string;
  rankId?: number;
  source?: string;
  timestamp?: string;
}

/** A running trial whose log has the master's own lines so far; `first` is the number of the first that is written now. */
export async function loggedTrial({ admin: { client } }: DevCluster, machines: ScriptedLauncher) {
  const { experiment } = await client.call(createExperimentRoute, {
    config:
      'name: reader\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 1}\n',
    activate: true,
  });
  const experimentId = experiment?.id ?? 0;
  const { environment } = await eventually('its task runs', () =>
    machines.running().find((task) => task.environment.DET_EXPERIMENT_ID === String(experimentId)),
  );
  const taskId = environment.DET_TASK_ID ?? '';
  const first = await eventually('its start is in the log', async () => {
    const query = { from: 0, count: 100 };
    const { lines, total } = await client.call(getLogLinesRoute, { params: { taskId }, query });
    return lines.some(({ text }) => text.includes('have started')) ? total : undefined;
  });
  const write = async (lines: readonly WrittenLine[]) => {
    const logs = lines.map(({ level, ...rest }) => ({
      taskId,
      level: `LOG_LEVEL_${level ?? 'INFO'}` as const,
      ...rest,
    }));
    await client.call(postTaskLogsRoute, { logs });
  };
  const trialId = Number(environment.DET_TRIAL_ID);
  return { experimentId, trialId, taskId, first, write, path: `/experiments/${experimentId}/trials/${trialId}/logs` };
}
