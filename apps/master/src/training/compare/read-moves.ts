import { type SqlBool, sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { Join } from '../columns/shared/column-tables.ts';
import { experimentConditions } from '../columns/shared/experiment-conditions.ts';
import { experimentOrder, readSort, runOrder } from '../columns/shared/list-order.ts';
import { findPage, type ListSearch } from '../columns/shared/search/list-search.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';
import { readSearchFilter } from '../columns/shared/search-filter.ts';
import type { PathValues } from './compared-paths.ts';
import { type Moves, movesWith } from './moves-with.ts';
import { type Metric, mostRuns, readRuns } from './run-values.ts';

/** What the table shows that the records were chosen from. */
export interface View {
  of: 'experiment' | 'run';
  projectId: number;
  filter: string | undefined;
  archived: boolean;
}

export interface Moving {
  runs: number;
  total: number;
  /** As long as the paths. */
  moves: (Moves | null)[];
}

/** How what stands at each path goes with a metric's best value, over the runs of a view that the caller may see. */
export const readMoves = (
  ctx: Context,
  view: View,
  metric: Metric | null,
  paths: readonly PathValues[],
): Promise<Moving> =>
  boundedSearch(ctx, async (tx) => {
    const { ids, pagination } = await findPage(ctx, tx, searchOf(ctx, view), { offset: 0, limit: mostRuns });
    const runs = await readRuns(tx, view.of, ids, metric, paths);
    const values = runs.map(({ value }) => value);
    return {
      runs: runs.length,
      total: Math.max(pagination.total, runs.length),
      moves: paths.map((_, at) =>
        movesWith(
          runs.map(({ found }) => found[at] ?? null),
          values,
        ),
      ),
    };
  });

function searchOf(ctx: Context, { of, projectId, filter, archived }: View): ListSearch {
  if (of === 'run') return runSearch(ctx, { projectId, filter, archived, order: runOrder(readSort('id=desc')) });
  const joins = new Set<Join>();
  const leftOut = archived ? sql<SqlBool>`false` : sql<SqlBool>`e.archived`;
  const inProject = sql<SqlBool>`e.project_id = ${projectId}`;
  return {
    of: 'experiment',
    projectId,
    filter: filter === undefined ? { kind: 'all' } : readSearchFilter(filter, experimentConditions(joins)).condition,
    joins,
    shown: sql<SqlBool>`(${inProject} and e.state <> 'DELETING' and not ${leftOut}
      and ${visible('experiment', ctx, { project: 'e.project_id' })})`,
    hidden: sql`select e.id from experiments e where ${inProject} and (e.state = 'DELETING' or ${leftOut})`,
    order: experimentOrder(readSort('id=desc'), { ties: 'desc' }),
  };
}
