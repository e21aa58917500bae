import { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { Trial } from '../../shared/trial.ts';

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

/** The specification's words for a failed read, by what the trial is called, or the experiment whose only one it is. */
export const checkpointsFailed = ({ id, experimentId }: Pick<Trial, 'id' | 'experimentId'>, only = false): string =>
  only
    ? worded`Unable to fetch experiment ${experimentId} checkpoints.`
    : worded`Unable to fetch trial ${id} checkpoints.`;
