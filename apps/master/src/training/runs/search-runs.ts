import { notFound } from '@determined/contract/errors.ts';
import type { FlatRun } from '@determined/contract/training/runs-generated.ts';
import type { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { Master } from '#platform/master.ts';
import { readSort, runOrder } from '../columns/shared/list-order.ts';
import { findPage } from '../columns/shared/search/list-search.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';
import { logPolicyMatched } from '../trials/shared/trial-view.ts';
import { trialVersion, type WrittenTrial, writtenTrials } from '../trials/shared/written-trials.ts';

/** Facts: platform semantics 6.8. */
export const searchRuns: Handler<typeof searchRunsRoute> = async (request, ctx) => {
  const { projectId = 0, filter, sort = 'id=asc' } = request;
  if (projectId !== 0) {
    const project = await ctx.db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
    if (!project) throw notFound('project', projectId);
  }
  const search = runSearch(ctx, { projectId, filter, order: runOrder(readSort(sort)) });
  return boundedSearch(ctx, async (tx) => {
    const { ids, pagination } = await findPage(ctx, tx, search, request);
    return { runs: await flatRuns(ctx.master, tx, ids), pagination };
  });
};

/** In the order of their ids; those that are gone are left out. */
async function flatRuns(master: Master, db: Db, ids: readonly number[]): Promise<Input<FlatRun>[]> {
  const rows = await runRows(db, ids).execute();
  const written = await writtenTrials(master, db, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [row, texts] = [byId.get(id), written.get(id)];
    return row && texts ? [flatRun(row, texts)] : [];
  });
}

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number];

function runRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('trials as t')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['t.id', 't.local_id', 't.external_id', 't.state', 't.start_time', 't.end_time'])
    .select(['t.checkpoint_size', 't.checkpoint_count', 't.metadata', 'm.searcher_metric_value'])
    .select(['e.id as experiment_id', 'e.labels', 'e.owner_id', 'e.searcher_type', 'e.searcher_metric', 'e.parent_id'])
    .select(['e.external_id as external_experiment_id', 'e.progress', 'e.description', 'e.name', 'e.unmanaged'])
    .select(['j.pool', 'p.id as project_id', 'p.name as project_name', 'p.key'])
    .select(['w.id as workspace_id', 'w.name as workspace_name'])
    .select([
      trialVersion.as('version'),
      sql<boolean>`(t.archived or e.archived)`.as('archived'),
      sql<boolean>`(p.archived or w.archived)`.as('parent_archived'),
      sql<number>`greatest(0, trunc(extract(epoch from coalesce(t.end_time, now()) - t.start_time)))::int`.as(
        'duration',
      ),
      logPolicyMatched.as('log_policy_matched'),
    ])
    .where('t.id', '=', (eb) => eb.fn.any(eb.val(ids)));
}

function flatRun(row: RunRow, { hparams, summaryMetrics, pachyderm }: WrittenTrial): Input<FlatRun> {
  return {
    id: row.id,
    startTime: row.start_time,
    endTime: row.end_time,
    state: `STATE_${row.state}`,
    labels: row.labels,
    checkpointSize: row.checkpoint_size,
    checkpointCount: row.checkpoint_count,
    searcherMetricValue: row.searcher_metric_value ?? undefined,
    externalRunId: row.external_id ?? undefined,
    hyperparameters: hparams,
    summaryMetrics,
    userId: row.owner_id,
    duration: row.duration,
    projectId: row.project_id,
    projectName: row.project_name,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    parentArchived: row.parent_archived,
    metadata: row.metadata ?? undefined,
    archived: row.archived,
    localId: `${row.key}-${row.local_id}`,
    logPolicyMatched: row.log_policy_matched ?? undefined,
    experiment: {
      id: row.experiment_id,
      searcherType: row.searcher_type,
      searcherMetric: row.searcher_metric,
      forkedFrom: row.parent_id ?? undefined,
      externalExperimentId: row.external_experiment_id ?? undefined,
      resourcePool: row.pool,
      progress: row.progress ?? 0,
      description: row.description,
      name: row.name,
      unmanaged: row.unmanaged,
      isMultitrial: row.searcher_type !== 'single',
      pachydermIntegration: pachyderm,
    },
  };
}
