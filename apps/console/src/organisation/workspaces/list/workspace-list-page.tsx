import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, QueryState } from '#platform/page/query-state.tsx';
import { canCreateWorkspace } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { OwnedListTools } from '../../shared/owned-list-tools.tsx';
import { useOwners } from '../../shared/use-owners.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { WorkspaceGrid } from './workspace-grid.tsx';
import { WorkspaceTable } from './workspace-table.tsx';
import { workspacesRequest } from './workspaces-request.ts';

const NewWorkspaceDialog = laterForm(
  async () => (await import('../forms/new-workspace-dialog.tsx')).NewWorkspaceDialog,
);

const route = getRouteApi('/signed-in/workspaces');

type Search = ReturnType<typeof route.useSearch>;

export function WorkspaceListPage() {
  const search = route.useSearch();
  const owners = useOwners(search.whose);
  const query = useWorkspaces(search, owners);
  const whyNot = useWhyNot();
  const [creating, setCreating] = useState(false);
  const newWorkspace = (
    <Button variant="primary" disabledReason={whyNot(canCreateWorkspace)} onClick={() => setCreating(true)}>
      <Icon of={Plus} size={14} />
      New Workspace
    </Button>
  );
  return (
    <Page title="Workspaces" actions={newWorkspace}>
      <WorkspaceTools search={search} />
      {owners.failed ? (
        <QueryFailure title="Unable to fetch users." {...owners.failed} />
      ) : (
        <QueryState
          query={query}
          failed="Unable to fetch workspaces"
          loading={<SkeletonRows words="Loading workspaces..." widths={[240, 40, 60, 80, 100]} />}
        >
          {(reply) => <Workspaces workspaces={reply.workspaces.filter((one) => !one.immutable)} search={search} />}
        </QueryState>
      )}
      {creating ? <NewWorkspaceDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

function useWorkspaces(search: Search, owners: ReturnType<typeof useOwners>) {
  return useCallQuery(getWorkspacesRoute, workspacesRequest(search, owners.userIds), {
    poll: pollEvery.slow,
    keep: true,
    enabled: owners.known,
  });
}

function WorkspaceTools({ search }: { search: Search }) {
  const navigate = route.useNavigate();
  // Another filter starts at the first page again.
  const change = (next: Partial<Search>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true });
  return (
    <OwnedListTools
      things="Workspaces"
      search={search}
      onChange={change}
      sort={
        <ChoiceMenu
          name="Sort"
          value={search.sort ?? 'name'}
          onChange={(sort) => change({ sort: sort === 'newest' ? sort : undefined })}
          options={[
            { value: 'name', label: 'Alphabetical' },
            { value: 'newest', label: 'Newest to Oldest' },
          ]}
        />
      }
    />
  );
}

function Workspaces({ workspaces, search }: { workspaces: Workspace[]; search: Search }) {
  if (workspaces.length === 0) {
    return search.whose ? (
      <EmptyState icon={Layers} title="No workspaces matching the current filters" />
    ) : (
      // Who is here for the first time has nothing to keep yet: Home offers examples.
      <EmptyState icon={Layers} title="No Workspaces" actions={<Link to="/dashboard">Run an example first</Link>}>
        {worded`Create a workspace to keep track of related projects and experiments.`}
      </EmptyState>
    );
  }
  if (search.view === 'grid') return <WorkspaceGrid workspaces={workspaces} />;
  return (
    <WorkspaceTable
      workspaces={workspaces}
      archived={search.archived === true}
      page={search.page ?? 1}
      size={search.size ?? 10}
    />
  );
}
