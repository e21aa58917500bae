import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getTrialSystemCurveRoute } from '@determined/contract/training/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { packedPlaces, packedValues } from '../metrics/shared/packed-values.ts';
import { readSystemCurve } from '../metrics/shared/system/system-series.ts';
import { groupOfName } from './group-of-name.ts';

const defaultPoints = 2_000;
const mostPoints = 20_000;
/** Beyond what is stored. */
const latest = 2 ** 52 / 1000;

/** One series within a window, packed for drawing. */
export async function getTrialSystemCurve(
  { params, query }: ExtRequestOf<typeof getTrialSystemCurveRoute>,
  { db }: Context,
): Promise<ExtReplyOf<typeof getTrialSystemCurveRoute>> {
  const { name, agentId, device = '', from = 0, to = latest } = query;
  if (from > to) throw invalidArgument('from must not lie after to');
  const curve = await readSystemCurve(
    db,
    params.trialId,
    { group: groupOfName('name', name), agentId, device, name },
    { from: Math.min(from, latest) * 1000, to: Math.min(to, latest) * 1000 },
    Math.min(query.maxPoints || defaultPoints, mostPoints),
  );
  return { x: packedPlaces(curve.times.map((time) => Math.round(time / 1000))), ...packedValues(curve) };
}
