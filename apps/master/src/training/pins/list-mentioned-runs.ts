import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getMentionedRunsRoute } from '@determined/contract/training/mention-ext-routes.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { StoredTrialState } from '../life/shared/life-tables.ts';
import { runIsGoing, shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import { summaryKey, validationGroup } from '../metrics/shared/metric-values.ts';

interface Row {
  id: number;
  experiment_id: number;
  state: StoredTrialState;
  allocation_state: string | null;
  searcher_metric: string;
  /** JSON: a word where it is not finite. */
  best: number | string | null;
}

export async function getMentionedRuns(
  { query }: ExtRequestOf<typeof getMentionedRunsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getMentionedRunsRoute>> {
  const ids = [...new Set(query.ids.split(',').map(Number))];
  const { rows } = await sql<Row>`
    select t.id, t.experiment_id, t.state, ${trialAllocationState} as allocation_state, e.searcher_metric,
      m.summary_metrics -> ${summaryKey(validationGroup)}::text -> e.searcher_metric
        -> case when e.smaller_is_better then 'min' else 'max' end as best
    from trials t join experiments e on e.id = t.experiment_id join projects p on p.id = e.project_id
      left join trial_metrics m on m.trial_id = t.id
    where t.id = any(${ids}::int[]) and e.state <> 'DELETING' and not ${runIsGoing}
      and ${visible('run', ctx, { workspace: 'p.workspace_id' })}
    order by t.id`.execute(ctx.db);
  return {
    runs: rows.map(({ id, experiment_id: experimentId, state, allocation_state, searcher_metric: metric, best }) => ({
      ...{ id, experimentId, metric },
      state: shownState(state, allocation_state),
      best: typeof best === 'number' ? best : null,
    })),
  };
}
