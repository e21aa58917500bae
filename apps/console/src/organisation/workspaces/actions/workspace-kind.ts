import type { SubjectKind } from '#platform/actions/action.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';

export const workspaceKind: SubjectKind<Workspace> = {
  entity: 'workspace',
  noun: 'workspace',
  mark: 'numProjects',
  target: ({ id, userId }) => ({ workspaceId: id, ownerId: userId }),
};
