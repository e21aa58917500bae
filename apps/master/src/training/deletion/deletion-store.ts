import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { StoredExperimentState } from '../life/shared/life-tables.ts';
import type { ExperimentDeletionsTable } from './deletion-tables.ts';

export type DeletionRow = Selectable<ExperimentDeletionsTable>;

/** Begins a deletion, or one that failed anew. */
export async function insertDeletion(tx: Tx, experimentId: number, userId: number, at: Date): Promise<void> {
  const row = { experiment_id: experimentId, requested_by: userId, requested_at: at.toISOString(), error: null };
  await tx
    .insertInto('experiment_deletions')
    .values(row)
    .onConflict((conflict) => conflict.column('experiment_id').doUpdateSet({ ...row, planned: false }))
    .execute();
}

export function findDeletion(db: Db, experimentId: number): Promise<DeletionRow | undefined> {
  return db.selectFrom('experiment_deletions').selectAll().where('experiment_id', '=', experimentId).executeTakeFirst();
}

export interface ExperimentOfProject {
  id: number;
  state: StoredExperimentState;
  /** When its deletion was asked for last; null: never. */
  requestedAt: string | null;
  /** Why that failed. */
  error: string | null;
}

export function experimentsOfProject(db: Db, projectId: number): Promise<ExperimentOfProject[]> {
  return db
    .selectFrom('experiments as e')
    .leftJoin('experiment_deletions as d', 'd.experiment_id', 'e.id')
    .select(['e.id', 'e.state', 'd.requested_at as requestedAt', 'd.error'])
    .where('e.project_id', '=', projectId)
    .orderBy('e.id')
    .execute();
}

/** Experiments whose deletion is under way, in the order in which they were asked for. */
export async function deletionsUnderWay(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('experiment_deletions')
    .select('experiment_id')
    .where('error', 'is', null)
    .orderBy('requested_at')
    .orderBy('experiment_id')
    .execute();
  return rows.map(({ experiment_id }) => experiment_id);
}

export async function notePlanned(tx: Tx, experimentId: number): Promise<void> {
  await tx
    .updateTable('experiment_deletions')
    .set({ planned: true })
    .where('experiment_id', '=', experimentId)
    .execute();
}

export async function noteFailure(tx: Tx, experimentId: number, error: string): Promise<void> {
  await tx.updateTable('experiment_deletions').set({ error }).where('experiment_id', '=', experimentId).execute();
}
