import type { Project } from '@determined/contract/organisation/organisation-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** The projects with these ids, in their order; those that are gone are left out. */
export async function readProjects(db: Db, ids: readonly number[]): Promise<Input<Project>[]> {
  if (ids.length === 0) return [];
  // What is being deleted does not count. Nothing here takes longer the more experiments a project has.
  const rows = await db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['w.name as workspace_name', 'w.archived as workspace_archived', 'u.username'])
    .select([
      sql<number | null>`(select sum(total) from experiment_counts where project_id = p.id and not deleting)`.as(
        'total',
      ),
      sql<number>`(select count(*) from experiments where project_id = p.id and state = 'ACTIVE')`.as('active'),
      sql<number | null>`(select sum(total) from run_counts where project_id = p.id)`.as('runs'),
      sql<string | null>`(select max(start_time) from experiments where project_id = p.id and state <> 'DELETING')`.as(
        'last_start',
      ),
    ])
    .where('p.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      id,
      name: row.name,
      workspaceId: row.workspace_id,
      description: row.description,
      lastExperimentStartedAt: row.last_start,
      notes: row.notes,
      numExperiments: row.total ?? 0,
      numActiveExperiments: row.active,
      archived: row.archived || row.workspace_archived,
      username: row.username,
      immutable: row.immutable,
      userId: row.user_id,
      workspaceName: row.workspace_name,
      state: `WORKSPACE_STATE_${row.state}`,
      errorMessage: row.error_message,
      key: row.key,
      numRuns: row.runs ?? 0,
    };
  });
}
