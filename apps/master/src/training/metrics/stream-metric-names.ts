import { invalidArgument } from '@determined/contract/errors.ts';
import type { expMetricNamesRoute } from '@determined/contract/training/metrics-routes.ts';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { metricsOfExperiments } from '../life/shared/experiment-names.ts';
import { pollExperiments } from './poll-stream.ts';
import { trainingGroup, validationGroup } from './shared/metric-values.ts';

/** Names that the experiments' trials report, each told once. */
export const streamMetricNames: StreamHandler<typeof expMetricNamesRoute> = async function* (request, ctx) {
  const ids = [...new Set(request.ids)];
  if (ids.length === 0) throw invalidArgument('must specify at least one experiment id');
  const told = new Set<string>();
  const fresh = (...key: string[]) => {
    const text = JSON.stringify(key);
    if (told.has(text)) return false;
    told.add(text);
    return true;
  };
  yield* pollExperiments(ctx, ids, request.periodSeconds, async (experiments) => {
    const names = (await namesOf(ctx.db, ids)).filter(({ group, name }) => fresh(group, name));
    return {
      searcherMetrics: experiments.map((experiment) => experiment.searcherMetric).filter((name) => fresh(name)),
      trainingMetrics: names.filter(({ group }) => group === trainingGroup).map(({ name }) => name),
      validationMetrics: names.filter(({ group }) => group === validationGroup).map(({ name }) => name),
      metricNames: names,
    };
  });
};

/** Training first, validation last, own groups between, as the platform lists them; names in bytewise order. */
async function namesOf(db: Db, experimentIds: readonly number[]): Promise<{ group: string; name: string }[]> {
  const found = await metricsOfExperiments(db, experimentIds);
  const rank = (group: string) => (group === trainingGroup ? 0 : group === validationGroup ? 2 : 1);
  return found.sort((left, right) => rank(left.group) - rank(right.group));
}
