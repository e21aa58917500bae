import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { ProjectPageActions } from '#organisation/projects/shared/project-page-actions.tsx';
import { useProjectView } from '#organisation/projects/shared/use-project-view.ts';
import { useCallQuery, useRead } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { type PageTab, TabBar } from '#platform/page/tab-bar.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { type Setting, useSetting } from '#platform/settings/settings.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { rowsRequest } from '../../columns/shared/table/rows-request.ts';
import { experimentTable } from '../shared/experiment-table-kind.ts';
import { ExperimentTable } from './experiment-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

const ProjectNotes = lazy(async () => ({
  default: (await import('#organisation/projects/shared/project-notes.tsx')).ProjectNotes,
}));

const TITLE = 'Project Details';

export function ProjectPage() {
  const { projectId } = route.useParams();
  const id = numberOf(projectId);
  if (id === undefined) {
    return (
      <Page title={TITLE} name="Project">
        <EmptyState whole title={`Invalid Project ID ${projectId}`} />
      </Page>
    );
  }
  return <KnownProject key={projectId} id={id} />;
}

function KnownProject({ id }: { id: number }) {
  const query = useCallQuery(getProjectRoute, { id }, { poll: pollEvery.slow });
  throwIfHidden(query.error);
  const project = query.data?.project ?? undefined;
  if (project) return <LoadedProject project={project} />;
  return (
    <Page title={TITLE} name="Project">
      {query.error ? (
        <QueryFailure title={`Unable to fetch Project ${id}`} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <SkeletonRows words={`Loading project ${id} details...`} widths={[50, 290, 120, 100, 90, 80]} count={20} />
      )}
    </Page>
  );
}

const projectTabs = ['experiments', 'notes'] as const;
type ProjectTab = (typeof projectTabs)[number];

/** The tab that the reader had open last in this project. */
const lastTab = (id: number): Setting<ProjectTab> => ({
  key: `projectTab-${id}`,
  read: (stored) => projectTabs.find((tab) => tab === stored) ?? 'experiments',
});

function LoadedProject({ project }: { project: Project }) {
  const { id, name, workspaceId } = project;
  useProjectView(id);
  const { tab: asked } = route.useParams();
  const { note, ...table } = route.useSearch();
  const navigate = route.useNavigate();
  const [last, setLast] = useSetting(lastTab(id));
  // The table's own read: both tell the same number.
  const count = useRead(experimentTable.read(rowsRequest(experimentTable, id, table)), {
    keep: true,
    poll: pollEvery.store,
  }).data?.total;
  const flat = useSwitch('flat_runs');
  const tabs = flat || !project.immutable ? projectTabs : projectTabs.slice(0, 1);
  const tab = tabs.find((one) => one === asked);
  // The address is outside React: what it shows is what is opened next time.
  useEffect(() => {
    if (tab && tab !== last) setLast(tab);
  }, [tab, last, setLast]);
  const to = (key: string) =>
    ({ to: '/projects/$projectId/{-$tab}', params: { projectId: String(id), tab: key } }) as const;
  if (!tab) return <Navigate {...to(tabs.includes(last) ? last : 'experiments')} search replace />;
  const uncategorized = id === uncategorizedProjectId;
  const workspace = (
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(workspaceId), tab: undefined }}>
      {project.workspaceName}
    </Link>
  );
  const shown: PageTab[] = [
    { key: 'experiments', label: 'Experiments', count, link: to('experiments') },
    { key: 'notes', label: 'Notes', count: project.notes.length || undefined, link: to('notes') },
  ];
  return (
    <Page
      title={TITLE}
      workspaceId={workspaceId}
      name={
        <>
          {uncategorized ? 'Uncategorized Experiments' : name} {project.archived && <Tag>Archived</Tag>}
        </>
      }
      crumbs={workspaceId === uncategorizedWorkspaceId ? [] : [{ key: 'workspace', link: workspace }]}
      actions={<ProjectPageActions project={project} />}
      tabs={uncategorized && tabs.length === 1 ? undefined : <TabBar name={name} tabs={shown.slice(0, tabs.length)} />}
    >
      {tab === 'experiments' ? <ExperimentTable project={project} /> : null}
      <Suspense fallback={<SkeletonRows words="Loading notes..." widths={[320]} count={4} />}>
        {tab === 'notes' ? (
          <ProjectNotes
            project={project}
            open={note ?? 1}
            onOpen={(page) => void navigate({ search: (search) => ({ ...search, note: page }), replace: true })}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}
