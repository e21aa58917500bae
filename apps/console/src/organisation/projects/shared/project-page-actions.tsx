import { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import type { Project } from './project.ts';
import { ProjectMenu } from './project-menu.tsx';

/** The actions of a project on its own page, which ends with it. */
export function ProjectPageActions({ project }: { project: Project }) {
  const { workspaceId } = project;
  const { data } = useCallQuery(getWorkspaceRoute, { id: workspaceId });
  const navigate = useNavigate();
  if (!data?.workspace) return null;
  const leave = () =>
    void navigate({
      to: '/workspaces/$workspaceId/{-$tab}',
      params: { workspaceId: String(workspaceId), tab: undefined },
    });
  return <ProjectMenu project={project} place={data.workspace} onGone={leave} />;
}
