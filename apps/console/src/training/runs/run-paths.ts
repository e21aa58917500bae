import { getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { lazyRouteComponent, redirect } from '@tanstack/react-router';
import { prefetch } from '#platform/api/call.ts';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import { projectTab } from '#platform/switches/thing-words.ts';
import { type ColumnTableSearch, keptSearch, tableKeys } from '../columns/shared/table/kept-table.ts';

interface Params {
  projectId: string;
  tab?: string;
}

const tableOf = ({ tab }: Params) => tableKeys.find((key) => key === tab);

/** What organisation's project route shows; app/router.ts gives it to that route. */
export const projectPage = {
  component: lazyRouteComponent(() => import('./project/project-page.tsx'), 'ProjectPage'),
  loaderDeps: ({ search: { sort, page, size, archived, columns, filter } }: { search: ColumnTableSearch }) => ({
    sort,
    page,
    size,
    archived,
    columns,
    filter,
  }),
  /** The address says what the table shows, also where the reader had set it before. */
  beforeLoad: ({ params, search }: { params: Params; search: ColumnTableSearch }): void => {
    const id = numberOf(params.projectId);
    const table = tableOf(params);
    const more = id === undefined || !table ? undefined : keptSearch(id, table, search);
    if (more) {
      throw redirect({ to: '/projects/$projectId/{-$tab}', params, search: { ...search, ...more }, replace: true });
    }
  },
  loader: ({ params, deps }: { params: Params; deps: ColumnTableSearch }): void => {
    const id = numberOf(params.projectId);
    if (id === undefined) return;
    prefetch(getProjectRoute, { id });
    beginLoading(import('./project/load-table.ts'), (file) =>
      file.loadTable(tableOf(params) ?? projectTab(), id, deps),
    );
  },
};
