import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { comparisonView } from './comparison-view.ts';
import { maxViewName, maxViewText, tableKey, tableViewState } from './table-view.ts';

const isShort = z.refine((value) => JSON.stringify(value).length <= maxViewText, 'is too long');
const state = tableViewState.check(isShort);
const id = z.coerce.number().check(z.int());
const name = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has one
  .check(z.trim(), z.minLength(1), z.maxLength(maxViewName), z.regex(/^[^\x00-\x1f]*$/, 'must be one line'));
const view = z.object({
  id: z.number(),
  name: z.string(),
  ownerId: z.number(),
  /** All see it who see the project. */
  shared: z.boolean(),
  /** What the table shows who has set nothing himself. */
  isDefault: z.boolean(),
  state: tableViewState,
});

/** Of others only what is shared: that needs what changing the project does. */
const sharing = {
  kind: 'fields',
  on: 'project',
  of: 'request',
  by: ['body.shared', 'body.isDefault'],
  emptyIsAbsent: true,
  needs: ['UPDATE_PROJECT'],
  withoutRbac: 'ownerOrWorkspaceOwner',
} as const;
const ofShared = {
  kind: 'also',
  on: 'project',
  by: '',
  asked: 'handler',
  needs: ['UPDATE_PROJECT'],
  withoutRbac: 'ownerOrWorkspaceOwner',
} as const;
const onProject = { permission: 'VIEW_PROJECT', on: 'project', by: 'params.projectId' } as const;

/** The caller's own views of a project's table and the shared ones, by name. */
export const getTableViewsRoute = /* @__PURE__ */ extRoute({
  name: 'getTableViews',
  method: 'GET',
  path: '/projects/{projectId}/table-views',
  params: z.object({ projectId: id }),
  query: z.object({ table: tableKey }),
  reply: z.object({ views: z.array(view) }),
  needs: onProject,
  reads: ['tableView'],
});

/** A default view is shared; another that was the default is so no longer. */
export const postTableViewRoute = /* @__PURE__ */ extRoute({
  name: 'postTableView',
  method: 'POST',
  path: '/projects/{projectId}/table-views',
  params: z.object({ projectId: id }),
  body: z.object({
    table: tableKey,
    name,
    state,
    shared: z.optional(z.boolean()),
    isDefault: z.optional(z.boolean()),
  }),
  reply: z.object({ view }),
  needs: { ...onProject, checks: [sharing] },
  changes: ['tableView'],
});

/** What is left out stays. A view of one's own is changed freely, a shared one by who may change the project. */
export const patchTableViewRoute = /* @__PURE__ */ extRoute({
  name: 'patchTableView',
  method: 'PATCH',
  path: '/projects/{projectId}/table-views/{viewId}',
  params: z.object({ projectId: id, viewId: id }),
  body: z.object({
    name: z.optional(name),
    state: z.optional(state),
    shared: z.optional(z.boolean()),
    isDefault: z.optional(z.boolean()),
  }),
  reply: z.object({ view }),
  needs: { ...onProject, checks: [sharing, ofShared] },
  changes: ['tableView'],
});

export const deleteTableViewRoute = /* @__PURE__ */ extRoute({
  name: 'deleteTableView',
  method: 'DELETE',
  path: '/projects/{projectId}/table-views/{viewId}',
  params: z.object({ projectId: id, viewId: id }),
  reply: z.object({}),
  needs: { ...onProject, checks: [ofShared] },
  changes: ['tableView'],
});

/** What a link shows: a project's table, or the comparison of what was chosen in one. */
const ofTable = { table: tableKey, state };
const ofComparison = { table: z.literal('comparison'), state: comparisonView.check(isShort) };
const linked = z.discriminatedUnion('table', [z.object(ofTable), z.object(ofComparison)]);
export type LinkedView = z.infer<typeof linked>;

/** Keeps a state for good. The same of the same table has the same key, whoever sends it. */
export const postViewLinkRoute = /* @__PURE__ */ extRoute({
  name: 'postViewLink',
  method: 'POST',
  path: '/projects/{projectId}/view-links',
  params: z.object({ projectId: id }),
  body: linked,
  reply: z.object({ key: z.string() }),
  needs: onProject,
  changes: [],
  reads: [],
});

/** To who may not see the project a key is as unknown as one that there is not. */
export const getViewLinkRoute = /* @__PURE__ */ extRoute({
  name: 'getViewLink',
  method: 'GET',
  path: '/view-links/{key}',
  params: z.object({ key: z.string().check(z.maxLength(64)) }),
  reply: z.discriminatedUnion('table', [
    z.object({ projectId: z.number(), ...ofTable }),
    z.object({ projectId: z.number(), ...ofComparison }),
  ]),
  needs: { checks: [{ kind: 'also', on: 'project', by: '', asked: 'handler', needs: ['VIEW_PROJECT'] }] },
  reads: ['project'],
});
