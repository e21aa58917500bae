import type { Db } from '#platform/db/database.ts';
import type { MetricRow } from '../encoding/metric-chunk.ts';
import { readRowsAt } from '../read-rows.ts';

/** The report of a group at a step that still counts, of the newest run if there are several. */
export async function findStanding(
  db: Db,
  trialId: number,
  group: string,
  steps: number,
): Promise<MetricRow | undefined> {
  return (await readRowsAt(db, trialId, group, [steps])).sort((left, right) => right.runId - left.runId)[0];
}
