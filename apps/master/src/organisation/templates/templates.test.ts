import {
  deleteTemplateRoute,
  getTemplateRoute,
  getTemplatesRoute,
  patchTemplateConfigRoute,
  patchTemplateNameRoute,
  postTemplateRoute,
  putTemplateRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import {
  archiveWorkspaceRoute,
  deleteWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { templateChanged } from './template-events.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
let plain: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  admin = cluster.admin;
  plain = await cluster.newUser();
});
afterAll(() => cluster.stop());

let made = 0;
const workspace = async () =>
  (await admin.client.call(postWorkspaceRoute, { name: `Space ${++made}` })).workspace?.id ?? 0;
const create = async (name: string, more: object = {}, user = admin) =>
  (await user.client.call(postTemplateRoute, { template: { name, config: { max_restarts: 1 }, ...more } })).template;
const put = async (name: string, more: object, user = admin) =>
  (await user.client.call(putTemplateRoute, { template: { name, ...more } })).template;
const read = async (name: string, user = admin) =>
  (await user.client.call(getTemplateRoute, { templateName: name })).template;
const list = async (query: object = {}, user = admin) => {
  const { templates, pagination } = await user.client.call(getTemplatesRoute, query);
  return { names: templates.map(({ name }) => name), pagination };
};

test('[TMPL-018] [API-192] [API-193] a template is created with its name, workspace and configuration', async () => {
  const workspaceId = await workspace();
  const config = { resources: { slots_per_trial: 2 }, description: 'small' };
  const template = { name: 'small one', config, workspaceId };
  expect(await create('small one', { config, workspaceId }, plain)).toEqual(template);
  expect(await read('small one')).toEqual(template);
  expect(await failureOf(read('none'))).toBe("NotFound: template 'none' not found");
});

test('without a workspace it lies in the first one, without a configuration it says nothing', async () => {
  const { template } = await admin.client.call(postTemplateRoute, { template: { name: 'bare' } });
  expect(template).toEqual({ name: 'bare', config: {}, workspaceId: 1 });
});

test('what a configuration says is kept as it is: it is looked at when it is used', async () => {
  const config = { max_restarts: 'x', unknown: [null, { deep: true }] };
  await create('strange', { config });
  expect((await read('strange'))?.config).toEqual(config);
});

test('a name is there once in the cluster, is not blank and not too long', async () => {
  await create('once');
  const elsewhere = await workspace();
  expect(await failureOf(create('once', { workspaceId: elsewhere }))).toBe(
    "AlreadyExists: template 'once' already exists",
  );
  expect((await read('once'))?.workspaceId).toBe(1);
  expect(await failureOf(create('  '))).toBe('InvalidArgument: name is required');
  expect(await failureOf(put(' ', {}))).toBe('InvalidArgument: name is required');
  expect(await failureOf(create('ü'.repeat(128)))).toBe(
    "InvalidArgument: name: a template's name must be at most 255 bytes long",
  );
});

test('nothing is created in a workspace that is not there or archived', async () => {
  expect(await failureOf(create('nowhere', { workspaceId: 9999 }))).toBe("NotFound: workspace '9999' not found");
  const archived = await workspace();
  await admin.client.call(archiveWorkspaceRoute, { id: archived });
  for (const way of [create, put]) {
    expect(await failureOf(way('late', { workspaceId: archived }))).toBe(
      `FailedPrecondition: workspace (${archived}) is archived and cannot add new templates`,
    );
  }
  expect(await codeOf(read('late'))).toBe('NotFound');
});

test('[API-194] put makes a template, then replaces its configuration and leaves it where it is', async () => {
  const workspaceId = await workspace();
  expect(await put('kept', { config: { a: 1 }, workspaceId })).toEqual({ name: 'kept', config: { a: 1 }, workspaceId });
  expect(await put('kept', { config: { b: 2 } })).toEqual({ name: 'kept', config: { b: 2 }, workspaceId });
  expect(await read('kept')).toEqual({ name: 'kept', config: { b: 2 }, workspaceId });
});

test('many who put one name at once make one template', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => put('raced', { config: { n } })));
  expect(all.map((one) => one?.config)).toEqual(Array.from({ length: 8 }, (_, n) => ({ n })));
  expect((await list({ name: 'raced' })).names).toEqual(['raced']);
});

test('[API-195] the configuration is replaced whole', async () => {
  await create('changed', { config: { a: 1, b: 2 } });
  const request = { templateName: 'changed', config: { b: 3 } };
  const { template } = await plain.client.call(patchTemplateConfigRoute, request);
  expect(template).toEqual({ name: 'changed', config: { b: 3 }, workspaceId: 1 });
  expect((await read('changed'))?.config).toEqual({ b: 3 });
  const unknown = admin.client.call(patchTemplateConfigRoute, { templateName: 'none', config: {} });
  expect(await failureOf(unknown)).toBe("NotFound: template 'none' not found");
});

test('[API-197] a template is renamed, to a name that is free', async () => {
  await create('old name', { config: { a: 1 } });
  await create('taken');
  const rename = (oldName: string, newName: string) => admin.client.call(patchTemplateNameRoute, { oldName, newName });
  expect((await rename('old name', 'new name')).template).toEqual({
    name: 'new name',
    config: { a: 1 },
    workspaceId: 1,
  });
  expect(await codeOf(read('old name'))).toBe('NotFound');
  expect((await read('new name'))?.config).toEqual({ a: 1 });
  expect(await failureOf(rename('new name', 'taken'))).toBe("AlreadyExists: template 'taken' already exists");
  expect(await failureOf(rename('new name', ' '))).toBe('InvalidArgument: name is required');
  expect(await failureOf(rename('none', 'other'))).toBe("NotFound: template 'none' not found");
  expect(await failureOf(rename('', 'other'))).toBe('NotFound: template not found');
});

test('[API-196] a template is deleted', async () => {
  await create('short-lived');
  await plain.client.call(deleteTemplateRoute, { templateName: 'short-lived' });
  expect(await codeOf(read('short-lived'))).toBe('NotFound');
  const again = admin.client.call(deleteTemplateRoute, { templateName: 'short-lived' });
  expect(await failureOf(again)).toBe("NotFound: template 'short-lived' not found");
});

test('templates go with their workspace', async () => {
  const workspaceId = await workspace();
  await create('inside', { workspaceId });
  await create('beside');
  await admin.client.call(deleteWorkspaceRoute, { id: workspaceId });
  expect(await codeOf(read('inside'))).toBe('NotFound');
  expect((await read('beside'))?.name).toBe('beside');
});

describe('[API-191] the list', () => {
  let first: number;
  let second: number;
  beforeAll(async () => {
    [first, second] = [await workspace(), await workspace()];
    for (const name of ['list-b', 'List-a', 'list-d']) await create(name, { workspaceId: first });
    await create('list-c', { workspaceId: second });
  });

  test('is by name, either way', async () => {
    expect((await list({ name: 'list-' })).names).toEqual(['List-a', 'list-b', 'list-c', 'list-d']);
    expect((await list({ name: 'list-', sortBy: 'SORT_BY_NAME', orderBy: 'ORDER_BY_DESC' })).names).toEqual([
      'list-d',
      'list-c',
      'list-b',
      'List-a',
    ]);
  });

  test('has those whose name contains a text, in either case, and those of workspaces', async () => {
    expect((await list({ name: 'IST-A' })).names).toEqual(['List-a']);
    expect((await list({ workspaceIds: [second] })).names).toEqual(['list-c']);
    expect((await list({ workspaceIds: [first, second] })).names).toHaveLength(4);
    expect((await list({ workspaceIds: [9999] })).names).toEqual([]);
  });

  test('comes in pages', async () => {
    const page = await list({ name: 'list-', limit: 2, offset: 1 });
    expect(page).toEqual({
      names: ['list-b', 'list-c'],
      pagination: { offset: 1, limit: 2, startIndex: 1, endIndex: 3, total: 4 },
    });
    expect((await list({ name: 'list-', limit: -2 })).names).toHaveLength(4);
    expect((await list({ name: 'list-', offset: 50 })).names).toEqual([]);
  });
});

describe('who may not see a workspace', () => {
  let stranger: DevUser;
  let hidden: number;
  beforeAll(async () => {
    stranger = await cluster.newUser();
    hidden = await workspace();
    await create('secret one', { workspaceId: hidden });
    sight.limit(stranger.id, { workspaces: [1] });
  });

  test('is told of its templates what he is told of those that are not there', async () => {
    const { client } = stranger;
    const calls = (name: string) => [
      () => client.call(getTemplateRoute, { templateName: name }),
      () => client.call(patchTemplateConfigRoute, { templateName: name, config: {} }),
      () => client.call(patchTemplateNameRoute, { oldName: name, newName: 'mine' }),
      () => client.call(deleteTemplateRoute, { templateName: name }),
    ];
    for (const name of ['secret one', 'none']) {
      for (const call of calls(name)) expect(await failureOf(call())).toBe(`NotFound: template '${name}' not found`);
    }
    expect(await failureOf(put('secret one', { config: {} }, stranger))).toBe(
      "NotFound: template 'secret one' not found",
    );
    expect((await read('secret one'))?.config).toEqual({ max_restarts: 1 });
  });

  test('does not find them in lists', async () => {
    expect((await list({ name: 'secret' }, stranger)).names).toEqual([]);
    expect(await list({ workspaceIds: [hidden] }, stranger)).toMatchObject({ names: [], pagination: { total: 0 } });
    expect((await list({ name: 'secret' })).names).toEqual(['secret one']);
  });

  test('cannot put any into it', async () => {
    for (const way of [create, put]) {
      const refused = way('planted', { workspaceId: hidden }, stranger);
      expect(await failureOf(refused)).toBe(`NotFound: workspace '${hidden}' not found`);
    }
  });
});

test('each right is asked: to create, to change and to delete', async () => {
  const user = await cluster.newUser();
  await create('guarded');
  const { client } = user;
  const calls: Record<string, () => Promise<unknown>> = {
    VIEW_TEMPLATES: () => read('guarded', user),
    CREATE_TEMPLATES: () => create('more', {}, user),
    'CREATE_TEMPLATES by put': () => put('more', {}, user),
    UPDATE_TEMPLATES: () => client.call(patchTemplateConfigRoute, { templateName: 'guarded', config: {} }),
    'UPDATE_TEMPLATES by rename': () => client.call(patchTemplateNameRoute, { oldName: 'guarded', newName: 'x' }),
    'UPDATE_TEMPLATES by put': () => put('guarded', {}, user),
    DELETE_TEMPLATES: () => client.call(deleteTemplateRoute, { templateName: 'guarded' }),
  };
  for (const [right, call] of Object.entries(calls)) {
    // The keys begin with the name of a permission.
    sight.limit(user.id, { workspaces: [1], lacks: [right.split(' ')[0] as Permission] });
    cluster.master.bus.emit(rightsChanged, { userId: user.id });
    await cluster.heard();
    expect([right, await codeOf(call())]).toEqual([
      right,
      right === 'VIEW_TEMPLATES' ? 'NotFound' : 'PermissionDenied',
    ]);
  }
  expect((await read('guarded'))?.config).toEqual({ max_restarts: 1 });
});

test('whoever looks at templates is told of changes, with their workspace', async () => {
  const workspaceId = await workspace();
  const told: number[] = [];
  const end = cluster.master.bus.subscribe(templateChanged, (event) => told.push(event.workspaceId));
  await create('watched', { workspaceId });
  await put('watched', { config: { a: 1 } });
  await admin.client.call(patchTemplateNameRoute, { oldName: 'watched', newName: 'seen' });
  await admin.client.call(deleteTemplateRoute, { templateName: 'seen' });
  await eventually('all of it was told', async () => told.length === 4);
  expect(new Set(told)).toEqual(new Set([workspaceId]));
  end();
});
