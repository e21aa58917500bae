import type { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Reply } from '@determined/contract/route.ts';

export type Project = NonNullable<Reply<typeof getProjectRoute>['project']>;

/** The workspace that a project stands in, as far as it says what may be done with the project. */
export interface ProjectPlace {
  id: number;
  userId: number;
  archived: boolean;
}

/** Whom the rules of a project's calls ask for. */
export function projectTarget(project: Project, place: ProjectPlace) {
  return { workspaceId: place.id, ownerId: project.userId, workspaceOwnerId: place.userId };
}
