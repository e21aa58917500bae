import { type SqlBool, sql } from 'kysely';
import type { Join } from '../../columns/shared/column-tables.ts';
import { experimentConditions } from '../../columns/shared/experiment-conditions.ts';
import type { ListSearch } from '../../columns/shared/search/list-search.ts';
import { type FilterNode, readSearchFilter } from '../../columns/shared/search-filter.ts';
import { hiddenExperiments } from './hidden-experiments.ts';

export interface ShownExperiments {
  projectId: number;
  /** With archived ones; what the filter says of them does not count. */
  archived: boolean;
  /** Of the search calls, as JSON text. */
  filter?: string | undefined;
  ids?: readonly number[] | undefined;
}

/** What a project's experiment table shows; who asks may see the project. */
export function projectExperiments(
  { projectId, archived, filter, ids }: ShownExperiments,
  order: ListSearch['order'],
): ListSearch {
  const joins = new Set<Join>();
  const condition: FilterNode =
    filter === undefined ? { kind: 'all' } : readSearchFilter(filter, experimentConditions(joins)).condition;
  const chosen: FilterNode | undefined = ids && { kind: 'sql', sql: sql<SqlBool>`e.id = any(${[...ids]})` };
  return {
    of: 'experiment',
    projectId,
    filter: chosen ? { kind: 'and', parts: [chosen, condition] } : condition,
    joins,
    shown: sql<SqlBool>`(e.project_id = ${projectId} and e.state <> 'DELETING' and ${archived ? sql`true` : sql`not e.archived`})`,
    hidden: hiddenExperiments(projectId, !archived),
    known: sql`select coalesce(sum(total), 0) as total from experiment_counts
      where project_id = ${projectId} and archived = any(${[false, archived]}) and not deleting`,
    order,
  };
}
