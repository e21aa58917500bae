import type { Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';
import type { AllocationRow } from '../../shared/allocation-row.ts';
import { allocationChanged, queueChanged } from '../allocation-events.ts';

export function findAllocation(db: Db, id: string): Promise<AllocationRow | undefined> {
  return db.selectFrom('allocations').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockAllocation(tx: Tx, id: string): Promise<AllocationRow | undefined> {
  return tx.selectFrom('allocations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The allocations of some tasks that have not ended, by task: each has one at most. */
export async function findOpenAllocations(db: Db, taskIds: readonly string[]): Promise<Map<string, AllocationRow>> {
  const rows = await db
    .selectFrom('allocations')
    .selectAll()
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .where('state', '<>', 'TERMINATED')
    .execute();
  return new Map(rows.map((row) => [row.task_id, row]));
}

/** Writes a change and tells who waits for it. */
export async function updateAllocation(
  tx: Tx,
  id: string,
  change: Updateable<AllocationsTable>,
): Promise<AllocationRow> {
  const row = await tx
    .updateTable('allocations')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  publish(tx, allocationChanged, { allocationId: id, taskId: row.task_id });
  publish(tx, queueChanged, {});
  return row;
}

export async function insertAllocations(
  tx: Tx,
  rows: readonly Pick<AllocationRow, 'id' | 'task_id' | 'slots' | 'resource_pool' | 'preemption_timeout'>[],
): Promise<void> {
  await tx
    .insertInto('allocations')
    .values(rows.map((row) => ({ ...row, state: 'PENDING' as const })))
    .execute();
  for (const { id, task_id } of rows) publish(tx, allocationChanged, { allocationId: id, taskId: task_id });
  publish(tx, queueChanged, {});
}

/** Ends those that still wait, and says which these are. */
export async function closeWaiting(tx: Tx, ids: readonly string[], reason: string, at: Date): Promise<AllocationRow[]> {
  const rows = await tx
    .updateTable('allocations')
    .set({ state: 'TERMINATED', end_time: at.toISOString(), waiting_reason: '', exit_reason: reason })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('state', '=', 'PENDING')
    .returningAll()
    .execute();
  for (const { id, task_id } of rows) publish(tx, allocationChanged, { allocationId: id, taskId: task_id });
  publish(tx, queueChanged, {});
  return rows;
}
