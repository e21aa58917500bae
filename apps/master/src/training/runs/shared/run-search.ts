import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import type { Join } from '../../columns/shared/column-tables.ts';
import type { OrderPart } from '../../columns/shared/list-order.ts';
import { runConditions } from '../../columns/shared/run-conditions.ts';
import type { ListSearch } from '../../columns/shared/search/list-search.ts';
import { readSearchFilter } from '../../columns/shared/search-filter.ts';
import { runIsGoing } from '../../deletion/shared/begin-run-deletion.ts';

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
  order?: readonly OrderPart[];
}

/** The runs that a filter finds among those that the caller may see; those that are being deleted are not there any more. */
export function runSearch(ctx: Pick<Context, 'rights'>, { projectId, filter, order = [] }: Wanted): RunSearch {
  const joins = new Set<Join>();
  const asked = filter === undefined ? undefined : readSearchFilter(filter, runConditions(joins));
  const hidesArchived = asked?.showArchived === false;
  const inProject = (project: 'e.project_id' | 'm.project_id') =>
    projectId === 0 ? [] : [sql`${sql.ref(project)} = ${projectId}`];
  const ofExperiments = (project: 'e.project_id' | 'm.project_id') => [
    sql`e.state <> 'DELETING'`,
    visible('run', ctx, { project }),
    ...inProject(project),
    ...(hidesArchived ? [sql`not e.archived`] : []),
  ];
  const leftOut: RawBuilder<SqlBool>[] = [runIsGoing, ...(hidesArchived ? [sql<SqlBool>`t.archived`] : [])];
  const put = hidesArchived ? sql<SqlBool>`(e.archived or e.state = 'DELETING')` : sql<SqlBool>`e.state = 'DELETING'`;
  return {
    of: 'run',
    projectId,
    filter: asked?.condition ?? { kind: 'all' },
    joins,
    shown: all([...ofExperiments('m.project_id'), ...leftOut.map((run) => sql`not ${run}`)]),
    hidden: runsWhere([...leftOut, put].map((run) => all([run, ...inProject('e.project_id')]))),
    known: countedByExperiments(all(ofExperiments('e.project_id')), leftOut),
    order,
    empty: asked?.empty ?? true,
  };
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/**
 * Adds up what the experiments know, which an index holds, less the runs of theirs that are left out, by whatever reason:
 * no other run is looked at.
 */
function countedByExperiments(
  where: RawBuilder<SqlBool>,
  leftOut: readonly RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  const runs = sql`(select coalesce(sum(e.num_trials), 0) from experiments e where ${where})`;
  if (leftOut.length === 0) return sql`select ${runs} as total`;
  const out = runsWhere(leftOut.map((run) => all([run, where])));
  return sql`select ${runs} - (select count(*) from (${out}) run) as total`;
}

/** Runs that one of the conditions holds for, each once: every condition has an index of its own. */
function runsWhere(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  const found = conditions.map(
    (condition) => sql`select t.id from trials t join experiments e on e.id = t.experiment_id where ${condition}`,
  );
  return sql.join(found, sql` union `);
}
