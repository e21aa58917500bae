import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import {
  deleteTableViewRoute,
  getTableViewsRoute,
  patchTableViewRoute,
} from '@determined/contract/training/view-ext-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import type { ColumnTableSearch, TableKey } from '../kept-table.ts';

export type TableView = ExtReplyOf<typeof getTableViewsRoute>['views'][number];

/** The views of a project's table, and what is done with them. */
export function useViews(projectId: number, table: TableKey) {
  const query = useCallQuery(getTableViewsRoute, { params: { projectId }, query: { table } });
  const patch = useCall(patchTableViewRoute);
  const remove = useCall(deleteTableViewRoute);
  const navigate = useNavigate();
  return {
    views: query.data?.views,
    failed: query.error,
    change: (view: TableView, body: { state?: TableView['state']; shared?: boolean; isDefault?: boolean }) =>
      patch.mutate(
        { params: { projectId, viewId: view.id }, body },
        { onError: (error) => reportError(error, { title: 'Unable to save view' }) },
      ),
    remove: (view: TableView) =>
      remove.mutate(
        { params: { projectId, viewId: view.id } },
        { onError: (error) => reportError(error, { title: 'Unable to delete view' }) },
      ),
    /** The whole of the table's address. */
    show: (search: ColumnTableSearch) => void navigate({ to: '.', search: search as never, resetScroll: false }),
  };
}
