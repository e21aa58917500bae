import { notFound } from '@determined/contract/errors.ts';
import type { searchExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Trial } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { Join } from '../columns/shared/column-tables.ts';
import { experimentConditions } from '../columns/shared/experiment-conditions.ts';
import { experimentOrder, readSort } from '../columns/shared/list-order.ts';
import { readSearchFilter } from '../columns/shared/search-filter.ts';
import { joinedTrials, trialView } from '../trials/shared/trial-view.ts';
import { writtenTrials } from '../trials/shared/written-trials.ts';
import { experimentPage } from './experiment-page.ts';
import { type JoinedExperiment, listedExperiment } from './shared/experiment-view.ts';

/** Facts: platform semantics 6.8. */
export const searchExperiments: Handler<typeof searchExperimentsRoute> = async (request, ctx) => {
  const { db } = ctx;
  const { projectId = 0 } = request;
  if (projectId !== 0) {
    const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
    if (!project) throw notFound('project', projectId);
  }
  const joins = new Set<Join>();
  const asked =
    request.filter === undefined ? undefined : readSearchFilter(request.filter, experimentConditions(joins));
  const hidesArchived = asked?.showArchived === false;
  const shown = (isGoing: RawBuilder<unknown>) => {
    const all = [sql`not ${isGoing}`, visible('experiment', ctx, { project: 'e.project_id' })];
    if (projectId !== 0) all.push(sql`e.project_id = ${projectId}`);
    if (hidesArchived) all.push(sql`not e.archived`);
    return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
  };
  const { rows, pagination } = await experimentPage(ctx, request, {
    projectId,
    shown: { sql: shown(sql`(e.state = 'DELETING')`), joins, counted: shown(sql`e.deleting`) },
    filter: asked?.condition ?? { kind: 'all' },
    hidesArchived,
    order: experimentOrder(readSort(request.sort ?? 'id=asc'), { ties: 'asc', metrics: 'as text' }),
  });
  const best = await bestTrials(ctx, rows);
  return {
    experiments: rows.map((row) => ({
      experiment: { ...listedExperiment(row), bestTrialId: row.best_trial_id ?? undefined },
      bestTrial: best.get(row.best_trial_id ?? 0) ?? null,
    })),
    pagination,
  };
};

/** As this call shows them: in their stored state, an empty validation where there is none, no checkpoint, no time run. */
async function bestTrials(
  { master, db }: Pick<Context, 'master' | 'db'>,
  rows: readonly JoinedExperiment[],
): Promise<Map<number, Input<Trial>>> {
  const ids = rows.flatMap((row) => row.best_trial_id ?? []);
  if (ids.length === 0) return new Map();
  const trials = await joinedTrials(db)
    .where('t.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const written = await writtenTrials(master, db, trials);
  return new Map(
    trials.flatMap((trial) => {
      const texts = written.get(trial.id);
      if (!texts) return [];
      const view = trialView(trial, texts);
      const shown = {
        ...view,
        state: `STATE_${trial.state}` as const,
        searcherMetricValue: trial.searcher_metric_value ?? 0,
        bestValidation: view.bestValidation ?? { endTime: null, metrics: { avgMetrics: null, batchMetrics: [] } },
        bestCheckpoint: null,
        wallClockTime: 0,
      };
      return [[trial.id, shown]];
    }),
  );
}
