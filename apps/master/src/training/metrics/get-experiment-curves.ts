import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentCurvesRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { runIsGoing, shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import { readCursor, readResets, writeCursor } from './curve-cursor.ts';
import { directionOf } from './direction-of.ts';
import { emptyCurve } from './encoding/rollup.ts';
import { type ReadCurve, readCurves } from './read-curves.ts';
import { partOf } from './read-kept.ts';
import { sampledTrials } from './sampled-trials.ts';
import { summaryKey, validationGroup } from './shared/metric-values.ts';
import { packedPlaces, packedValues } from './shared/packed-values.ts';

type Reply = ExtReplyOf<typeof getExperimentCurvesRoute>;

const defaultTrials = 100;
const defaultPoints = 500;
/** As many as a chart shows in colour. */
const inFront = 5;
/** Of all curves together, so that an answer stays some tens of megabytes. */
const mostPoints = 1_000_000;

/** The curves of an experiment's best trials for one metric. */
export async function getExperimentCurves(
  { params, query }: ExtRequestOf<typeof getExperimentCurvesRoute>,
  { db }: Context,
): Promise<Reply> {
  const experiment = await db
    .selectFrom('experiments')
    .select(['searcher_metric', 'smaller_is_better'])
    .where('id', '=', params.experimentId)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', params.experimentId);
  const metric = query.metric ?? experiment.searcher_metric;
  const group = query.group ?? validationGroup;
  const { smallerIsBetter, basis } = query.better
    ? { smallerIsBetter: query.better === 'smaller', basis: 'asked' as const }
    : await directionOf(db, params.experimentId, group, metric, {
        metric: experiment.searcher_metric,
        smallerIsBetter: experiment.smaller_is_better,
      });
  const most = sampledTrials(query.maxTrials, defaultTrials);
  const { best, total } = await bestTrials(db, {
    experimentId: params.experimentId,
    group,
    metric,
    smallerIsBetter,
    most,
  });
  const ids = best.map((trial) => trial.id);
  const points = Math.min(query.maxPoints || defaultPoints, Math.floor(mostPoints / Math.max(1, ids.length)));
  const behind = Math.min(query.maxPointsBehind || points, points);
  const pointsOf = new Map(ids.map((id, at) => [id, at < inFront ? points : behind]));
  const resets = await readResets(db, ids);
  const reached = readCursor(query.cursor ?? '');
  const since = [...reached].filter(([id, { resets: then }]) => then === (resets.get(id) ?? 0));
  const curves = await readCurves(
    db,
    ids,
    group,
    metric,
    pointsOf,
    new Map(since.map(([id, { steps }]) => [id, steps])),
    partOf(query),
  );
  return {
    metric,
    group,
    smallerIsBetter,
    basis,
    total,
    trials: best.map((trial) => ({
      trialId: trial.id,
      state: shownState(trial.state, trial.allocation_state),
      ...shownCurve(curves.get(trial.id)),
    })),
    cursor: writeCursor(
      new Map([...curves].map(([id, { reach }]) => [id, { steps: reach, resets: resets.get(id) ?? 0 }])),
    ),
  };
}

interface RankedTrial {
  id: number;
  state: StoredTrialState;
  allocation_state: string | null;
}

interface Ranking {
  experimentId: number;
  group: string;
  metric: string;
  smallerIsBetter: boolean;
  most: number;
}

/** Of the trials that have reported the metric those with its best values, and how many there are. */
async function bestTrials(
  db: Db,
  { experimentId, group, metric, smallerIsBetter, most }: Ranking,
): Promise<{ best: RankedTrial[]; total: number }> {
  const value = sql`(m.metric ->> ${smallerIsBetter ? 'min' : 'max'})::float8 * ${smallerIsBetter ? 1 : -1}`;
  const { rows } = await sql<RankedTrial & { total: number }>`
    select t.id, t.state, ${trialAllocationState} as allocation_state, count(*) over ()::int as total
    from trials t join trial_metrics r on r.trial_id = t.id
      cross join lateral (select r.summary_metrics -> ${summaryKey(group)} -> ${metric} as metric) m
    where t.experiment_id = ${experimentId} and m.metric is not null and not ${runIsGoing}
    order by ${value} nulls last, t.id limit ${most}`.execute(db);
  return { best: rows, total: rows[0]?.total ?? 0 };
}

function shownCurve(read: ReadCurve | undefined): Omit<Reply['trials'][number], 'trialId' | 'state'> {
  const { curve, whole } = read ?? { curve: emptyCurve(), whole: true };
  return { whole, x: packedPlaces(curve.steps), ...packedValues(curve) };
}
