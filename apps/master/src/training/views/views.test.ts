import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { ComparisonView } from '@determined/contract/training/comparison-view.ts';
import { maxViews, type TableViewState } from '@determined/contract/training/table-view.ts';
import {
  deleteTableViewRoute,
  getTableViewsRoute,
  getViewLinkRoute,
  patchTableViewRoute,
  postTableViewRoute,
  postViewLinkRoute,
} from '@determined/contract/training/view-ext-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
let grace: DevUser;
let projectId = 0;
let workspaceId = 0;
const table = 'experiments';

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  admin = cluster.admin;
  grace = await cluster.newUser();
  workspaceId = (await admin.client.call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  projectId = await project('Digits');
});
afterAll(() => cluster.stop());

const project = async (name: string) =>
  (await admin.client.call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;
const post = async (user: DevUser, name: string, more: object = {}, state: TableViewState = { sort: 'id=asc' }) =>
  (await user.client.call(postTableViewRoute, { params: { projectId }, body: { table, name, state, ...more } })).view;
const patch = async (user: DevUser, viewId: number, body: object) =>
  (await user.client.call(patchTableViewRoute, { params: { projectId, viewId }, body })).view;
const remove = (user: DevUser, viewId: number) =>
  user.client.call(deleteTableViewRoute, { params: { projectId, viewId } });
const list = async (user: DevUser) =>
  (await user.client.call(getTableViewsRoute, { params: { projectId }, query: { table } })).views;
const names = async (user: DevUser) => (await list(user)).map(({ name }) => name);
const link = async (state: TableViewState, of = projectId, user = admin) =>
  (await user.client.call(postViewLinkRoute, { params: { projectId: of }, body: { table, state } })).key;

test('a view is kept as it was saved, for its owner alone until he shares it; it is renamed, overwritten and deleted', async () => {
  const state: TableViewState = {
    columns: 'id,name,validation.loss.last',
    pinned: 2,
    widths: { name: 300 },
    sort: 'validation.loss.last=asc,id=desc',
    filter: '{"kind":"group"}',
    archived: true,
    heat: true,
    heatSkipped: ['validation.loss.last'],
    rowHeight: 'TALL',
    pageSize: 40,
    endless: true,
  };
  const view = await post(admin, '  Best first ', {}, state);
  expect(view).toMatchObject({ name: 'Best first', ownerId: admin.id, shared: false, isDefault: false, state });
  expect(await list(admin)).toEqual([view]);
  expect(await names(grace)).toEqual([]);
  expect(await codeOf(patch(grace, view.id, { name: 'mine' }))).toBe('NotFound');
  expect(await codeOf(remove(grace, view.id))).toBe('NotFound');
  await patch(admin, view.id, { shared: true });
  expect(await names(grace)).toEqual(['Best first']);
  expect(await patch(admin, view.id, { name: 'Best', state: { sort: 'id=asc' } })).toMatchObject({
    name: 'Best',
    shared: true,
    state: { sort: 'id=asc' },
  });
  await remove(admin, view.id);
  expect(await list(admin)).toEqual([]);
});

test('sharing, a default and changing what is shared need what changing the project does', async () => {
  const own = await post(grace, 'of grace');
  expect(await codeOf(post(grace, 'for all', { shared: true }))).toBe('PermissionDenied');
  expect(await codeOf(post(grace, 'for all', { isDefault: true }))).toBe('PermissionDenied');
  expect(await codeOf(patch(grace, own.id, { shared: true }))).toBe('PermissionDenied');
  const shared = await post(admin, 'for all', { shared: true });
  expect(await codeOf(patch(grace, shared.id, { state: {} }))).toBe('PermissionDenied');
  expect(await codeOf(remove(grace, shared.id))).toBe('PermissionDenied');
  expect(await names(grace)).toEqual(['for all', 'of grace']);
  await remove(grace, own.id);
  await remove(admin, shared.id);
});

test('one view is the default, shared by that; who takes it back leaves none', async () => {
  const first = await post(admin, 'first', { isDefault: true });
  expect(first).toMatchObject({ shared: true, isDefault: true });
  const second = await post(admin, 'second', { isDefault: true });
  const defaults = async () => (await list(grace)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
  expect(await defaults()).toEqual(['second']);
  await patch(admin, first.id, { isDefault: true });
  expect(await defaults()).toEqual(['first']);
  expect(await patch(admin, first.id, { shared: false })).toMatchObject({ shared: false, isDefault: false });
  expect(await defaults()).toEqual([]);
  await remove(admin, first.id);
  await remove(admin, second.id);
});

test('names are one line and unlike, and there are so many views at most', async () => {
  const made = [await post(grace, 'a')];
  expect(await codeOf(post(grace, 'a'))).toBe('AlreadyExists');
  made.push(await post(admin, 'a'));
  for (const name of ['', '  ', 'x'.repeat(81), 'two\nlines', 'nul\0'])
    expect(await codeOf(post(grace, name)), JSON.stringify(name)).toBe('InvalidArgument');
  expect(await codeOf(post(grace, 'much', {}, { filter: 'x'.repeat(60_001) }))).toBe('InvalidArgument');
  for (let i = 1; i < maxViews; i++) await post(grace, `view ${i}`);
  expect(await codeOf(post(grace, 'one too many'))).toBe('FailedPrecondition');
  expect(made[0]?.ownerId).toBe(grace.id);
});

test('a link says for good what it said at first: one key for one state of one table', async () => {
  const key = await link({ sort: 'id=asc', archived: true });
  expect(key).toMatch(/^[a-z0-9]{8,16}$/);
  expect(await link({ archived: true, sort: 'id=asc' }, projectId, grace)).toBe(key);
  expect(await link({ sort: 'id=desc' })).not.toBe(key);
  const other = await project('Letters');
  expect(await link({ sort: 'id=asc', archived: true }, other)).not.toBe(key);
  const read = (user: DevUser, asked = key) => user.client.call(getViewLinkRoute, { params: { key: asked } });
  expect(await read(grace)).toEqual({ projectId, table, state: { sort: 'id=asc', archived: true } });

  // Who may not see the project learns nothing, not even that there is such a link.
  sight.limit(grace.id, { workspaces: [1] });
  cluster.master.bus.emit(rightsChanged, { userId: grace.id });
  await cluster.heard();
  const said = async (asked: string) =>
    (await read(grace, asked).catch((error: Error) => error.message.replace(asked, 'KEY'))) as unknown;
  expect(await codeOf(read(grace))).toBe('NotFound');
  expect(await said(key)).toBe(await said('nosuchkey'));
  expect(await codeOf(link({}, projectId, grace))).toBe('NotFound');
  expect(await codeOf(list(grace))).toBe('NotFound');
});

test('a comparison has a link, too, of the same kind: what it says is held to its form', async () => {
  const send = async (state: object) => {
    const body = { table: 'comparison' as const, state: state as ComparisonView };
    return (await admin.client.call(postViewLinkRoute, { params: { projectId }, body })).key;
  };
  const state: ComparisonView = {
    id: [7, 3],
    of: 'run',
    filter: { kind: 'group', conjunction: 'and', children: [] },
    archived: true,
    tab: 'hyperparameters',
    hues: '3,0,7',
    look: {
      axis: 'epochs',
      scale: 'log',
      smoothing: 0.6,
      from: 1.5,
      to: 20,
      groupedBy: 'seed',
      band: 'range',
      metric: 'validation.loss',
      shown: ['lr'],
      brushed: { kind: 'group', conjunction: 'or', children: [] },
    },
  };
  const key = await send(state);
  expect(await admin.client.call(getViewLinkRoute, { params: { key } })).toEqual({
    projectId,
    table: 'comparison',
    state,
  });
  expect(await send(Object.fromEntries(Object.entries(state).reverse()))).toBe(key);
  expect(await send({ ...state, id: [3, 7] })).not.toBe(key);
  const many = Array.from({ length: 51 }, (_, i) => i + 1);
  const wrong = [
    {},
    { id: [] },
    { id: [0] },
    { id: many },
    { id: [1], look: { smoothing: 1 } },
    { id: [1], look: { axis: 'batches' } },
  ];
  for (const one of wrong) expect(await codeOf(send(one)), JSON.stringify(one)).toBe('InvalidArgument');
  expect(await codeOf(send({ id: [1], filter: { much: 'x'.repeat(60_001) } }))).toBe('InvalidArgument');
});
