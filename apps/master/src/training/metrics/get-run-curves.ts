import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getRunCurvesRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { isWithin } from '#platform/http/rights.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { StoredTrialState } from '../life/shared/life-tables.ts';
import { shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import { readCursor, readResets, writeCursor } from './curve-cursor.ts';
import { type Curve, emptyCurve } from './encoding/rollup.ts';
import { readCurves } from './read-curves.ts';
import { partOf } from './read-kept.ts';
import { alongEpochs, alongTime } from './shared/curve-axis.ts';
import { validationGroup } from './shared/metric-values.ts';
import { packedPlaces, packedSingles } from './shared/packed-values.ts';

const defaultPoints = 500;
/** Of all curves together. */
const mostPoints = 1_000_000;

/** The curves of runs of any experiments, for charts that compare them. */
export async function getRunCurves(
  { query }: ExtRequestOf<typeof getRunCurvesRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getRunCurvesRoute>> {
  const { db } = ctx;
  const { metric, group = validationGroup, axis = 'batches' } = query;
  const runs = await runsInSight(ctx, query.runs.split(',').map(Number));
  const ids = runs.map(({ id }) => id);
  const points = Math.min(query.maxPoints || defaultPoints, Math.floor(mostPoints / Math.max(1, ids.length)));
  const resets = await readResets(db, ids);
  const reached = readCursor(query.cursor ?? '');
  const since = new Map(
    [...reached].flatMap(([id, { steps, resets: then }]) => (then === (resets.get(id) ?? 0) ? [[id, steps]] : [])),
  );
  const curves = await readCurves(db, ids, group, metric, points, since, partOf(query));
  const epochs = axis === 'epochs' ? await readEpochs(db, ids, group, points) : undefined;
  const along = (curve: Curve, { id, started }: { id: number; started: number }): Curve => {
    if (epochs) return alongEpochs(curve, epochs.get(id)?.curve ?? emptyCurve());
    return axis === 'time' ? alongTime(curve, started) : curve;
  };
  return {
    trials: runs.map((run) => {
      const { curve, whole } = curves.get(run.id) ?? { curve: emptyCurve(), whole: true };
      const shown = along(curve, run);
      const state = shownState(run.state, run.allocation_state);
      return { trialId: run.id, state, whole, x: packedPlaces(shown.steps), last: packedSingles(shown.last) };
    }),
    cursor: writeCursor(
      new Map([...curves].map(([id, { reach }]) => [id, { steps: reach, resets: resets.get(id) ?? 0 }])),
    ),
  };
}

/** Which epoch each step was in: reported as `epochs`, else as `epoch`. Facts: platform semantics 5.4. */
async function readEpochs(db: Db, ids: readonly number[], group: string, points: number) {
  const epochs = await readCurves(db, ids, group, 'epochs', points);
  const others = ids.filter((id) => !epochs.get(id)?.curve.steps.length);
  return new Map([...epochs, ...(await readCurves(db, others, group, 'epoch', points))]);
}

interface RunInSight {
  id: number;
  state: StoredTrialState;
  allocation_state: string | null;
  /** Microseconds since 1970. */
  started: number;
  workspace_id: number;
}

/** Those of the runs whose curves the caller may see, in the order of the ids. */
async function runsInSight({ db, rights }: Context, ids: readonly number[]): Promise<RunInSight[]> {
  const found = await sql<RunInSight>`
    select t.id, t.state, ${trialAllocationState} as allocation_state, p.workspace_id,
      (extract(epoch from t.start_time) * 1000000)::float8 as started
    from trials t join experiments e on e.id = t.experiment_id join projects p on p.id = e.project_id
    where t.id = any(${[...new Set(ids)]}::int[]) and e.state <> 'DELETING'
      and ${visible('run', { rights }, { workspace: 'p.workspace_id' })}`.execute(db);
  const artifacts = rights.where('VIEW_EXPERIMENT_ARTIFACTS');
  const seen = found.rows.filter((run) => isWithin(artifacts, run.workspace_id));
  return seen.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
