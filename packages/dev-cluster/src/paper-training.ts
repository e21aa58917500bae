import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@determined/contract/client.ts';
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
import { type Clock, systemClock } from '@determined/master/platform/clock.ts';

export interface PaperTraining {
  epochs: number;
  /** Time of an epoch; 0 reports as fast as it can. A function where it changes on the way. */
  epochMs: number | ((trialId: number) => number);
  /** The epoch at which it fails; none by default. */
  failsAt?: number;
  /** What the log's times are read from; the system's by default. */
  clock?: Clock;
}

/** The client that the program of a task has. */
export function clientOf({ environment }: TaskSpec): Client {
  const asTask: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Grpc-Metadata-x-allocation-token', `Bearer ${environment.DET_SESSION_TOKEN}`);
    return fetch(input, { ...init, headers });
  };
  return createClient({ baseUrl: environment.DET_MASTER, fetch: asTask });
}

/**
 * What a training script would tell about a task, without training: losses that fall as its learning rate makes them,
 * log lines, a checkpoint at the end. Answers the exit code; stops early when the task is asked to.
 */
export async function paperTraining(task: TaskSpec, training: PaperTraining, signal: AbortSignal): Promise<number> {
  const { environment } = task;
  const client = clientOf(task);
  const trialId = Number(environment.DET_TRIAL_ID);
  const trialRunId = Number(environment.DET_TRIAL_RUN_ID);
  const taskId = environment.DET_TASK_ID ?? '';
  const { clock = systemClock } = training;
  const { learning_rate: rate = 0.01, hidden = 48 } = JSON.parse(environment.DET_HPARAMS ?? '{}') as Settings;
  const noise = noiseOf(trialId);
  const log = (text: string, level: 'LOG_LEVEL_INFO' | 'LOG_LEVEL_WARNING' | 'LOG_LEVEL_ERROR' = 'LOG_LEVEL_INFO') =>
    client.call(postTaskLogsRoute, {
      logs: [
        {
          taskId,
          allocationId: task.allocationId,
          agentId: environment.DET_AGENT_ID,
          containerId: environment.DET_CONTAINER_ID,
          timestamp: clock.now().toISOString(),
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
  await log('loading 1437 images for training, 360 for validation');
  await log(
    `training for ${training.epochs} epochs with a learning rate of ${rate.toPrecision(3)}, ${hidden} hidden units`,
  );
  for (let epoch = 1; epoch <= training.epochs && !signal.aborted; epoch++) {
    const pause = typeof training.epochMs === 'number' ? training.epochMs : training.epochMs(trialId);
    if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined);
    const { loss, validation } = lossesAt(epoch, training.epochs, rate, hidden, noise);
    await report('training', epoch, { loss, learning_rate: rate });
    await report('validation', epoch, { validation_loss: validation, accuracy: 0.985 * Math.exp(-validation / 2.2) });
    await client.call(reportTrialProgressRoute, { trialId, progress: epoch / training.epochs, isRaw: true });
    await log(`epoch ${epoch}: loss ${loss.toFixed(4)}, validation loss ${validation.toFixed(4)}`);
    if (validation > loss * 1.45) await log('validation loss is well above the training loss', 'LOG_LEVEL_WARNING');
    if (training.failsAt === epoch) {
      for (const line of traceback) await log(line, 'LOG_LEVEL_ERROR');
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
      reportTime: clock.now().toISOString(),
      state: 'STATE_COMPLETED',
      metadata: { steps_completed: training.epochs * 100 },
      resources: { 'weights.npz': 48_112, 'metadata.json': 24 },
      training: {},
    },
  });
  return 0;
}

interface Settings {
  learning_rate?: number;
  hidden?: number;
}

const traceback = [
  'Traceback (most recent call last):',
  '  File "train.py", line 61, in <module>',
  '    main(det.get_cluster_info().trial.hparams)',
  '  File "train.py", line 43, in main',
  '    step = optimizer.update(gradient)',
  'RuntimeError: the gradient is not finite',
];

/** Small rates learn slowly, big ones stop early and shake; few hidden units keep a rest, many fit too closely. */
function lossesAt(epoch: number, epochs: number, rate: number, hidden: number, noise: () => number) {
  const distance = Math.log10(rate) + 1.9;
  const speed = 40 * (1 - Math.exp(-rate * 60));
  const rest = 0.06 + 0.16 * distance ** 2 + 1.6 / (hidden + 4);
  const shake = 1 + (0.03 + 1.2 * rate) * noise();
  const loss = (rest + 2.2 * Math.exp((-epoch / epochs) * speed * 0.35)) * shake;
  const gap = 0.08 + (0.5 * hidden * epoch) / (96 * epochs);
  return { loss, validation: loss * (1 + gap + 0.06 * noise()) };
}

/** The same noise for the same trial, so that a scenario looks the same each time. */
function noiseOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
}
