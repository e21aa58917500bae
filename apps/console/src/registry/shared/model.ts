import type { Model } from '@determined/contract/registry/models-generated.ts';
import type { SubjectKind } from '#platform/actions/action.ts';
import { canModifyModel } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';

export const modelKind: SubjectKind<Model> = {
  entity: 'model',
  noun: 'model',
  mark: 'numVersions',
  target: ({ workspaceId, userId }) => ({ workspaceId, ownerId: userId }),
};

/** Why nothing of it is changed; undefined where it may be. */
export const readOnlyWords = ({ archived }: Pick<Model, 'archived'>): string | undefined =>
  archived ? 'This model has been archived and is now read-only.' : undefined;

/** Why the reader does not change it; undefined where he may. */
export function useWhyFixed({ archived, workspaceId }: Pick<Model, 'archived' | 'workspaceId'>): string | undefined {
  const whyNot = useWhyNot();
  return readOnlyWords({ archived }) ?? whyNot(canModifyModel, { workspaceId });
}
