import { getProjectRoute, patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { projectTarget } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useWhyNot } from '#platform/session/may.ts';

/** Views are shared by who may change the project; asked for where that is about to be done. */
export function useWhyNotShared(projectId: number): string | undefined {
  const whyNot = useWhyNot();
  const project = useCallQuery(getProjectRoute, { id: projectId }).data?.project;
  const request = { id: project?.workspaceId ?? 0 };
  const workspace = useCallQuery(getWorkspaceRoute, request, { enabled: request.id > 0 }).data?.workspace;
  return project && workspace ? whyNot(patchProjectRoute.needs, projectTarget(project, workspace)) : undefined;
}
