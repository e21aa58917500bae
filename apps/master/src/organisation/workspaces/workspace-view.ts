import type { Workspace } from '@determined/contract/organisation/workspaces-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { redactStorage, withAbsentFields } from '#platform/config/format/checkpoint-storage.ts';
import type { Db } from '#platform/db/database.ts';
import { agentUserGroupView } from '../../identity/shared/agent-user-group.ts';

/** The workspaces with these ids, in their order, as the viewer sees them; those that are gone are left out. */
export async function readWorkspaces(db: Db, ids: readonly number[], viewerId: number): Promise<Input<Workspace>[]> {
  if (ids.length === 0) return [];
  const [rows, projects, experiments] = await Promise.all([
    db
      .selectFrom('workspaces as w')
      .innerJoin('users as u', 'u.id', 'w.user_id')
      .leftJoin('workspace_pins as pin', (join) =>
        join.onRef('pin.workspace_id', '=', 'w.id').on('pin.user_id', '=', viewerId),
      )
      .selectAll('w')
      .select(['u.username', 'pin.pinned_at'])
      .where('w.id', 'in', ids)
      .execute(),
    db
      .selectFrom('projects')
      .select(['workspace_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('workspace_id', 'in', ids)
      .groupBy('workspace_id')
      .execute(),
    db
      .selectFrom('experiment_counts as e')
      .innerJoin('projects as p', 'p.id', 'e.project_id')
      .select(['p.workspace_id', (eb) => eb.fn.sum<number>('e.total').as('count')])
      .where('p.workspace_id', 'in', ids)
      .where('e.deleting', '=', false)
      .groupBy('p.workspace_id')
      .execute(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const numProjects = new Map(projects.map((row) => [row.workspace_id, row.count]));
  const numExperiments = new Map(experiments.map((row) => [row.workspace_id, row.count]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      id,
      name: row.name,
      archived: row.archived,
      username: row.username,
      immutable: row.immutable,
      numProjects: numProjects.get(id) ?? 0,
      pinned: row.pinned_at !== null,
      pinnedAt: row.pinned_at ?? undefined,
      userId: row.user_id,
      numExperiments: numExperiments.get(id) ?? 0,
      state: `WORKSPACE_STATE_${row.state}`,
      errorMessage: row.error_message,
      agentUserGroup: agentUserGroupView(row),
      checkpointStorageConfig: row.checkpoint_storage
        ? redactStorage(withAbsentFields(row.checkpoint_storage))
        : undefined,
      defaultComputePool: row.default_compute_pool,
      defaultAuxPool: row.default_aux_pool,
    };
  });
}
