import type { Db } from '#platform/db/database.ts';
import { metricsOfExperiments } from '../../life/shared/experiment-names.ts';
import { validationGroup } from './metric-values.ts';

/** Names of the metrics that an experiment's validations have reported, in order. */
export async function reportedValidations(db: Db, experimentId: number): Promise<string[]> {
  const reported = await metricsOfExperiments(db, [experimentId]);
  return reported.filter(({ group }) => group === validationGroup).map(({ name }) => name);
}
