import { failedPrecondition } from '@determined/contract/errors.ts';
import { sql, type Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AllocationsTable, ChangingPart, StoredAllocationState } from '#platform/db/tables/task-tables.ts';
import type { AllocationRow } from '../../shared/allocation-row.ts';
import { allocationChanged, queueChanged } from '../allocation-events.ts';

/** What may follow a state. What tells of steps may come late or leave some out; none is undone. */
const followers: Record<StoredAllocationState, readonly StoredAllocationState[]> = {
  PENDING: ['ASSIGNED', 'TERMINATED'],
  ASSIGNED: ['PULLING', 'STARTING', 'RUNNING', 'WAITING', 'TERMINATING', 'TERMINATED'],
  PULLING: ['STARTING', 'RUNNING', 'WAITING', 'TERMINATING', 'TERMINATED'],
  // On Slurm a part is told to start before all of them are known to be pulled. Facts: trial runtime 17.
  STARTING: ['PULLING', 'RUNNING', 'WAITING', 'TERMINATING', 'TERMINATED'],
  RUNNING: ['WAITING', 'TERMINATING', 'TERMINATED'],
  WAITING: ['RUNNING', 'TERMINATING', 'TERMINATED'],
  TERMINATING: ['TERMINATED'],
  TERMINATED: [],
};

export function mayFollow(from: StoredAllocationState, to: StoredAllocationState): boolean {
  return followers[from].includes(to);
}

/** Who changes an allocation's state, and why. */
export interface StateChange {
  /** A user, the allocation's own program, what the task works for, the queue, or what starts and ends parts. */
  by: ChangingPart;
  /** Who asked for it, or whose program it is. */
  userId?: number;
  reason: string;
  at: Date;
}

/** What may change of an allocation besides its state. */
export type AllocationChange = Omit<Updateable<AllocationsTable>, 'id' | 'task_id' | 'state'>;

export async function insertAllocations(
  tx: Tx,
  rows: readonly Pick<AllocationRow, 'id' | 'task_id' | 'slots' | 'resource_pool' | 'preemption_timeout'>[],
  change: StateChange,
): Promise<void> {
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`insert into allocations (id, task_id, slots, resource_pool, preemption_timeout, state)
    select *, 'PENDING' from unnest(${column('id')}::text[], ${column('task_id')}::text[], ${column('slots')}::int[],
      ${column('resource_pool')}::text[], ${column('preemption_timeout')}::int[])`.execute(tx);
  const { part, user_id, reason, at } = recorded(change);
  await sql`insert into allocation_history (allocation_id, to_state, part, user_id, reason, at)
    select id, 'PENDING', ${part}, ${user_id}::int, ${reason}, ${at}::timestamptz
    from unnest(${column('id')}::text[]) id`.execute(tx);
  tell(tx, rows);
}

/**
 * The one function that changes allocations' states: records from, to, by whom, why, in the same statement. Those that are
 * not in the state `from` any more stay as they are and are left out of the answer. Refuses what may not follow.
 */
export async function setAllocationState(
  tx: Tx,
  { ids, from, to }: { ids: readonly string[]; from: StoredAllocationState; to: StoredAllocationState },
  change: StateChange & { also?: AllocationChange },
): Promise<AllocationRow[]> {
  if (!mayFollow(from, to)) throw failedPrecondition(`allocation ${ids.join(', ')} is ${from} and cannot become ${to}`);
  const rows = await tx
    .with('changed', (db) =>
      db
        .updateTable('allocations')
        .set({ ...change.also, state: to })
        .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
        .where('state', '=', from)
        .returningAll(),
    )
    .with('recorded', (db) => {
      const { part, user_id, reason, at } = recorded(change);
      return db
        .insertInto('allocation_history')
        .columns(['allocation_id', 'from_state', 'to_state', 'part', 'user_id', 'reason', 'at'])
        .expression((eb) =>
          eb
            .selectFrom('changed')
            .select('id')
            .select([
              sql<string>`${from}::text`.as('from_state'),
              sql<string>`${to}::text`.as('to_state'),
              sql<ChangingPart>`${part}::text`.as('part'),
              sql<number | null>`${user_id}::integer`.as('user_id'),
              sql<string>`${reason}::text`.as('reason'),
              sql<string>`${at}::timestamptz`.as('at'),
            ]),
        );
    })
    .selectFrom('changed')
    .selectAll()
    .execute();
  tell(tx, rows);
  return rows;
}

function recorded({ by, userId, reason, at }: StateChange) {
  return { part: by, user_id: userId ?? null, reason, at: at.toISOString() };
}

/** Who waits for one of them, and the queue, look again. */
export function tell(tx: Tx, rows: readonly Pick<AllocationRow, 'id' | 'task_id'>[]): void {
  for (const { id, task_id } of rows) publish(tx, allocationChanged, { allocationId: id, taskId: task_id });
  publish(tx, queueChanged, {});
}
