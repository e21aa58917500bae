import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';

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
