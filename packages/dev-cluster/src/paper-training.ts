import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@determined/contract/client.ts';
import {
  ackAllocationPreemptionSignalRoute,
  allocationPreemptionSignalRoute,
  allocationReadyRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { reportTrialProgressRoute } from '@determined/contract/training/trials-routes.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';

export interface PaperTraining {
  epochs: number;
  /** Time of an epoch; 0 reports as fast as it can. */
  epochMs: number;
  /** The epoch at which it fails; none by default. */
  failsAt?: number;
}

/**
 * What a training script would tell about a task, without training: losses that fall as its learning rate makes them,
 * log lines, a checkpoint at the end. Answers the exit code; stops early when the task is asked to.
 */
export async function paperTraining(task: TaskSpec, training: PaperTraining, signal: AbortSignal): Promise<number> {
  const { environment } = task;
  const asTask: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Grpc-Metadata-x-allocation-token', `Bearer ${environment.DET_SESSION_TOKEN}`);
    return fetch(input, { ...init, headers });
  };
  const client = createClient({ baseUrl: environment.DET_MASTER, fetch: asTask });
  const trialId = Number(environment.DET_TRIAL_ID);
  const trialRunId = Number(environment.DET_TRIAL_RUN_ID);
  const taskId = environment.DET_TASK_ID ?? '';
  const { learning_rate: rate = 0.01 } = JSON.parse(environment.DET_HPARAMS ?? '{}') as { learning_rate?: number };
  const noise = noiseOf(trialId);
  const log = (text: string, level: 'LOG_LEVEL_INFO' | 'LOG_LEVEL_WARNING' | 'LOG_LEVEL_ERROR' = 'LOG_LEVEL_INFO') =>
    client.call(postTaskLogsRoute, {
      logs: [
        {
          taskId,
          allocationId: task.allocationId,
          agentId: environment.DET_AGENT_ID,
          containerId: environment.DET_CONTAINER_ID,
          timestamp: new Date().toISOString(),
          level,
          source: 'task',
          stdtype: 'stdout',
          log: `${text}\n`,
        },
      ],
    });
  const report = (group: string, epoch: number, metrics: Record<string, number>) =>
    client.call(reportTrialMetricsRoute, {
      group,
      metrics: { trialId, trialRunId, stepsCompleted: epoch * 100, metrics: { avgMetrics: { ...metrics, epoch } } },
    });

  await client.call(allocationReadyRoute, { allocationId: task.allocationId });
  await log(`training for ${training.epochs} epochs with a learning rate of ${rate.toPrecision(3)}`);
  for (let epoch = 1; epoch <= training.epochs && !signal.aborted; epoch++) {
    if (training.epochMs > 0) await delay(training.epochMs, undefined, { signal }).catch(() => undefined);
    const speed = 1 - Math.exp(-rate * 40);
    const loss = 0.12 + 2.2 * Math.exp((-epoch * speed) / 9) + 0.04 * noise();
    await report('training', epoch, { loss, learning_rate: rate });
    const validation = loss * (1.05 + 0.05 * noise());
    await report('validation', epoch, { validation_loss: validation, accuracy: Math.max(0, 1 - validation / 2.4) });
    await client.call(reportTrialProgressRoute, { trialId, progress: epoch / training.epochs, isRaw: true });
    await log(`epoch ${epoch}: loss ${loss.toFixed(4)}, validation loss ${validation.toFixed(4)}`);
    if (validation > loss * 1.09) await log('validation loss is well above the training loss', 'LOG_LEVEL_WARNING');
    if (training.failsAt === epoch) {
      await log('RuntimeError: the gradient is not finite', 'LOG_LEVEL_ERROR');
      return 1;
    }
    const { preempt } = await client.call(allocationPreemptionSignalRoute, {
      allocationId: task.allocationId,
      timeoutSeconds: 0,
    });
    if (preempt) {
      await client.call(ackAllocationPreemptionSignalRoute, { allocationId: task.allocationId });
      return 0;
    }
  }
  await client.call(reportCheckpointRoute, {
    checkpoint: {
      uuid: randomUUID(),
      taskId,
      allocationId: task.allocationId,
      reportTime: new Date().toISOString(),
      state: 'STATE_COMPLETED',
      metadata: { steps_completed: training.epochs * 100 },
      resources: { 'weights.npz': 48_112, 'metadata.json': 24 },
      training: {},
    },
  });
  return 0;
}

/** The same noise for the same trial, so that a scenario looks the same each time. */
function noiseOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
}
