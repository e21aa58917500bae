import type { Db } from '#platform/db/database.ts';
import { validationGroup } from './metric-values.ts';

/** Names of the metrics that an experiment's validations have reported, in order. */
export async function reportedValidations(db: Db, experimentId: number): Promise<string[]> {
  const found = await db
    .selectFrom('metric_names')
    .select('name')
    .distinct()
    .where('experiment_id', '=', experimentId)
    .where('group_name', '=', validationGroup)
    .orderBy('name')
    .execute();
  return found.map(({ name }) => name);
}
