import type { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import { deletedCheckpointLook, readyLook, type StateLook } from '#ui/primitives/state-kinds.ts';

/** A finished checkpoint can be read; a deleted one is no error. */
export function checkpointLook(state: CheckpointState): StateLook | CheckpointState {
  if (state === 'STATE_COMPLETED') return readyLook;
  return state === 'STATE_DELETED' ? deletedCheckpointLook : state;
}
