import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
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
import { useThingWords } from '#platform/switches/thing-words.ts';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRested } from '#ui/primitives/when-idle.ts';
import { type ColumnTableSearch, tableKeys } from '../../columns/shared/table/kept-table.ts';
import { countRequest, rowsRequest } from '../../columns/shared/table/rows-request.ts';
import type { TableKind, TableRow } from '../../columns/shared/table/table-kind.ts';
import { ExperimentTable } from '../../experiments/shared/experiment-table.tsx';
import { experimentTable, searchTable } from '../../experiments/shared/experiment-table-kind.ts';
import { RunTable } from '../list/run-table.tsx';
import { runTable } from '../list/run-table-kind.ts';

const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

const ProjectNotes = later(
  async () => (await import('#organisation/projects/shared/project-notes.tsx')).ProjectNotes,
  () => <SkeletonRows words="Loading notes..." widths={[320]} count={4} />,
);

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

const projectTabs = [...tableKeys, 'notes'] as const;
type ProjectTab = (typeof projectTabs)[number];

/** The tab that the reader had open last in this project. */
const lastTab = (id: number): Setting<ProjectTab | undefined> => ({
  key: `projectTab-${id}`,
  read: (stored) => projectTabs.find((tab) => tab === stored),
});

/** Runs and searches have tables of their own, or experiments one of theirs. */
function tabsOf(project: Project, flat: boolean): readonly [ProjectTab, ...ProjectTab[]] {
  if (flat) return ['runs', 'searches', 'notes'];
  return project.immutable ? ['experiments'] : ['experiments', 'notes'];
}

function LoadedProject({ project }: { project: Project }) {
  const { id, name, workspaceId } = project;
  useProjectView(id);
  const { tab: asked } = route.useParams();
  const search = route.useSearch();
  const { note } = search;
  const table = useMemo(() => {
    const { note: _note, ...ofTable } = search;
    return ofTable;
  }, [search]);
  const navigate = route.useNavigate();
  const [last, setLast] = useSetting(lastTab(id));
  const flat = useSwitch('flat_runs');
  const { uncategorized: uncategorizedName } = useThingWords();
  const tabs = tabsOf(project, flat);
  const tab = tabs.find((one) => one === asked);
  const counts = useCounts(project, tabs, tab, table);
  // The address is outside React: what it shows is what is opened next time.
  useEffect(() => {
    if (tab && tab !== last) setLast(tab);
  }, [tab, last, setLast]);
  const to = (key: string) =>
    ({ to: '/projects/$projectId/{-$tab}', params: { projectId: String(id), tab: key } }) as const;
  if (!tab) return <Navigate {...to(tabs.find((one) => one === last) ?? tabs[0])} search replace />;
  const uncategorized = id === uncategorizedProjectId;
  const workspace = (
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(workspaceId), tab: undefined }}>
      {project.workspaceName}
    </Link>
  );
  const shown = tabs.map((key): PageTab => ({ key, label: labels[key], count: counts[key], link: to(key) }));
  return (
    <Page
      title={TITLE}
      workspaceId={workspaceId}
      name={
        <>
          {uncategorized ? uncategorizedName : name} {project.archived && <Tag>Archived</Tag>}
        </>
      }
      crumbs={workspaceId === uncategorizedWorkspaceId ? [] : [{ key: 'workspace', link: workspace }]}
      actions={<ProjectPageActions project={project} />}
      tabs={uncategorized && tabs.length === 1 ? undefined : <TabBar name={name} tabs={shown} />}
    >
      {/* What is ticked in one table, and its filter being built, are not the other's. */}
      {tab === 'experiments' ? (
        <ExperimentTable key={tab} kind={experimentTable} projectId={id} search={table} />
      ) : null}
      {tab === 'searches' ? <ExperimentTable key={tab} kind={searchTable} projectId={id} search={table} /> : null}
      {tab === 'runs' ? <RunTable key={tab} projectId={id} search={table} /> : null}
      {tab === 'notes' ? (
        <ProjectNotes
          project={project}
          open={note ?? 1}
          onOpen={(page) => void navigate({ search: (search) => ({ ...search, note: page }), replace: true })}
        />
      ) : null}
    </Page>
  );
}

const labels: Record<ProjectTab, string> = {
  experiments: 'Experiments',
  runs: 'Runs',
  searches: 'Searches',
  notes: 'Notes',
};

/** How much there is in each tab: of the open table what it found, by its own read; of the others all that they have. */
function useCounts(
  project: Project,
  tabs: readonly ProjectTab[],
  open: ProjectTab | undefined,
  search: ColumnTableSearch,
): Partial<Record<ProjectTab, number | undefined>> {
  const { id, notes } = project;
  const inSight = { keep: true, poll: pollEvery.store };
  const request = <Row extends TableRow>(kind: TableKind<Row>) =>
    open === kind.key ? rowsRequest(kind, id, search) : countRequest(kind, id);
  const rested = useRested();
  const options = (key: ProjectTab) => ({
    ...(open === key ? inSight : { poll: pollEvery.slow }),
    enabled: tabs.includes(key) && (open === key || rested),
  });
  const experiments = useRead(experimentTable.read(request(experimentTable)), options('experiments'));
  const searches = useRead(searchTable.read(request(searchTable)), options('searches'));
  const runs = useRead(runTable.read(request(runTable)), options('runs'));
  return {
    experiments: experiments.data?.total,
    searches: searches.data?.total,
    runs: runs.data?.total,
    notes: notes.length || undefined,
  };
}
