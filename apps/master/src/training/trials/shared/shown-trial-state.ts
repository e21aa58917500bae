import type { TrialState } from '@determined/contract/training/training-messages-generated.ts';
import type { StoredTrialState } from '#platform/db/tables/training-tables.ts';

/** A trial's state as the API shows it: ACTIVE is what its open allocation does. Facts: platform semantics 1.1. */
export function shownTrialState(stored: StoredTrialState, allocationState: string | null): TrialState {
  if (stored !== 'ACTIVE') return `STATE_${stored}`;
  if (allocationState === null) return 'STATE_QUEUED';
  if (['RUNNING', 'WAITING', 'TERMINATING'].includes(allocationState)) return 'STATE_RUNNING';
  if (allocationState === 'STARTING') return 'STATE_STARTING';
  return allocationState === 'PULLING' ? 'STATE_PULLING' : 'STATE_QUEUED';
}
