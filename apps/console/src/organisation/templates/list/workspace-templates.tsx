import { getRouteApi } from '@tanstack/react-router';
import type { Workspace } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { NewTemplate } from './new-template.tsx';
import { TemplateList } from './template-list.tsx';
import type { TemplateSearch } from './templates-request.ts';

const route = getRouteApi('/signed-in/workspaces/$workspaceId/{-$tab}');

export function WorkspaceTemplates({ workspace }: { workspace: Workspace }) {
  const { name, page, size } = route.useSearch();
  const change = useChangeSearch<TemplateSearch>();
  return <TemplateList search={{ name, page, size }} onChange={change} workspaceId={workspace.id} />;
}

export function NewWorkspaceTemplate({ workspace }: { workspace: Workspace }) {
  return workspace.archived ? null : <NewTemplate workspaceId={workspace.id} />;
}
