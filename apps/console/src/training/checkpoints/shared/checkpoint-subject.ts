import type { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import type { SubjectKind } from '#platform/actions/action.ts';
import type { Rule } from '#platform/session/rights.ts';

/** What an action acts on: a checkpoint, and the workspace and owner of its experiment, which decide over it. */
export interface CheckpointSubject {
  /** Its UUID. */
  id: string;
  name: string;
  state: CheckpointState;
  workspaceId: number;
  ownerId: number;
}

export const checkpointKind: SubjectKind<CheckpointSubject> = {
  entity: 'checkpoint',
  noun: 'checkpoint',
  mark: 'uuid',
  target: ({ workspaceId, ownerId }) => ({ workspaceId, ownerId }),
};

/** The calls ask it of each checkpoint that they name. */
export const checkpointNeeds: Rule = { permission: 'UPDATE_EXPERIMENT', and: [], withoutRbac: 'anyone' };
