import type { SubjectKind } from '#platform/actions/action.ts';
import type { Project, ProjectPlace } from '../shared/project.ts';

/** A project and the workspace that it stands in, which decides over it, too. */
export type ProjectSubject = Project & { place: ProjectPlace };

export const projectKind: SubjectKind<ProjectSubject> = {
  entity: 'project',
  noun: 'project',
  mark: 'numActiveExperiments',
  target: ({ userId, place }) => ({ workspaceId: place.id, ownerId: userId, workspaceOwnerId: place.userId }),
};

/** Nothing is done with the fixed project, nor with one of an archived workspace. */
export function isFixed({ immutable, place }: ProjectSubject): boolean {
  return immutable || place.archived;
}
