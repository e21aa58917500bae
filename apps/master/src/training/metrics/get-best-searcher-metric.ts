import { ApiError, notFound } from '@determined/contract/errors.ts';
import type { getBestSearcherValidationMetricRoute } from '@determined/contract/training/searchers-routes.ts';
import type { Handler } from '#platform/http/serve.ts';

/** The best value of the searcher's metric over all trials of the experiment. */
export const getBestSearcherValidationMetric: Handler<typeof getBestSearcherValidationMetricRoute> = async (
  { experimentId },
  { db },
) => {
  const experiment = await db.selectFrom('experiments').select('id').where('id', '=', experimentId).executeTakeFirst();
  if (!experiment) throw notFound('experiment', experimentId);
  const best = await db
    .selectFrom('trial_metrics')
    .select('searcher_metric_value')
    .where('experiment_id', '=', experimentId)
    .where('searcher_metric_value_signed', 'is not', null)
    .orderBy('searcher_metric_value_signed')
    .orderBy('trial_id')
    .limit(1)
    .executeTakeFirst();
  if (!best) throw new ApiError('NotFound', 'no validations for experiment');
  return { metric: best.searcher_metric_value ?? 0 };
};
