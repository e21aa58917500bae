import './view-tables.ts';
import {
  deleteTableViewRoute,
  getTableViewsRoute,
  getViewLinkRoute,
  patchTableViewRoute,
  postTableViewRoute,
  postViewLinkRoute,
} from '@determined/contract/training/view-ext-routes.ts';
import { serveExt } from '#platform/http/serve.ts';
import type { Slice } from '#platform/slice.ts';
import { deleteTableView, patchTableView, postTableView } from './change-views.ts';
import { getTableViews } from './list-views.ts';
import { getViewLink, postViewLink } from './view-links.ts';

/** How tables are set: views with a name, and links to one for good. */
export const viewsSlice: Slice = {
  routes: [
    serveExt(getTableViewsRoute, getTableViews),
    serveExt(postTableViewRoute, postTableView),
    serveExt(patchTableViewRoute, patchTableView),
    serveExt(deleteTableViewRoute, deleteTableView),
    serveExt(postViewLinkRoute, postViewLink),
    serveExt(getViewLinkRoute, getViewLink),
  ],
};
