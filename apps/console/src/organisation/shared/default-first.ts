import { uncategorizedWorkspaceId } from '@determined/contract/limits.ts';

/** Wherever workspaces are chosen, the one that everybody has comes first; the others stay in their order. */
export const defaultFirst = <Workspace extends { id: number }>(workspaces: readonly Workspace[]): Workspace[] =>
  workspaces.toSorted((a, b) => Number(b.id === uncategorizedWorkspaceId) - Number(a.id === uncategorizedWorkspaceId));
