import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ackAllocationPreemptionSignalRoute,
  allocationPreemptionSignalRoute,
  allocationReadyRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { clientOf } from '@determined/dev-cluster/paper-training.ts';
import type { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';

/**
 * The trials of an experiment once so many run, the oldest first: each does what a test has it do, as its program would.
 * Checkpoints are saved into `storage`, the `host_path` of the experiment.
 */
export async function playedTrials(machines: ScriptedLauncher, experimentId: number, count: number, storage: string) {
  const tasks = await eventually(`${count} run`, () => {
    const running = machines.running().filter((one) => one.environment.DET_EXPERIMENT_ID === String(experimentId));
    return running.length === count ? running : undefined;
  });
  const trials = tasks.map(async (task) => {
    const { allocationId, environment } = task;
    const client = clientOf(task);
    const trialId = Number(environment.DET_TRIAL_ID);
    const trialRunId = Number(environment.DET_TRIAL_RUN_ID);
    const taskId = environment.DET_TASK_ID ?? '';
    // What is not ready is killed when it is to stop.
    await client.call(allocationReadyRoute, { allocationId });
    return {
      trialId,
      /** Where it is to go on from. */
      latestCheckpoint: environment.DET_LATEST_CHECKPOINT,
      hparams: JSON.parse(environment.DET_HPARAMS ?? '{}') as Record<string, unknown>,
      log: (...lines: string[]) =>
        client.call(postTaskLogsRoute, {
          logs: lines.map((log) => ({ taskId, allocationId, log: `${log}\n`, timestamp: new Date().toISOString() })),
        }),
      validate: (stepsCompleted: number, avgMetrics: Record<string, number>) =>
        client.call(reportTrialMetricsRoute, {
          group: 'validation',
          metrics: { trialId, trialRunId, stepsCompleted, metrics: { avgMetrics } },
        }),
      /** Answers with its UUID. */
      save: async (stepsCompleted: number, files: Record<string, Buffer>) => {
        const uuid = randomUUID();
        mkdirSync(join(storage, uuid));
        for (const [name, content] of Object.entries(files)) writeFileSync(join(storage, uuid, name), content);
        const resources = Object.fromEntries(Object.entries(files).map(([name, { length }]) => [name, length]));
        await reportSaved(task, uuid, stepsCompleted, resources);
        return uuid;
      },
      /** Waits until it is asked to stop, which it hears. */
      askedToStop: async () => {
        const asked = { allocationId, timeoutSeconds: 30 };
        const { preempt } = await client.call(allocationPreemptionSignalRoute, asked);
        if (!preempt) throw new Error('nobody asked it to stop');
        await client.call(ackAllocationPreemptionSignalRoute, { allocationId });
      },
      end: (exitCode: number) => machines.end(allocationId, { exitCode }),
    };
  });
  return (await Promise.all(trials)).toSorted((a, b) => a.trialId - b.trialId);
}

/** As the program of a task says that it has saved a checkpoint of such files, in bytes. */
export const reportSaved = (task: Task, uuid: string, stepsCompleted: number, resources: Record<string, number>) =>
  clientOf(task).call(reportCheckpointRoute, {
    checkpoint: {
      uuid,
      taskId: task.environment.DET_TASK_ID ?? '',
      allocationId: task.allocationId,
      reportTime: new Date().toISOString(),
      state: 'STATE_COMPLETED',
      metadata: { steps_completed: stepsCompleted },
      resources,
      training: {},
    },
  });

type Task = ReturnType<ScriptedLauncher['running']>[number];
