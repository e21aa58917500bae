import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { Project } from '#organisation/projects/shared/project.ts';
import { ProjectPageActions } from '#organisation/projects/shared/project-page-actions.tsx';
import { useProjectView } from '#organisation/projects/shared/use-project-view.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { experimentRowsRequest } from './experiment-rows-request.ts';
import { ExperimentTable } from './experiment-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

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

function LoadedProject({ project }: { project: Project }) {
  useProjectView(project.id);
  const { tab } = route.useParams();
  // The table's own read: both tell the same number.
  const count = useCallQuery(getExperimentRowsRoute, experimentRowsRequest(project.id, route.useSearch()), {
    keep: true,
    poll: pollEvery.store,
  }).data?.total;
  const params = { projectId: String(project.id), tab: 'experiments' };
  if (tab !== 'experiments') return <Navigate to="/projects/$projectId/{-$tab}" params={params} search replace />;
  const uncategorized = project.id === uncategorizedProjectId;
  const workspace = (
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(project.workspaceId), tab: undefined }}>
      {project.workspaceName}
    </Link>
  );
  return (
    <Page
      title={TITLE}
      workspaceId={project.workspaceId}
      name={
        <>
          {uncategorized ? 'Uncategorized Experiments' : project.name} {project.archived && <Tag>Archived</Tag>}
        </>
      }
      crumbs={project.workspaceId === uncategorizedWorkspaceId ? [] : [{ key: 'workspace', link: workspace }]}
      actions={<ProjectPageActions project={project} />}
      tabs={
        uncategorized ? undefined : (
          <TabBar
            name={project.name}
            tabs={[
              {
                key: 'experiments',
                label: 'Experiments',
                count,
                link: { to: '/projects/$projectId/{-$tab}', params },
              },
            ]}
          />
        )
      }
    >
      <ExperimentTable project={project} />
    </Page>
  );
}
