import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { validationGroup } from '../../metrics/shared/metric-values.ts';
import { readTinyCurves } from '../../metrics/shared/tiny-curves.ts';
import { named } from './column-tables.ts';
import { wordOf } from './column-types.ts';

/** Which curve an experiment shows: its best trial, and the metric it looks at; null where nothing was validated yet. */
export const bestCurve = named(
  sql`case when e.best_trial_id is not null and e.best_value is not null
    then json_build_array(e.best_trial_id, e.searcher_metric) end`,
);

/** Of each experiment the best trial's searcher metric, as it travels. */
export async function readExperimentCurves(
  db: Db,
  selected: ReadonlyMap<number, unknown>,
): Promise<Map<number, unknown[]>> {
  const best = [...selected].flatMap(([id, shown]) => {
    if (shown === null) return [];
    // As `bestCurve` selects it.
    const [trialId, metric] = shown as [number, string];
    return [{ id, trialId, metric }];
  });
  const metrics = new Map(best.map(({ trialId, metric }) => [trialId, metric]));
  const curves = await readTinyCurves(db, validationGroup, metrics);
  return new Map(
    best.flatMap(({ id, trialId }) => {
      const curve = curves.get(trialId);
      return curve ? [[id, curve.map(wordOf)]] : [];
    }),
  );
}
