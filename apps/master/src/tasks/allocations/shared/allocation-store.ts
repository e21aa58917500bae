import type { Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';
import { allocationChanged, queueChanged } from '../allocation-events.ts';
import type { AllocationRow } from './allocation-row.ts';

export function findAllocation(db: Db, id: string): Promise<AllocationRow | undefined> {
  return db.selectFrom('allocations').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockAllocation(tx: Tx, id: string): Promise<AllocationRow | undefined> {
  return tx.selectFrom('allocations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The allocation of a task that has not ended, if there is one. */
export function findOpenAllocation(db: Db, taskId: string): Promise<AllocationRow | undefined> {
  return db
    .selectFrom('allocations')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('state', '<>', 'TERMINATED')
    .executeTakeFirst();
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

export async function insertAllocation(
  tx: Tx,
  row: { id: string; task_id: string; slots: number; resource_pool: string; preemption_timeout: number },
): Promise<void> {
  await tx
    .insertInto('allocations')
    .values({ ...row, state: 'PENDING' })
    .execute();
  publish(tx, allocationChanged, { allocationId: row.id, taskId: row.task_id });
  publish(tx, queueChanged, {});
}
