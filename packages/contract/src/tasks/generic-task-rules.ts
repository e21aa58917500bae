import { acts, nothingToDo, refused, type Verdict } from '../rule.ts';
import type { GenericTaskState } from './tasks-generated.ts';

/** What a generic task may be in, without the wire's prefix; the other names of the wire are never answered. */
export const genericTaskStates = [
  'ACTIVE',
  'STOPPING_PAUSED',
  'PAUSED',
  'STOPPING_CANCELED',
  'CANCELED',
  'COMPLETED',
  'ERROR',
] as const;
export type StoredGenericTaskState = (typeof genericTaskStates)[number];

export const shownGenericTaskState = (state: StoredGenericTaskState): GenericTaskState => `GENERIC_TASK_STATE_${state}`;

const next: Record<StoredGenericTaskState, readonly StoredGenericTaskState[]> = {
  ACTIVE: ['STOPPING_PAUSED', 'STOPPING_CANCELED', 'COMPLETED', 'ERROR'],
  STOPPING_PAUSED: ['PAUSED', 'ACTIVE', 'STOPPING_CANCELED', 'COMPLETED', 'ERROR'],
  PAUSED: ['ACTIVE', 'CANCELED'],
  STOPPING_CANCELED: ['CANCELED'],
  CANCELED: [],
  COMPLETED: [],
  ERROR: [],
};

export const genericTaskMayBecome = (from: StoredGenericTaskState, to: StoredGenericTaskState): boolean =>
  next[from].includes(to);

/** It will not run again. */
export const genericTaskHasEnded = (state: StoredGenericTaskState): boolean => next[state].length === 0;

interface Task {
  id: string;
  state: StoredGenericTaskState;
  /** Null: nothing was said. It may be paused by itself, and is not with its parent. */
  noPause: boolean | null;
}

/** Facts: platform semantics 10.5. */
export function pauseOfGenericTask({ id, state, noPause }: Task): Verdict<StoredGenericTaskState> {
  if (state !== 'ACTIVE') return refused(`cannot pause task ${id} as it is in state '${state}'`);
  if (noPause === true) return refused(`cannot pause task ${id} with \`no_pause\` set to true`);
  return acts('STOPPING_PAUSED');
}

export function unpauseOfGenericTask({ id, state }: Task): Verdict<StoredGenericTaskState> {
  if (state === 'PAUSED' || state === 'STOPPING_PAUSED') return acts('ACTIVE');
  return refused(`cannot unpause task ${id} as it is not in paused state`);
}

/** Nothing runs of what is paused: it ends at once. */
export function killOfGenericTask({ id, state }: Task): Verdict<StoredGenericTaskState> {
  if (genericTaskHasEnded(state)) return refused(`cannot cancel task ${id} as it is in state '${state}'`);
  if (state === 'STOPPING_CANCELED') return nothingToDo;
  return acts(state === 'PAUSED' ? 'CANCELED' : 'STOPPING_CANCELED');
}
