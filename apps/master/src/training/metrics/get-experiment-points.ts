import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { mostPointTrials } from '@determined/contract/limits.ts';
import type { getExperimentPointsRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { StoredTrialState } from '#training/life/shared/life-tables.ts';
import { runIsGoing, shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import { directionOf } from './direction-of.ts';
import { readColumns } from './read-columns.ts';
import { flatHyperparameters } from './shared/flat-hyperparameters.ts';
import { metricNumber, summaryKey, validationGroup } from './shared/metric-values.ts';

type Reply = ExtReplyOf<typeof getExperimentPointsRoute>;

const usualMargin = 10;
const widestMargin = 100;

/** The trials of an experiment by one metric and their hyperparameters, packed by column. */
export async function getExperimentPoints(
  { params, query }: ExtRequestOf<typeof getExperimentPointsRoute>,
  { db }: Context,
): Promise<Reply> {
  const { experimentId } = params;
  const { batch = 0, margin = usualMargin } = query;
  if (margin > widestMargin) throw invalidArgument(`margin must be <= ${widestMargin}`);
  const experiment = await db
    .selectFrom('experiments')
    .select(['searcher_metric', 'smaller_is_better'])
    .where('id', '=', experimentId)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', experimentId);
  const metric = query.metric ?? experiment.searcher_metric;
  const group = query.group ?? validationGroup;
  const { smallerIsBetter, basis } = query.better
    ? { smallerIsBetter: query.better === 'smaller', basis: 'asked' as const }
    : await directionOf(db, experimentId, group, metric, {
        metric: experiment.searcher_metric,
        smallerIsBetter: experiment.smaller_is_better,
      });
  const reported = await trialsWithMetric(db, experimentId, group, metric, smallerIsBetter);
  const points =
    batch === 0
      ? reported.map((trial) => ({ trial, value: trial.best, batches: null }))
      : await pointsNear(db, reported, { group, metric, batch, margin });
  const rank = ({ value }: Point) => (Number.isFinite(value) ? (smallerIsBetter ? value : -value) : Infinity);
  const ranked = points.sort((a, b) => (rank(a) === rank(b) ? a.trial.id - b.trial.id : rank(a) < rank(b) ? -1 : 1));
  const shown = ranked.slice(0, mostPointTrials);
  return {
    metric,
    group,
    smallerIsBetter,
    basis,
    total: ranked.length,
    trials: shown.map(({ trial }) => trial.id),
    states: shown.map(({ trial }) => shownState(trial.state, trial.allocation_state)),
    values: shown.map(({ value }) => (Number.isFinite(value) ? value : null)),
    batches: shown.map(({ batches }) => batches),
    hyperparameters: flatHyperparameters(await hyperparametersOf(db, shown)),
  };
}

interface ReportedTrial {
  id: number;
  state: StoredTrialState;
  allocation_state: string | null;
  /** NaN where none is finite. */
  best: number;
}

interface Point {
  trial: ReportedTrial;
  value: number;
  batches: number | null;
}

async function trialsWithMetric(
  db: Db,
  experimentId: number,
  group: string,
  metric: string,
  smallerIsBetter: boolean,
): Promise<ReportedTrial[]> {
  const { rows } = await sql<ReportedTrial>`
    select t.id, t.state, ${trialAllocationState} as allocation_state,
      coalesce((m.metric ->> ${smallerIsBetter ? 'min' : 'max'})::float8, 'NaN') as best
    from trials t join trial_metrics r on r.trial_id = t.id
      cross join lateral (select r.summary_metrics -> ${summaryKey(group)} -> ${metric} as metric) m
    where t.experiment_id = ${experimentId} and m.metric ->> 'type' = 'number' and not ${runIsGoing}
    order by t.id`.execute(db);
  return rows;
}

interface Place {
  group: string;
  metric: string;
  batch: number;
  margin: number;
}

/** Of each trial the report nearest to a number of batches; of two equally near the later. */
async function pointsNear(
  db: Db,
  trials: readonly ReportedTrial[],
  { group, metric, batch, margin }: Place,
): Promise<Point[]> {
  const range = { from: batch - margin, to: batch + margin };
  const ids = trials.map(({ id }) => id);
  const columns = await readColumns(db, ids, group, [metric], range);
  return trials.flatMap((trial): Point[] => {
    const { steps, values } = columns.get(trial.id) ?? { steps: [], values: [] };
    let nearest: Omit<Point, 'trial'> | undefined;
    steps.forEach((step, row) => {
      const value = metricNumber(values[0]?.[row]);
      if (value === undefined) return;
      if (nearest && Math.abs(step - batch) > Math.abs((nearest.batches ?? 0) - batch)) return;
      nearest = { value, batches: step };
    });
    return nearest ? [{ trial, ...nearest }] : [];
  });
}

async function hyperparametersOf(db: Db, points: readonly Point[]): Promise<Record<string, unknown>[]> {
  const ids = points.map(({ trial }) => trial.id);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('trials').select(['id', 'hparams']).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row.hparams]));
  return ids.map((id) => byId.get(id) ?? {});
}
