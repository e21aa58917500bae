import { acts, nothingToDo, refused, type Verdict } from '../rule.ts';
import type { TrialState } from './training-messages-generated.ts';

/** States that are stored; the other names of the wire are views of ACTIVE, but for RUNNING of unmanaged trials. */
export type StoredTrialState = Exclude<
  TrialState,
  'STATE_UNSPECIFIED' | 'STATE_QUEUED' | 'STATE_PULLING' | 'STATE_STARTING'
>;

const next: Record<StoredTrialState, readonly StoredTrialState[]> = {
  STATE_ACTIVE: [
    'STATE_PAUSED',
    'STATE_STOPPING_KILLED',
    'STATE_STOPPING_CANCELED',
    'STATE_STOPPING_COMPLETED',
    'STATE_STOPPING_ERROR',
    'STATE_COMPLETED',
    'STATE_ERROR',
  ],
  STATE_PAUSED: [
    'STATE_ACTIVE',
    'STATE_STOPPING_KILLED',
    'STATE_STOPPING_CANCELED',
    'STATE_STOPPING_COMPLETED',
    'STATE_STOPPING_ERROR',
    'STATE_ERROR',
  ],
  STATE_STOPPING_COMPLETED: [
    'STATE_STOPPING_CANCELED',
    'STATE_STOPPING_KILLED',
    'STATE_STOPPING_ERROR',
    'STATE_COMPLETED',
    'STATE_ERROR',
  ],
  STATE_STOPPING_CANCELED: ['STATE_STOPPING_KILLED', 'STATE_STOPPING_ERROR', 'STATE_CANCELED', 'STATE_ERROR'],
  STATE_STOPPING_KILLED: ['STATE_STOPPING_ERROR', 'STATE_CANCELED', 'STATE_ERROR'],
  STATE_STOPPING_ERROR: ['STATE_ACTIVE', 'STATE_ERROR'],
  // Back to ACTIVE by "continue" only.
  STATE_CANCELED: ['STATE_ACTIVE'],
  STATE_COMPLETED: ['STATE_ACTIVE'],
  STATE_ERROR: ['STATE_ACTIVE'],
  STATE_RUNNING: [],
};

export function trialMayBecome(from: StoredTrialState, to: StoredTrialState): boolean {
  return from === to || next[from].includes(to);
}

export function trialHasEnded(state: TrialState): boolean {
  return state === 'STATE_COMPLETED' || state === 'STATE_CANCELED' || state === 'STATE_ERROR';
}

export interface TrialFacts {
  id: number;
  state: TrialState;
  /** Its experiment is managed and has not ended. */
  experimentIsLive: boolean;
}

/** Killing one trial. Without a live experiment there is nobody to kill it, and the platform knows no such trial. */
export function killTrialRule(trial: TrialFacts): Verdict<StoredTrialState> {
  if (!trial.experimentIsLive) return refused(`trial '${trial.id}' not found`, 'NotFound');
  if (trialHasEnded(trial.state) || trial.state === 'STATE_STOPPING_KILLED') return nothingToDo;
  return trial.state === 'STATE_STOPPING_ERROR' ? nothingToDo : acts('STATE_STOPPING_KILLED');
}

/**
 * A state asked of a trial by its experiment. Ended trials, and a stop that is milder than the one under way, are left
 * alone; asking for the state it is in sends the stop again.
 */
export function patchTrialRule(from: StoredTrialState, to: StoredTrialState): Verdict<StoredTrialState> {
  if (trialHasEnded(from) || trialHasEnded(to)) return nothingToDo;
  return trialMayBecome(from, to) ? acts(to) : nothingToDo;
}
