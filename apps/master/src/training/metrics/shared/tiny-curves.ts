import type { Db } from '#platform/db/database.ts';
import { readCurves } from '../read-curves.ts';

/** As many as a row of a table has room for. */
const points = 40;

/** The curve of each trial's metric as a table's row shows it: the last value of each of at most 40 stretches, finite or not. */
export async function readTinyCurves(
  db: Db,
  group: string,
  metrics: ReadonlyMap<number, string>,
): Promise<Map<number, number[]>> {
  const curves = await readCurves(db, [...metrics.keys()], group, metrics, points);
  return new Map(
    [...curves].filter(([, { curve }]) => curve.steps.length > 0).map(([trialId, { curve }]) => [trialId, curve.last]),
  );
}
