import type { Db } from '#platform/db/database.ts';
import { readCurves } from '../read-curves.ts';

/** As many as a row of a table has room for. */
const points = 40;

/** The curve of a metric as a table's row shows it: the last value of each of at most 40 stretches, finite or not. */
export async function readTinyCurves(
  db: Db,
  trialIds: readonly number[],
  metric: { group: string; name: string },
): Promise<Map<number, number[]>> {
  const curves = await readCurves(db, trialIds, metric.group, metric.name, points);
  return new Map(
    [...curves].filter(([, { curve }]) => curve.steps.length > 0).map(([trialId, { curve }]) => [trialId, curve.last]),
  );
}
