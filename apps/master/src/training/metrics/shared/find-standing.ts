import type { Db } from '#platform/db/database.ts';
import type { MetricRow } from '../encoding/metric-chunk.ts';
import { readChunksAt, readRollbacks, rowOfTail, rowsOfChunk } from '../read-rows.ts';
import { counts } from '../trial-metrics.ts';

/** The report of a group at a step that still counts, of the newest run if there are several. */
export async function findStanding(
  db: Db,
  trialId: number,
  group: string,
  steps: number,
): Promise<MetricRow | undefined> {
  const rollbacks = (await readRollbacks(db, [trialId])).get(trialId) ?? [];
  const tail = await db
    .selectFrom('metric_reports')
    .select(['id', 'run_id', 'steps', 'end_time', 'metrics', 'batch_metrics'])
    .where('trial_id', '=', trialId)
    .where('group_name', '=', group)
    .where('steps', '=', steps)
    .execute();
  const sealed = (await readChunksAt(db, trialId, group, steps))
    .flatMap(rowsOfChunk)
    .filter((row) => row.steps === steps);
  return [...tail.map(rowOfTail), ...sealed]
    .filter((row) => counts(rollbacks, row.runId, row.steps, group))
    .sort((left, right) => right.runId - left.runId)[0];
}
