import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { AllocationRow } from '../../shared/allocation-row.ts';
import { type AllocationChange, tell } from './allocation-state.ts';

export function findAllocation(db: Db, id: string): Promise<AllocationRow | undefined> {
  return db.selectFrom('allocations').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockAllocation(tx: Tx, id: string): Promise<AllocationRow | undefined> {
  const asked = tx.selectFrom('allocations').selectAll().where('id', '=', id);
  const [row] = await lockRows(tx, 'allocation', asked, { key: 'id', part: 'task_id' });
  return row;
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

/** Writes a change of anything but its state, which `setAllocationState` changes, and tells who waits for it. */
export async function updateAllocation(tx: Tx, id: string, change: AllocationChange): Promise<AllocationRow> {
  const row = await tx
    .updateTable('allocations')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  tell(tx, [row]);
  return row;
}
