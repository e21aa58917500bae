import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { StoredExperimentState } from '../life/shared/life-tables.ts';
import type { ExperimentDeletionsTable } from './deletion-tables.ts';

export type DeletionRow = Selectable<ExperimentDeletionsTable>;

/**
 * Begins deletions, or those that failed anew. `heldUntil`: until then each can be taken back, to the state that it has here.
 */
export async function insertDeletions(
  tx: Tx,
  experiments: readonly { id: number; state: StoredExperimentState }[],
  { userId, at, heldUntil }: { userId: number; at: Date; heldUntil: Date | undefined },
): Promise<void> {
  const until = heldUntil?.toISOString() ?? null;
  await sql`insert into experiment_deletions as d
      (experiment_id, requested_by, requested_at, error, held_until, held_state, held_error)
    select v.id, ${userId}, ${at.toISOString()}::timestamptz, null, ${until}::timestamptz,
      case when ${until}::timestamptz is not null then v.state end, null
    from unnest(${experiments.map(({ id }) => id)}::int[], ${experiments.map(({ state }) => state)}::text[]) v (id, state)
    on conflict (experiment_id) do update set requested_by = excluded.requested_by, requested_at = excluded.requested_at,
      error = null, held_until = excluded.held_until, held_state = excluded.held_state, planned = false,
      held_error = case when excluded.held_state = 'DELETE_FAILED' then d.error end`.execute(tx);
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
