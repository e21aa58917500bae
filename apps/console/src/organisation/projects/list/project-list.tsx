import { getWorkspaceProjectsRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { FolderOpen } from 'lucide-react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure, QueryState } from '#platform/page/query-state.tsx';
import { canCreateProject } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { OwnedListTools } from '../../shared/owned-list-tools.tsx';
import type { ProjectListSearch } from '../../shared/project-list-search.ts';
import { useOwners } from '../../shared/use-owners.ts';
import type { ProjectPlace } from '../shared/project.ts';
import { ProjectGrid } from './project-grid.tsx';
import { ProjectTable } from './project-table.tsx';
import { projectsPageSize, projectsRequest } from './projects-request.ts';

interface ProjectListProps {
  workspace: ProjectPlace;
  search: ProjectListSearch;
  onSearch: (next: Partial<ProjectListSearch>) => void;
}

/** The projects of a workspace, as table or cards. */
export function ProjectList({ workspace, search, onSearch }: ProjectListProps) {
  const owners = useOwners(search.whose);
  const query = useProjects(workspace, search, owners);
  return (
    <>
      <ProjectTools workspace={workspace} search={search} onSearch={onSearch} />
      {owners.failed ? (
        <QueryFailure title="Unable to fetch users." {...owners.failed} />
      ) : (
        <QueryState
          query={query}
          failed="Unable to fetch projects"
          loading={<SkeletonRows words="Loading projects..." widths={[220, 260, 60, 100, 90]} />}
        >
          {(reply) =>
            reply.projects.length === 0 ? (
              <NoProjects workspace={workspace} filtered={search.whose !== undefined} />
            ) : (
              <>
                {search.view === 'grid' ? (
                  <ProjectGrid projects={reply.projects} place={workspace} />
                ) : (
                  <ProjectTable
                    projects={reply.projects}
                    place={workspace}
                    archived={search.archived === true || workspace.archived}
                  />
                )}
                {(reply.pagination?.total ?? 0) > projectsPageSize ? (
                  <TableFooter
                    noun="projects"
                    page={search.page ?? 1}
                    pageSize={projectsPageSize}
                    pageSizes={[projectsPageSize]}
                    total={reply.pagination?.total}
                    onPage={(page) => onSearch({ page: page > 1 ? page : undefined })}
                    onPageSize={() => {}}
                  />
                ) : null}
              </>
            )
          }
        </QueryState>
      )}
    </>
  );
}

function useProjects(workspace: ProjectPlace, search: ProjectListSearch, owners: ReturnType<typeof useOwners>) {
  return useCallQuery(getWorkspaceProjectsRoute, projectsRequest(workspace, search, owners.userIds), {
    poll: pollEvery.default,
    keep: true,
    enabled: owners.known,
  });
}

function ProjectTools({ workspace, search, onSearch }: ProjectListProps) {
  const change = (next: Partial<ProjectListSearch>) => onSearch({ page: undefined, ...next });
  return (
    <OwnedListTools
      things="Projects"
      search={search}
      onChange={change}
      archivable={!workspace.archived}
      sort={
        <ChoiceMenu
          name="Sort"
          value={search.sort ?? 'updated'}
          onChange={(sort) => change({ sort: sort === 'updated' ? undefined : sort })}
          options={[
            { value: 'name', label: 'Alphabetical' },
            { value: 'updated', label: 'Last Updated' },
            { value: 'newest', label: 'Newest to Oldest' },
          ]}
        />
      }
    />
  );
}

function NoProjects({ workspace, filtered }: { workspace: ProjectListProps['workspace']; filtered: boolean }) {
  const whyNot = useWhyNot();
  if (filtered) return <EmptyState icon={FolderOpen} title="No projects matching the current filters" />;
  const reason = whyNot(canCreateProject, { workspaceId: workspace.id, workspaceOwnerId: workspace.userId });
  return (
    <EmptyState icon={FolderOpen} title="Workspace contains no projects.">
      {reason === undefined
        ? 'Create a project with the "New Project" button or in the CLI.'
        : `User cannot create a project in this workspace. ${reason}`}
    </EmptyState>
  );
}
