import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../../identity/roles/shared/visible.ts';
import { runIsGoing } from '../../../life/shared/shown-state.ts';
import type { Join } from '../column-tables.ts';
import type { OrderPart } from '../list-order.ts';
import { runConditions } from '../run-conditions.ts';
import { type FilterNode, readSearchFilter } from '../search-filter.ts';
import type { ListSearch } from './list-search.ts';

/** Which runs. */
export interface RunSearch extends ListSearch {
  /** No field of a filter asks for anything. */
  empty: boolean;
}

interface Wanted {
  /** 0: of all projects. */
  projectId: number;
  /** JSON text. Facts: platform semantics 6.2. */
  filter: string | undefined;
  /** These alone. */
  ids?: readonly number[];
  /** Whether archived ones are shown; by default what the filter says of them. */
  archived?: boolean;
  order?: readonly OrderPart[];
}

/** The runs that a filter finds among those that the caller may see; those that are being deleted are not there any more. */
export function runSearch(ctx: Pick<Context, 'rights'>, wanted: Wanted): RunSearch {
  const { projectId, filter, ids, archived, order = [] } = wanted;
  const joins = new Set<Join>();
  const asked = filter === undefined ? undefined : readSearchFilter(filter, runConditions(joins));
  const hidesArchived = archived === undefined ? asked?.showArchived === false : !archived;
  const condition = asked?.condition ?? { kind: 'all' };
  const chosen: FilterNode | undefined = ids && { kind: 'sql', sql: sql<SqlBool>`t.id = any(${[...ids]})` };
  const inProject = (project: 'e.project_id' | 'm.project_id') =>
    projectId === 0 ? [] : [sql`${sql.ref(project)} = ${projectId}`];
  const inScope = (project: 'e.project_id' | 'm.project_id') => [
    visible('run', ctx, { project }),
    ...inProject(project),
  ];
  const leftOut: RawBuilder<SqlBool>[] = [runIsGoing, ...(hidesArchived ? [sql<SqlBool>`t.archived`] : [])];
  const put = hidesArchived ? sql<SqlBool>`(e.archived or e.state = 'DELETING')` : sql<SqlBool>`e.state = 'DELETING'`;
  return {
    of: 'run',
    projectId,
    filter: chosen ? { kind: 'and', parts: [chosen, condition] } : condition,
    joins,
    shown: all([...inScope('m.project_id'), sql`not ${put}`, ...leftOut.map((run) => sql`not ${run}`)]),
    hidden: runsWhere([...leftOut, put].map((run) => all([run, ...inProject('e.project_id')]))),
    known: knownCount(all(inScope('e.project_id')), hidesArchived),
    order,
    empty: asked?.empty ?? true,
  };
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/**
 * The counts that are kept, which do not have what is being deleted; where archived ones are hidden, less the runs of archived
 * experiments and the archived runs of others: indexes hold both, and no other run or experiment is looked at.
 */
function knownCount(inScope: RawBuilder<SqlBool>, hidesArchived: boolean): RawBuilder<unknown> {
  const runs = sql`(select coalesce(sum(e.total), 0) from run_counts e where ${inScope})`;
  // The first part is what the index says, the second what the counts do not have anyway.
  const putAway = sql`(select coalesce(sum(e.num_trials), 0) from experiments e
    where (e.archived or e.state = 'DELETING') and e.state <> 'DELETING' and ${inScope})`;
  if (!hidesArchived) return sql`select ${runs}::int8 as total`;
  const archived = sql`(select count(*) from trials t join experiments e on e.id = t.experiment_id
    where t.archived and not ${runIsGoing} and e.state <> 'DELETING' and not e.archived and ${inScope})`;
  return sql`select (${runs} - ${putAway} - ${archived})::int8 as total`;
}

/** Runs that one of the conditions holds for, each once: every condition has an index of its own. */
function runsWhere(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  const found = conditions.map(
    (condition) => sql`select t.id from trials t join experiments e on e.id = t.experiment_id where ${condition}`,
  );
  return sql.join(found, sql` union `);
}
