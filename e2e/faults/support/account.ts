import type { Client } from '@determined/contract/client.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { getMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { type Journal, type RealTraining, trainingSteps } from './real-training.ts';
import type { Reporter } from './reporter.ts';

/** What went wrong, in words, by kind; each list has to be empty. */
export class Account {
  readonly lost: string[] = [];
  readonly doubled: string[] = [];
  readonly stuck: string[] = [];
  readonly orphaned: string[] = [];
  /** What was acknowledged and looked for. */
  readonly looked = { reports: 0, lines: 0, checkpoints: 0 };

  get counts(): string {
    const { lost, doubled, stuck, orphaned } = this;
    return `lost ${lost.length}, doubled ${doubled.length}, stuck ${stuck.length}, orphaned ${orphaned.length}`;
  }

  /** Everything a reporter was answered for. */
  async checkReporter(client: Client, reporter: Reporter): Promise<void> {
    const { trialId, experimentId, taskId } = reporter;
    const name = `reporter of trial ${trialId}`;
    this.looked.reports += reporter.steps.length;
    this.looked.lines += reporter.lines.length;
    this.looked.checkpoints += reporter.checkpoints.length;
    this.compare(`${name}, step`, reporter.steps, await steps(client, trialId, 'training'));
    this.compare(`${name},`, reporter.lines, await lines(client, taskId));
    this.compare(`${name}, checkpoint`, reporter.checkpoints, await checkpoints(client, experimentId));
  }

  /**
   * A training that has ended: each step once, though it was begun again many times; each acknowledged checkpoint; of
   * each allocation whose runner lived all lines, of the others no gap up to the last that was there (`seen` before).
   */
  async checkTraining(client: Client, training: RealTraining, seen: Map<string, number>): Promise<void> {
    const journals = training.read();
    for (const experimentId of training.experimentIds) {
      const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
      const saved = await checkpoints(client, experimentId);
      for (const { id, taskId } of trials) {
        const own = journals.filter((journal) => journal.trialId === id);
        const all = Array.from({ length: trainingSteps }, (_unused, index) => index + 1);
        const validations = own.flatMap((one) => one.metrics.filter(({ group }) => group === 'validation'));
        this.compare(`trial ${id}, step`, all, await steps(client, id, 'training'));
        this.compare(
          `trial ${id}, validation`,
          [...new Set(validations.map(({ step }) => step))],
          await steps(client, id, 'validation'),
        );
        this.compare(
          `trial ${id}, checkpoint`,
          own.flatMap((one) => one.checkpoints),
          saved,
        );
        this.compareTimes(own);
        const printed = await lines(client, taskId);
        for (const journal of own) this.compareLines(journal, printed, seen.get(journal.allocationId));
        this.looked.reports += own.reduce((sum, one) => sum + one.metrics.length, 0);
        this.looked.checkpoints += own.reduce((sum, one) => sum + one.checkpoints.length, 0);
      }
    }
  }

  /** No allocation of a trial may work while another one does. */
  private compareTimes(own: Journal[]): void {
    const inOrder = own.filter(({ lines: count }) => count > 0).toSorted((a, b) => a.from - b.from);
    for (const [index, { allocationId, from }] of inOrder.entries()) {
      const before = inOrder[index - 1];
      if (before && from < before.to) this.doubled.push(`${allocationId} ran while ${before.allocationId} did`);
    }
  }

  private compareLines({ allocationId, lines: last }: Journal, printed: string[], seen: number | undefined): void {
    const mark = `line ${allocationId} `;
    const found = printed.filter((line) => line.startsWith(mark)).map((line) => Number(line.slice(mark.length)));
    const sure = seen === undefined ? last : Math.max(seen, ...found);
    const expected = Array.from({ length: sure }, (_unused, index) => index + 1);
    this.looked.lines += sure;
    this.compare(`allocation ${allocationId}, line`, expected, found);
  }

  private compare<T>(name: string, expected: T[], found: T[]): void {
    const times = new Map<T, number>();
    for (const one of found) times.set(one, (times.get(one) ?? 0) + 1);
    for (const one of expected) if (!times.has(one)) this.lost.push(`${name} ${one}`);
    for (const [one, count] of times) if (count > 1) this.doubled.push(`${name} ${one}`);
  }
}

async function steps(client: Client, trialId: number, group: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { metrics } of client.stream(getMetricsRoute, { trialIds: [trialId], group })) {
    for (const report of metrics) found.push(report.totalBatches);
  }
  return found;
}

async function lines(client: Client, taskId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { log } of client.stream(taskLogsRoute, { taskId })) {
    // Master's own lines among them may come as often as they like.
    const text = /line [\w.-]+(?: \d+)?$/.exec(log.trim())?.[0];
    if (text) found.push(text);
  }
  return found;
}

async function checkpoints(client: Client, experimentId: number): Promise<string[]> {
  const { checkpoints: found } = await client.call(getExperimentCheckpointsRoute, { id: experimentId });
  return found.map(({ uuid }) => uuid);
}

/** Lines of one allocation that are there now: those cannot go away again. */
export async function linesOf(client: Client, taskId: string, allocationId: string): Promise<number> {
  const mark = `line ${allocationId} `;
  const found = (await lines(client, taskId)).filter((line) => line.startsWith(mark));
  return Math.max(0, ...found.map((line) => Number(line.slice(mark.length))));
}
