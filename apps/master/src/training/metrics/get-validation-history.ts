import { notFound } from '@determined/contract/errors.ts';
import type { getExperimentValidationHistoryRoute } from '@determined/contract/training/metrics-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { trialIdsOf } from './poll-stream.ts';
import { readColumns } from './read-columns.ts';
import { isoOf } from './report-time.ts';
import { searcherValue, validationGroup } from './shared/metric-values.ts';

/** Validations that were better than all before them, over all trials of the experiment. */
export const getValidationHistory: Handler<typeof getExperimentValidationHistoryRoute> = async (
  { experimentId },
  { db },
) => {
  const experiment = await db
    .selectFrom('experiments')
    .select(['searcher_metric', 'smaller_is_better'])
    .where('id', '=', experimentId)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', experimentId);
  const series = await readColumns(db, await trialIdsOf(db, experimentId), validationGroup, [
    experiment.searcher_metric,
  ]);
  const validations = [...series].flatMap(([trialId, { times, values }]) =>
    times.flatMap((time, row) => {
      const value = searcherValue(values[0]?.[row]);
      return typeof value === 'number' && !Number.isNaN(value) ? [{ trialId, time, value }] : [];
    }),
  );
  // The sort is stable: of equal times the order of trials and steps stays.
  validations.sort((left, right) => left.time - right.time);
  let best: number | undefined;
  const validationHistory = validations.filter(({ value }) => {
    const better = best === undefined || (experiment.smaller_is_better ? value < best : value > best);
    if (better) best = value;
    return better;
  });
  return {
    validationHistory: validationHistory.map(({ trialId, time, value }) => ({
      trialId,
      endTime: isoOf(time),
      searcherMetric: value,
    })),
  };
};
