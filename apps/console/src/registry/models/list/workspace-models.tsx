import { getRouteApi } from '@tanstack/react-router';
import type { Workspace } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { ModelList } from './model-list.tsx';
import type { ModelSearch } from './models-request.ts';
import { NewModel } from './new-model.tsx';

const route = getRouteApi('/signed-in/workspaces/$workspaceId/{-$tab}');

export function WorkspaceModels({ workspace }: { workspace: Workspace }) {
  const { name, description, tags, users, archived, sort, page, size } = route.useSearch();
  const change = useChangeSearch<ModelSearch>();
  const search = { name, description, tags, users, archived, sort, page, size };
  return <ModelList search={search} onChange={change} workspaceId={workspace.id} />;
}

export function NewWorkspaceModel({ workspace }: { workspace: Workspace }) {
  return workspace.archived ? null : <NewModel workspaceId={workspace.id} />;
}
