import type { Reply, RequestInput } from '@determined/contract/route.ts';
import type { TaskLog } from '@determined/contract/tasks/logs-generated.ts';
import { postTaskLogsRoute, taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';

/** A master whose tasks run on paper only, and what tests of logs ask of it. */
export interface LogBench {
  cluster: DevCluster;
  machines: ScriptedLauncher;
  /** A trial whose task runs: nobody but the test prints in it. */
  startTrial(): Promise<RunningTrial>;
  post(taskId: string, logs: Partial<Input<TaskLog>>[]): Promise<void>;
  /** The same in posts so small that the lines stand in the tail until they are sealed. */
  postBitByBit(taskId: string, logs: Partial<Input<TaskLog>>[]): Promise<void>;
  read(request: RequestInput<typeof taskLogsRoute>): Promise<Reply<typeof taskLogsRoute>[]>;
}

export interface RunningTrial {
  experimentId: number;
  trialId: number;
  taskId: string;
  allocationId: string;
  /** The task's own token. */
  token: string;
}

export async function startLogBench(): Promise<LogBench> {
  const machines = new ScriptedLauncher([32]);
  const cluster = await startDevCluster({ launcher: machines });
  const seen = new Set<string>();
  const post: LogBench['post'] = async (taskId, logs) => {
    await cluster.admin.client.call(postTaskLogsRoute, { logs: logs.map((log) => ({ taskId, log: '', ...log })) });
  };
  return {
    cluster,
    machines,
    startTrial: async () => {
      const { experiment } = await cluster.admin.client.call(createExperimentRoute, {
        config:
          'name: logs\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\nmax_restarts: 0\nresources: {slots_per_trial: 1}\n',
        activate: true,
      });
      const task = await eventually('a task runs', () =>
        machines.running().find(({ allocationId }) => !seen.has(allocationId)),
      );
      seen.add(task.allocationId);
      const { environment } = task;
      // The master's last line until the end.
      await eventually('its start is in the log', () =>
        cluster.master.db
          .selectFrom('task_log_lines')
          .select('n')
          .where('task_id', '=', environment.DET_TASK_ID ?? '')
          .where('text', 'like', 'Resources for % have started%')
          .executeTakeFirst(),
      );
      return {
        experimentId: experiment?.id ?? 0,
        trialId: Number(environment.DET_TRIAL_ID),
        taskId: environment.DET_TASK_ID ?? '',
        allocationId: task.allocationId,
        token: environment.DET_SESSION_TOKEN ?? '',
      };
    },
    post,
    postBitByBit: async (taskId, logs) => {
      for (let at = 0; at < logs.length; at += 200) await post(taskId, logs.slice(at, at + 200));
    },
    read: (request) => collect(cluster.admin.client.stream(taskLogsRoute, request)),
  };
}

export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}
