import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type StoredExperimentState,
  type StoredTrialState,
  storedStatesInOrder,
} from '#training/life/shared/life-tables.ts';

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

/**
 * The most progressed state of the open allocations of some tasks, which are called `k` in the condition. Each task is asked for its own:
 * a planner that does not know yet that thousands wait would go through all of them for each row.
 */
export function openAllocationState(tasks: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select o.state from tasks k, lateral (
      select a.state from allocations a where a.task_id = k.id and a.state <> 'TERMINATED' offset 0) o
    where ${tasks}
    order by array_position(array['RUNNING','WAITING','TERMINATING','STARTING','PULLING','ASSIGNED','PENDING'], o.state)
    limit 1)`;
}

/** Of an active experiment `e`; null when it has none. */
export const experimentAllocationState = sql<
  string | null
>`case when e.state = 'ACTIVE' then ${openAllocationState(sql`k.job_id = e.job_id`)} end`;

/** That of the trial `t`; null when it is not active. */
export const trialAllocationState = sql<
  string | null
>`case when t.state = 'ACTIVE' then ${openAllocationState(sql`k.id in (select task_id from trial_tasks where trial_id = t.id)`)} end`;

const shownOnly: readonly ExperimentState[] = [
  'STATE_UNSPECIFIED',
  'STATE_QUEUED',
  'STATE_PULLING',
  'STATE_STARTING',
  'STATE_DELETED',
];

/** Stored states by their names on the wire; views of ACTIVE cannot be asked for (facts: platform semantics 6.1). */
export function storedStates(states: readonly ExperimentState[]): string[] {
  return states.map((state) => {
    if (shownOnly.includes(state)) throw invalidArgument(`states: ${state} is not a stored state of experiments`);
    return state.slice('STATE_'.length);
  });
}

/** States compare in the order of their life, not of their names. */
export function inOrderOfLife(state: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array_position(${sql.raw(`array[${storedStatesInOrder.map((name) => `'${name}'`).join(',')}]`)}, ${state})`;
}

/** The trial `t` is on its way out, or hidden until then: nothing shows it any more. */
export const runIsGoing = sql<SqlBool>`exists (
  select 1 from run_deletions d where d.trial_id = t.id and d.error is null)`;
