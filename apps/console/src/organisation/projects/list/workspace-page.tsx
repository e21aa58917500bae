import { getGroupsAndUsersAssignedToWorkspaceRoute } from '@determined/contract/identity/roles-routes.ts';
import { uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { MembersTab } from '#organisation/workspaces/shared/members.ts';
import type { Workspace } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import { WorkspaceMenu } from '#organisation/workspaces/shared/workspace-menu.tsx';
import { laterForm } from '#platform/actions/later-form.tsx';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryState, throwIfHidden } from '#platform/page/query-state.tsx';
import { type PageTab, TabBar } from '#platform/page/tab-bar.tsx';
import { canCreateProject } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay, useWhyNot } from '#platform/session/may.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';
import { useThingWords } from '#platform/switches/thing-words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { Monogram } from '#ui/primitives/monogram.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { projectListSearch } from '../../shared/project-list-search.ts';
import type { WorkspaceTab } from '../shared/workspace-tab.ts';
import { ProjectList } from './project-list.tsx';
import styles from './workspace-page.module.css';

const NewProjectDialog = laterForm(async () => (await import('../forms/new-project-dialog.tsx')).NewProjectDialog);

const route = getRouteApi('/signed-in/workspaces/$workspaceId/{-$tab}');

const listLink = { key: 'workspaces', link: <Link to="/workspaces">Workspaces</Link> };

export function WorkspacePage() {
  const { workspaceId } = route.useParams();
  if (!/^\d+$/.test(workspaceId)) {
    return (
      <Page title="Workspace" crumbs={[listLink]}>
        <EmptyState whole icon={TriangleAlert} title={`Invalid Workspace ID ${workspaceId}`} />
      </Page>
    );
  }
  return <KnownWorkspace id={Number(workspaceId)} />;
}

function KnownWorkspace({ id }: { id: number }) {
  const query = useCallQuery(getWorkspaceRoute, { id }, { poll: pollEvery.slow });
  throwIfHidden(query.error);
  const workspace = query.data?.workspace ?? undefined;
  const { tab } = route.useParams();
  // Without roles in force there are no members: everybody has a say everywhere.
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const members = rbac && tab === 'members';
  const further = useFurtherTabs(id);
  const open = further.find(({ key }) => key === tab);
  return (
    <Page
      title={workspace ? workspace.name : 'Workspace'}
      workspaceId={id}
      name={workspace ? <WorkspaceName workspace={workspace} /> : undefined}
      crumbs={[listLink]}
      tabs={workspace ? <WorkspaceTabs workspace={workspace} tab={tab} rbac={rbac} further={further} /> : undefined}
      actions={workspace ? <Actions workspace={workspace} members={members} open={open} /> : undefined}
    >
      <QueryState
        query={query}
        failed="Unable to fetch workspace"
        loading={<SkeletonRows words={`Loading workspace ${id} details...`} widths={[220, 260, 60, 100, 90]} />}
      >
        {(reply) => {
          if (!reply.workspace) return null;
          const Content = members ? MembersTab : open?.content;
          return Content ? <Content workspace={reply.workspace} /> : <Projects workspace={reply.workspace} />;
        }}
      </QueryState>
    </Page>
  );
}

interface WorkspaceTabsProps {
  workspace: Workspace;
  /** As the address has it. */
  tab: string | undefined;
  rbac: boolean;
  further: readonly WorkspaceTab[];
}

/** Those of slices above, as far as they are switched on and the reader may look at them. */
function useFurtherTabs(workspaceId: number): WorkspaceTab[] {
  const may = useMay();
  const templates = useSwitch('task_templates');
  const { tabs = [] } = useRouter().routesById['/signed-in/workspaces/$workspaceId/{-$tab}'].options.staticData ?? {};
  return tabs.filter(
    ({ switch: by, needs }) => (by !== 'task_templates' || templates) && (!needs || may(needs, { workspaceId })),
  );
}

function WorkspaceTabs({ workspace: { id, name, numProjects }, tab, rbac, further }: WorkspaceTabsProps) {
  const members = useCallQuery(
    getGroupsAndUsersAssignedToWorkspaceRoute,
    { workspaceId: id },
    {
      enabled: rbac,
      poll: pollEvery.slow,
    },
  ).data;
  const to = '/workspaces/$workspaceId/{-$tab}' as const;
  const workspaceId = String(id);
  const tabs: PageTab[] = [
    {
      key: 'projects',
      label: 'Projects',
      count: numProjects,
      link: {
        to,
        // The address without a tab is this one's, too.
        params: { workspaceId, tab: tab === undefined ? undefined : 'projects' },
        activeOptions: { exact: true, includeSearch: false },
      } as PageTab['link'],
    },
  ];
  if (rbac) {
    const count =
      members && members.groups.length + members.usersAssignedDirectly.filter(({ active }) => active).length;
    tabs.push({ key: 'members', label: 'Members', count, link: { to, params: { workspaceId, tab: 'members' } } });
  }
  for (const { key, label } of further) tabs.push({ key, label, link: { to, params: { workspaceId, tab: key } } });
  return <TabBar name={`Parts of ${name}`} tabs={tabs} />;
}

function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const { uncategorized } = useThingWords();
  const name = workspace.id === uncategorizedWorkspaceId ? uncategorized : workspace.name;
  return (
    <span className={styles.name}>
      <Monogram name={name} strong />
      <span title={name}>{name}</span>
      {workspace.archived ? <Tag>Archived</Tag> : null}
    </span>
  );
}

function Projects({ workspace }: { workspace: Workspace }) {
  const search = projectListSearch(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <ProjectList
      workspace={workspace}
      search={search}
      onSearch={(next) =>
        void navigate({ search: (old) => ({ ...old, ...next }), replace: !('page' in next && next.page) })
      }
    />
  );
}

interface ActionsProps {
  workspace: Workspace;
  members: boolean;
  open: WorkspaceTab | undefined;
}

function Actions({ workspace, members, open }: ActionsProps) {
  const whyNot = useWhyNot();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const target = { workspaceId: workspace.id, workspaceOwnerId: workspace.userId };
  return (
    <>
      {open?.actions ? <open.actions workspace={workspace} /> : null}
      {!members && !open && !workspace.immutable && !workspace.archived ? (
        <Button variant="primary" disabledReason={whyNot(canCreateProject, target)} onClick={() => setCreating(true)}>
          <Icon of={Plus} size={14} />
          New Project
        </Button>
      ) : null}
      <WorkspaceMenu workspace={workspace} onGone={() => void navigate({ to: '/workspaces' })} />
      {creating ? <NewProjectDialog workspaceId={workspace.id} onClose={() => setCreating(false)} /> : null}
    </>
  );
}
