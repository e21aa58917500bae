import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { StoredExperimentState } from '../life/shared/life-tables.ts';
import type { ExperimentDeletionsTable } from './deletion-tables.ts';

export type DeletionRow = Selectable<ExperimentDeletionsTable>;

/** What a deletion that can be taken back goes back to. */
interface Held {
  until: Date;
  state: StoredExperimentState;
}

/** Begins a deletion, or one that failed anew. */
export async function insertDeletion(
  tx: Tx,
  experimentId: number,
  { userId, at, held }: { userId: number; at: Date; held: Held | undefined },
): Promise<void> {
  const failed = held?.state === 'DELETE_FAILED' ? await findDeletion(tx, experimentId) : undefined;
  const row = {
    experiment_id: experimentId,
    requested_by: userId,
    requested_at: at.toISOString(),
    error: null,
    held_until: held?.until.toISOString() ?? null,
    held_state: held?.state ?? null,
    held_error: failed?.error ?? null,
  };
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

/** Whether nothing of it may go yet. */
export const isHeld = ({ held_until }: Pick<DeletionRow, 'held_until'>, now: Date): boolean =>
  held_until !== null && new Date(held_until) > now;

/** Of an experiment that is put back: as if it had never been asked for. */
export async function takeBackDeletion(tx: Tx, { experiment_id: id, held_error }: DeletionRow): Promise<void> {
  if (held_error === null) await tx.deleteFrom('experiment_deletions').where('experiment_id', '=', id).execute();
  else {
    const before = { error: held_error, held_until: null, held_state: null, held_error: null };
    await tx.updateTable('experiment_deletions').set(before).where('experiment_id', '=', id).execute();
  }
}

/** What is held of a project can be taken back no longer. */
export async function releaseHeld(tx: Tx, projectId: number): Promise<void> {
  await tx
    .updateTable('experiment_deletions')
    .set({ held_until: null })
    .where('held_until', 'is not', null)
    .where('experiment_id', 'in', (eb) => eb.selectFrom('experiments').select('id').where('project_id', '=', projectId))
    .execute();
}

/** Experiments whose deletion is under way and not held, in the order in which they were asked for. */
export async function deletionsUnderWay(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('experiment_deletions')
    .select('experiment_id')
    .where('error', 'is', null)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now.toISOString())]))
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
