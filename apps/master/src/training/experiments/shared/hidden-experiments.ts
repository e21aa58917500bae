import { type RawBuilder, sql } from 'kysely';

/** Those that lists leave out; an index has them. */
export function hiddenExperiments(projectId: number, archived: boolean): RawBuilder<unknown> {
  const hidden = archived ? sql`(e.archived or e.state = 'DELETING')` : sql`e.state = 'DELETING'`;
  return sql`select e.id from experiments e where ${hidden} and ${projectId === 0 ? sql`true` : sql`e.project_id = ${projectId}`}`;
}
