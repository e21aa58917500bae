import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import type { Join } from '../../columns/shared/column-tables.ts';
import { runConditions } from '../../columns/shared/run-conditions.ts';
import { readSearchFilter } from '../../columns/shared/search-filter.ts';

/** Which runs, as a condition on `runsWith(search)`. */
export interface RunSearch {
  sql: RawBuilder<SqlBool>;
  joins: ReadonlySet<Join>;
  /** No field of a filter asks for anything. */
  empty: boolean;
}

interface Wanted {
  /** 0: of all projects. */
  projectId: number;
  /** JSON text. Facts: platform semantics 6.2. */
  filter: string | undefined;
}

/** The runs that a filter finds among those that the caller may see; those that are being deleted are not there any more. */
export function runSearch(ctx: Pick<Context, 'rights'>, { projectId, filter }: Wanted): RunSearch {
  const joins = new Set<Join>();
  const conditions = [sql`e.state <> 'DELETING'`, visible('run', ctx, { project: 'm.project_id' })];
  if (projectId !== 0) conditions.push(sql`m.project_id = ${projectId}`);
  const asked = filter === undefined ? undefined : readSearchFilter(filter, runConditions(joins));
  if (asked?.condition) conditions.push(asked.condition);
  if (asked && !asked.showArchived) conditions.push(sql`not (t.archived or e.archived)`);
  return { sql: sql<SqlBool>`(${sql.join(conditions, sql` and `)})`, joins, empty: asked?.empty ?? true };
}
