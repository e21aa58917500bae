import type { Failure } from '@determined/contract/training/failures-ext-routes.ts';
import { bestValue } from '#training/metrics/shared/reported-searcher.ts';
import { asObject, type Searcher, slotsPerTrial } from '../../shared/experiment.ts';
import type { Trial } from '../../shared/trial.ts';

export interface FailureGroup {
  signature: string;
  /** The newest first. */
  failures: readonly [Failure, ...Failure[]];
}

/** Failures that are the same but for numbers, paths and names; the most frequent first. */
export function groupedFailures(failures: readonly Failure[]): FailureGroup[] {
  return [...Map.groupBy(failures, ({ signature }) => signature)]
    .flatMap(([signature, [first, ...rest]]): FailureGroup[] =>
      first ? [{ signature, failures: [first, ...rest] }] : [],
    )
    .sort((a, b) => b.failures.length - a.failures.length);
}

/** On which machines they failed; the most frequent first. */
export function nodesOf(failures: readonly Failure[]): [node: string, count: number][] {
  const nodes = failures.flatMap(({ nodes }) => nodes);
  return [...Map.groupBy(nodes, (node) => node)]
    .map(([node, { length }]): [string, number] => [node, length])
    .sort((a, b) => b[1] - a[1]);
}

export interface Efficiency {
  /** Slot-hours that all trials took so far. */
  spent: number;
  /** Trials that became the best when they ended, with the slot-hours that had been spent on ended ones by then. */
  improvements: { trialId: number; value: number; after: number }[];
  /** Slot-hours that the trials that ended early would have taken to the end; undefined where the search stops none. */
  saved: { hours: number; trials: number; unit: string; length: number } | undefined;
}

type Ended = Pick<Trial, 'id' | 'state' | 'endTime' | 'wallClockTime' | 'totalBatchesProcessed' | 'bestValidation'>;

/** What a search came to, by what its trials took. */
export function efficiencyOf(trials: readonly Ended[], searcher: Searcher, config: unknown): Efficiency {
  const slots = slotsPerTrial(config) ?? 1;
  const hours = (trial: Ended) => ((trial.wallClockTime ?? 0) * slots) / 3600;
  const ended = trials
    .filter(({ endTime }) => endTime)
    .sort((a, b) => Date.parse(a.endTime ?? '') - Date.parse(b.endTime ?? ''));
  const improvements: Efficiency['improvements'] = [];
  let after = 0;
  for (const trial of ended) {
    after += hours(trial);
    const value = bestValue(trial as Trial, searcher);
    const best = improvements.at(-1)?.value;
    if (value === undefined || !Number.isFinite(value)) continue;
    if (best === undefined || (searcher.smallerIsBetter ? value < best : value > best))
      improvements.push({ trialId: trial.id, value, after });
  }
  return {
    spent: trials.reduce((sum, trial) => sum + hours(trial), 0),
    improvements,
    saved: savedBy(ended, hours, config),
  };
}

/** Only where batches are counted: of other units it is not known how far a trial came. */
function savedBy(ended: readonly Ended[], hours: (trial: Ended) => number, config: unknown): Efficiency['saved'] {
  const { name, max_time: length, time_metric: unit } = asObject(asObject(config).searcher);
  if (name !== 'adaptive_asha' || typeof length !== 'number' || unit !== 'batches') return undefined;
  const early = ended.filter(
    ({ state, totalBatchesProcessed: batches, wallClockTime }) =>
      state === 'STATE_COMPLETED' && batches > 0 && batches < length && (wallClockTime ?? 0) > 0,
  );
  const saved = early.reduce((sum, trial) => sum + hours(trial) * (length / trial.totalBatchesProcessed - 1), 0);
  return { hours: saved, trials: early.length, unit, length };
}
