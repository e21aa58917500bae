import type { WaitingReason } from '@determined/scheduler/waiting-reason.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import { waitingReasonChanged } from './allocation-events.ts';

/** Why one waits: in words, and what the words were made of. */
export interface ToldReason {
  /** `not-ready`: what would start it cannot at present; `environment`: its packages are being made ready. */
  because: WaitingReason | { kind: 'not-ready' | 'environment' };
  text: string;
}

/**
 * Writes down why each request waits, all in one go: there may be thousands. A reason of another kind than the one
 * before is kept for good; figures alone change with each that starts.
 */
export async function tellWaitingReasons(
  tx: Tx,
  rows: readonly Pick<AllocationRow, 'id' | 'task_id' | 'state' | 'waiting_reason'>[],
  reasons: ReadonlyMap<string, ToldReason>,
  at: Date,
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const told = reasons.get(row.id);
    return row.state === 'PENDING' && told && told.text !== row.waiting_reason ? [{ row, ...told }] : [];
  });
  if (changed.length === 0) return;
  const facts = changed.map(({ because: { kind: _kind, ...rest } }) => JSON.stringify(rest));
  await sql`
    with told as (
      select * from unnest(
        ${changed.map(({ row }) => row.id)}::text[], ${changed.map(({ because }) => because.kind)}::text[],
        ${changed.map(({ text }) => text)}::text[], ${facts}::text[]) as v (id, kind, reason, facts)
    ), changed as (
      update allocations a set waiting_reason = told.reason, waiting_kind = told.kind
        from told join allocations before using (id) where a.id = told.id and a.state = 'PENDING'
        returning told.*, before.waiting_kind as kind_before
    )
    insert into waiting_reasons (allocation_id, kind, reason, facts, at)
      select id, kind, reason, facts::jsonb, ${at.toISOString()} from changed where kind <> kind_before`.execute(tx);
  for (const { row } of changed) tell(tx, row);
}

/** Writes down in which words its engine says that one waits. */
export async function tellEnginesReason(tx: Tx, row: AllocationRow, reason: string): Promise<void> {
  await tx.updateTable('allocations').set({ waiting_reason: reason }).where('id', '=', row.id).execute();
  tell(tx, row);
}

const tell = (tx: Tx, { id, task_id }: Pick<AllocationRow, 'id' | 'task_id'>): void =>
  publish(tx, waitingReasonChanged, { allocationId: id, taskId: task_id });
