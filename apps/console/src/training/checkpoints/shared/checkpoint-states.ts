import { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import { worded } from '#platform/switches/thing-words.ts';

/** States of a checkpoint as they can be asked for; the wire's unspecified one is none. */
export const checkpointStates = CheckpointState.filter((state) => state !== 'STATE_UNSPECIFIED').map((value) => ({
  value,
  label: wordsOf(value),
}));

function wordsOf(state: string): string {
  const words = state.replace('STATE_', '').toLowerCase().replaceAll('_', ' ');
  return words.replace(/\b\w/g, (letter) => letter.toUpperCase());
}

/** Of what the address says those that are states. */
export const statesOf = (text: string | undefined): CheckpointState[] =>
  checkpointStates.map(({ value }) => value).filter((state) => text?.split(',').includes(state));

/** The specification's words for a failed read, by what the trial is called. */
export const checkpointsFailed = (trialId: number): string => worded`Unable to fetch trial ${trialId} checkpoints.`;
