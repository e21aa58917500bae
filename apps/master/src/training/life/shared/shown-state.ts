import { type RawBuilder, sql } from 'kysely';
import type { StoredExperimentState, StoredTrialState } from '#training/life/shared/life-tables.ts';

type Shown<State extends string> =
  | `STATE_${State}`
  | 'STATE_QUEUED'
  | 'STATE_PULLING'
  | 'STATE_STARTING'
  | 'STATE_RUNNING';

/** ACTIVE is shown as what the open allocations do. Facts: platform semantics 1.1. */
export function shownState<State extends StoredExperimentState | StoredTrialState>(
  stored: State,
  allocationState: string | null,
): Shown<State> {
  if (stored !== 'ACTIVE') return `STATE_${stored}`;
  switch (allocationState) {
    case 'RUNNING':
    case 'WAITING':
    case 'TERMINATING':
      return 'STATE_RUNNING';
    case 'STARTING':
    case 'PULLING':
      return `STATE_${allocationState}`;
    default:
      return 'STATE_QUEUED';
  }
}

/** The most progressed state of the open allocations of some tasks, which are called `k` in the condition. */
export function openAllocationState(tasks: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select a.state from allocations a join tasks k on k.id = a.task_id
    where ${tasks} and a.state <> 'TERMINATED'
    order by array_position(array['RUNNING','WAITING','TERMINATING','STARTING','PULLING','ASSIGNED','PENDING'], a.state)
    limit 1)`;
}
