import { setTimeout as pause } from 'node:timers/promises';
import { postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { trainingLog } from '@determined/master/tasks/logs/testing/training-log.ts';
import type { BenchMaster, BenchPlace, Figure } from './figure.ts';
import { Caller, percentile } from './http-load.ts';
import { calibrationMs, processorTime } from './processor.ts';
import type { RunningTrial } from './running-trials.ts';

/** As many as the runner sends at once. */
export const batchLines = 1_000;
const secondsLong = 20;
/** A little more than the aim: all tasks together print so many a second, whether they are acknowledged or not. */
const printed = 105_000;

/** What tasks cost that print much, each of which sends a batch when the last is acknowledged and the next is there. */
export async function ingestFigures(
  place: BenchPlace,
  master: BenchMaster,
  trials: readonly RunningTrial[],
): Promise<{ lines: number; figures: Figure[] }> {
  place.note(`batches of ${batchLines} from ${trials.length} tasks`);
  const lines = runnerLines(20 * batchLines);
  const bodies = Array.from({ length: 20 }, (_, at) => batchOf(lines, at * batchLines));
  const caller = new Caller(master.address, trials.length);
  const everyMs = (trials.length * batchLines * 1000) / printed;
  const times: number[] = [];
  let stored = 0;
  const before = await processorTime(master);
  const began = performance.now();
  const send = async ({ allocationId, token }: RunningTrial, sender: number) => {
    const path = postAllocationLogsRoute.path.replace('{allocationId}', allocationId);
    for (let batch = 0; ; batch++) {
      const due = began + (batch + sender / trials.length) * everyMs;
      if (due > began + secondsLong * 1000) return;
      await pause(Math.max(0, due - performance.now()));
      const body = bodyOf(batch * batchLines, bodies[(batch + sender) % bodies.length] ?? '');
      times.push((await caller.send({ method: 'POST', path, body, token })).ms);
      stored += batchLines;
    }
  };
  try {
    await Promise.all(trials.map(send));
  } finally {
    caller.close();
  }
  const seconds = (performance.now() - began) / 1000;
  // What is sealed behind the posts counts as well.
  await pause(1_000);
  const after = await processorTime(master);
  const spent = (after.master + after.database - before.master - before.database) * 1000;
  times.sort((left, right) => left - right);
  const figures: Figure[] = [
    {
      what: `Log lines from ${trials.length} tasks in batches of 1,000`,
      value: stored / seconds,
      unit: 'lines/s',
      aim: { atLeast: 100_000 },
    },
    { what: 'Such a post, 95 of 100', value: percentile(times, 0.95), unit: 'ms', aim: { atMost: 100 } },
    {
      what: 'A thousand log lines in a batch, processor',
      value: (spent / stored) * 1000,
      unit: 'ms',
      aim: { atMost: 10 },
      baseline: { what: 'a loop of the processor alone', value: calibrationMs() },
    },
  ];
  return { lines: stored, figures };
}

export const runnerLines = (count: number) =>
  trainingLog(count).map(({ time, stdtype, level, rankId, text }) => ({
    timestamp: time,
    stdtype,
    level,
    rankId,
    log: text,
  }));

export const batchOf = (lines: ReturnType<typeof runnerLines>, start: number): string =>
  JSON.stringify(lines.slice(start, start + batchLines));

export const bodyOf = (offset: number, lines: string): string =>
  `{"containerId":"0b0f1d5e","agentId":"machine-1","offset":${offset},"lines":${lines}}`;
