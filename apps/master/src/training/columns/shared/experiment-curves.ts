import type { Db } from '#platform/db/database.ts';
import { validationGroup } from '../../metrics/shared/metric-values.ts';
import { readTinyCurves } from '../../metrics/shared/tiny-curves.ts';
import { wordOf } from './column-types.ts';

/** Of each experiment the best trial's searcher metric, as it travels; those that look at one metric are read together. */
export async function readExperimentCurves(db: Db, ids: readonly number[]): Promise<Map<number, unknown[]>> {
  const best = await db
    .selectFrom('experiments')
    .select(['id', 'best_trial_id', 'searcher_metric'])
    .where('id', 'in', ids)
    .where('best_trial_id', 'is not', null)
    .where('best_value', 'is not', null)
    .execute();
  const read = [...Map.groupBy(best, (experiment) => experiment.searcher_metric)].map(async ([name, group]) => {
    const trials = new Map(group.map(({ id, best_trial_id }) => [best_trial_id ?? 0, id]));
    const curves = await readTinyCurves(db, [...trials.keys()], { group: validationGroup, name });
    return [...curves].map(([trialId, curve]): [number, unknown[]] => [trials.get(trialId) ?? 0, curve.map(wordOf)]);
  });
  return new Map((await Promise.all(read)).flat());
}
