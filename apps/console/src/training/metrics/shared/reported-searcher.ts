import { metricDirection, type Reported } from '@determined/contract/training/metric-direction.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { type Trial, validationValue } from '#training/shared/trial.ts';
import { bestOfSummary, metricsOfSummary } from './metric-names.ts';

/**
 * An experiment's searcher, but for a detached job of which no metric was named ("unmanaged" is the client's word for that): then by the first
 * metric that its validations report, in the direction that its name or its reports tell.
 */
export function reportedSearcher(searcher: Searcher, unmanaged: boolean, summary: unknown): Searcher {
  if (!unmanaged || searcher.metric !== 'unmanaged') return searcher;
  const metric = metricsOfSummary(summary).find(({ group }) => group === 'validation')?.name;
  if (metric === undefined) return { ...searcher, metric: '' };
  // A metric of the summary that is told of is there, with these numbers.
  const known = (summary as { validation_metrics: Record<string, Reported> }).validation_metrics[metric];
  return {
    ...searcher,
    metric,
    smallerIsBetter: metricDirection(metric, searcher, known ? [known] : []).smallerIsBetter,
  };
}

/** A trial's best value of the searcher's metric: of its best validation, or where that is not told of, of its summary. */
export function bestValue(
  trial: Pick<Trial, 'bestValidation' | 'summaryMetrics'> | undefined,
  { metric, smallerIsBetter }: { metric: string; smallerIsBetter: boolean },
): number | undefined {
  const known = validationValue(trial?.bestValidation ?? null, metric);
  return known ?? bestOfSummary(trial?.summaryMetrics, { group: 'validation', name: metric }, smallerIsBetter);
}
