import type { Project } from '@determined/contract/organisation/organisation-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';

/** The projects with these ids, in their order; those that are gone are left out. */
export async function readProjects(db: Db, ids: readonly number[]): Promise<Input<Project>[]> {
  if (ids.length === 0) return [];
  const [rows, counts] = await Promise.all([
    db
      .selectFrom('projects as p')
      .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .selectAll('p')
      .select(['w.name as workspace_name', 'w.archived as workspace_archived', 'u.username'])
      .where('p.id', 'in', ids)
      .execute(),
    db
      .selectFrom('experiments')
      .select([
        'project_id',
        (eb) => eb.fn.countAll<number>().as('experiments'),
        (eb) => eb.fn.countAll<number>().filterWhere('state', '=', 'ACTIVE').as('active'),
        (eb) => eb.fn.sum<number>('num_trials').as('runs'),
        (eb) => eb.fn.max('start_time').as('last_start'),
      ])
      .where('project_id', 'in', ids)
      .where('state', '<>', 'DELETING')
      .groupBy('project_id')
      .execute(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const countsOf = new Map(counts.map((row) => [row.project_id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const count = countsOf.get(id);
    return {
      id,
      name: row.name,
      workspaceId: row.workspace_id,
      description: row.description,
      lastExperimentStartedAt: count?.last_start ?? null,
      notes: row.notes,
      numExperiments: count?.experiments ?? 0,
      numActiveExperiments: count?.active ?? 0,
      archived: row.archived || row.workspace_archived,
      username: row.username,
      immutable: row.immutable,
      userId: row.user_id,
      workspaceName: row.workspace_name,
      state: `WORKSPACE_STATE_${row.state}`,
      errorMessage: row.error_message,
      key: row.key,
      numRuns: count?.runs ?? 0,
    };
  });
}
