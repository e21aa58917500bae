import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@determined/contract/client.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';

const pauseMs = 25;
const patience = () => ({ signal: AbortSignal.timeout(20_000) });

/**
 * Reports to an unmanaged trial of its own as fast as it is answered. Metrics and checkpoints are sent again until they
 * are acknowledged, as the client does; a log line, which carries no number of its own, is sent once.
 */
export class Reporter {
  readonly experimentId: number;
  readonly trialId: number;
  readonly taskId: string;
  /** Acknowledged. */
  readonly steps: number[] = [];
  readonly lines: string[] = [];
  readonly checkpoints: string[] = [];
  private readonly client: () => Client;
  private ending = false;
  private running = Promise.resolve();

  private constructor(client: () => Client, trial: { experimentId: number; id: number; taskId: string }) {
    this.client = client;
    this.experimentId = trial.experimentId;
    this.trialId = trial.id;
    this.taskId = trial.taskId;
  }

  /** `client` gives one that reaches any of the masters. */
  static async start(client: () => Client): Promise<Reporter> {
    const config = 'name: reporter\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
    const { experiment } = await client().call(createExperimentRoute, { config, unmanaged: true });
    const experimentId = experiment?.id ?? 0;
    const { trial } = await client().call(createTrialRoute, { experimentId, unmanaged: true });
    if (!trial) throw new Error('no trial was created');
    const reporter = new Reporter(client, trial);
    reporter.running = reporter.run();
    return reporter;
  }

  get acknowledged(): number {
    return this.steps.length + this.lines.length + this.checkpoints.length;
  }

  /** Resolves when what is under way has been acknowledged. */
  async end(): Promise<void> {
    this.ending = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let step = 1; !this.ending; step++) {
      const { trialId } = this;
      const metrics = { trialId, trialRunId: 0, stepsCompleted: step, metrics: { avgMetrics: { loss: 1 / step } } };
      await this.untilAcknowledged(() =>
        this.client().call(reportTrialMetricsRoute, { metrics, group: 'training' }, patience()),
      );
      this.steps.push(step);
      await this.sendLine(`line ${step}`);
      if (step % 10 === 0) await this.saveCheckpoint(step);
      await delay(pauseMs);
    }
  }

  private async sendLine(text: string): Promise<void> {
    const line = { taskId: this.taskId, log: `${text}\n`, timestamp: new Date().toISOString() };
    const stored = this.client().call(postTaskLogsRoute, { logs: [line] }, patience());
    await stored.then(
      () => this.lines.push(text),
      () => undefined,
    );
  }

  private async saveCheckpoint(step: number): Promise<void> {
    const uuid = randomUUID();
    const checkpoint = {
      uuid,
      taskId: this.taskId,
      resources: { 'state.txt': 3 },
      metadata: { steps_completed: step },
      state: 'STATE_COMPLETED' as const,
      reportTime: new Date().toISOString(),
      training: null,
    };
    await this.untilAcknowledged(() => this.client().call(reportCheckpointRoute, { checkpoint }, patience()));
    this.checkpoints.push(uuid);
  }

  private async untilAcknowledged(send: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await send();
        return;
      } catch {
        await delay(200);
      }
    }
  }
}
