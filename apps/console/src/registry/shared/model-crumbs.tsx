import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Model } from '@determined/contract/registry/models-generated.ts';
import { Link } from '@tanstack/react-router';
import { allWorkspaces } from '#organisation/shared/all-workspaces.ts';
import { useCallQuery } from '#platform/api/call.ts';

export const registryCrumb = { key: 'registry', link: <Link to="/models">Model Registry</Link> };

/** Workspace and registry above a model. */
export function useModelCrumbs(model: Pick<Model, 'workspaceId'> | undefined) {
  const workspaces = useCallQuery(getWorkspacesRoute, allWorkspaces).data?.workspaces;
  const workspace = workspaces?.find(({ id }) => id === model?.workspaceId);
  if (!workspace) return [registryCrumb];
  const link = (
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(workspace.id), tab: undefined }}>
      {workspace.name}
    </Link>
  );
  return [{ key: 'workspace', link }, registryCrumb];
}
