import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import {
  archiveWorkspaceRoute,
  deleteWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveModelRoute,
  deleteModelRoute,
  getModelLabelsRoute,
  getModelRoute,
  getModelsRoute,
  moveModelRoute,
  patchModelRoute,
  postModelRoute,
  unarchiveModelRoute,
} from '@determined/contract/registry/models-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';

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
const workspace = async (name = `Space ${++made}`) =>
  (await admin.client.call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
const create = async (name: string, more: object = {}, user = admin) =>
  (await user.client.call(postModelRoute, { name, ...more })).model;
const read = async (modelName: string, user = admin) => (await user.client.call(getModelRoute, { modelName })).model;
const patch = async (modelName: string, model: object, user = admin) =>
  (await user.client.call(patchModelRoute, { modelName, model })).model;
const list = async (query: object = {}, user = admin) => {
  const { models, pagination } = await user.client.call(getModelsRoute, query);
  return { names: models.map(({ name }) => name), pagination };
};
const labels = async (query: object = {}, user = admin) => (await user.client.call(getModelLabelsRoute, query)).labels;

describe('one model', () => {
  test('[MODEL-074] [API-178] [API-179] a model is created with what is given, and read by name or id', async () => {
    const workspaceId = await workspace();
    const given = {
      description: 'digits',
      labels: ['x', 'y', 'x'],
      metadata: { b: [1, null], a: { deep: true } },
      notes: 'n',
    };
    const model = await create('mnist one', { ...given, workspaceId }, plain);
    expect(model).toEqual({
      ...given,
      name: 'mnist one',
      workspaceId,
      id: expect.any(Number),
      userId: plain.id,
      username: plain.username,
      archived: false,
      numVersions: 0,
      creationTime: expect.stringMatching(/Z$/),
      lastUpdatedTime: model?.creationTime,
    });
    expect(await read('mnist one')).toEqual(model);
    expect(await read(String(model?.id))).toEqual(model);
    expect(await failureOf(read('zz'))).toBe('NotFound: model "zz" not found');
    expect(await failureOf(read('999999999999'))).toBe('NotFound: model "999999999999" not found');
  });

  test('without a workspace it lies in the first one, by name in the named one, an id counts before a name', async () => {
    const named = await workspace('By name');
    const other = await workspace();
    expect((await create('nowhere'))?.workspaceId).toBe(1);
    expect((await create('in named', { workspaceName: 'By name' }))?.workspaceId).toBe(named);
    expect((await create('in both', { workspaceName: 'By name', workspaceId: other }))?.workspaceId).toBe(other);
    expect(await failureOf(create('w', { workspaceName: 'None' }))).toBe("NotFound: workspace 'None' not found");
    expect(await failureOf(create('w', { workspaceId: 9999 }))).toBe("NotFound: workspace '9999' not found");
  });

  test('a name is there once in the cluster, of either case, and is no number, blank or path', async () => {
    await create('once');
    expect(await failureOf(create('once', { workspaceId: await workspace() }))).toBe(
      'AlreadyExists: avoid names equal to other models (case-sensitive)',
    );
    expect((await create('ONCE'))?.name).toBe('ONCE');
    expect((await create(' kept blanks '))?.name).toBe(' kept blanks ');
    for (const [name, why] of [
      ['', 'model names cannot be blank'],
      [' ', 'model names cannot be blank'],
      ['a/b', 'model names cannot have slashes'],
      ['123', 'model names cannot be only numbers'],
      ['a  b', 'model names cannot have excessive spacing'],
      ['ü'.repeat(128), "name: a model's name must be at most 255 bytes long"],
    ] as const) {
      expect(await failureOf(create(name))).toBe(`InvalidArgument: ${why}`);
      expect(await failureOf(patch('once', { name }))).toBe(`InvalidArgument: ${why}`);
    }
  });

  test('[API-180] what is given is changed, the rest stays; others may as well', async () => {
    await create('patched', { description: 'old', labels: ['a'], metadata: { a: 1 }, notes: 'n' });
    const changed = await patch('patched', { description: 'new', labels: ['z', 'y'], metadata: { q: [1] } }, plain);
    expect(changed).toMatchObject({ description: 'new', labels: ['z', 'y'], metadata: { q: [1] }, notes: 'n' });
    expect(changed?.userId).toBe(admin.id);
    expect(await read('patched')).toEqual(changed);
    expect(Date.parse(changed?.lastUpdatedTime ?? '')).toBeGreaterThan(Date.parse(changed?.creationTime ?? ''));
    expect(await patch('patched', { labels: null, notes: null })).toEqual(changed);
    expect(await patch('patched', { description: 'new' })).toEqual(changed);
    expect(await patch('patched', { name: 'renamed', labels: [], notes: '' })).toMatchObject({
      id: changed?.id,
      name: 'renamed',
      labels: [],
      notes: '',
      description: 'new',
    });
    expect(await failureOf(read('patched'))).toBe('NotFound: model "patched" not found');
    await create('taken');
    expect(await failureOf(patch('renamed', { name: 'taken' }))).toBe(
      'AlreadyExists: avoid names equal to other models (case-sensitive)',
    );
    expect(await failureOf(patch('zz', { name: 'y' }))).toBe('NotFound: model "zz" not found');
  });

  test('[API-182] a model is archived and unarchived, again without effect; archived it is not changed or moved', async () => {
    await create('shelved');
    for (let n = 0; n < 2; n += 1) await plain.client.call(archiveModelRoute, { modelName: 'shelved' });
    const archived = await read('shelved');
    expect(archived?.archived).toBe(true);
    expect(await failureOf(patch('shelved', { notes: 'x' }))).toBe(
      'FailedPrecondition: model "shelved" is archived and cannot have attributes updated',
    );
    const destinationWorkspaceId = await workspace();
    expect(await failureOf(admin.client.call(moveModelRoute, { modelName: 'shelved', destinationWorkspaceId }))).toBe(
      'FailedPrecondition: model "shelved" is archived and cannot be moved',
    );
    await admin.client.call(unarchiveModelRoute, { modelName: 'shelved' });
    const open = await read('shelved');
    await admin.client.call(unarchiveModelRoute, { modelName: 'shelved' });
    expect(open?.archived).toBe(false);
    expect(await read('shelved')).toEqual(open);
    expect(await failureOf(admin.client.call(archiveModelRoute, { modelName: 'zz' }))).toBe(
      'NotFound: model "zz" not found',
    );
  });

  test('[API-183] a model is moved to another workspace, also by a patch', async () => {
    await create('mover');
    const [one, two] = [await workspace(), await workspace('Named goal')];
    const move = (destinationWorkspaceId: number) =>
      admin.client.call(moveModelRoute, { modelName: 'mover', destinationWorkspaceId });
    for (let n = 0; n < 2; n += 1) await move(one);
    expect((await read('mover'))?.workspaceId).toBe(one);
    expect((await patch('mover', { workspaceName: 'Named goal', notes: 'both' }))?.workspaceId).toBe(two);
    expect(await patch('mover', { workspaceId: one })).toMatchObject({ workspaceId: one, notes: 'both' });
    expect(await failureOf(move(9999))).toBe("NotFound: workspace '9999' not found");
    expect(await failureOf(move(0))).toBe("NotFound: workspace '0' not found");
  });

  test('nothing is created in or moved into an archived workspace', async () => {
    const archived = await workspace();
    await admin.client.call(archiveWorkspaceRoute, { id: archived });
    await create('stays');
    const why = `FailedPrecondition: workspace (${archived}) is archived and cannot add new models`;
    expect(await failureOf(create('late', { workspaceId: archived }))).toBe(why);
    const goal = { modelName: 'stays', destinationWorkspaceId: archived };
    expect(await failureOf(admin.client.call(moveModelRoute, goal))).toBe(why);
    expect(await failureOf(patch('stays', { workspaceId: archived }))).toBe(why);
    expect((await read('stays'))?.workspaceId).toBe(1);
  });

  test('[API-181] a model is deleted by its owner or an admin, archived or not', async () => {
    await create('not yours');
    expect(await failureOf(plain.client.call(deleteModelRoute, { modelName: 'not yours' }))).toBe(
      "PermissionDenied: non-admin users may not delete other users' models access denied",
    );
    await admin.client.call(archiveModelRoute, { modelName: 'not yours' });
    await admin.client.call(deleteModelRoute, { modelName: 'not yours' });
    expect(await failureOf(read('not yours'))).toBe('NotFound: model "not yours" not found');
    const own = await create('own', {}, plain);
    await plain.client.call(deleteModelRoute, { modelName: String(own?.id) });
    expect(await failureOf(admin.client.call(deleteModelRoute, { modelName: 'own' }))).toBe(
      'NotFound: model "own" not found',
    );
  });

  test('a workspace with models is not deleted', async () => {
    const id = await workspace();
    await create('inside', { workspaceId: id });
    expect(await failureOf(admin.client.call(deleteWorkspaceRoute, { id }))).toBe(
      `FailedPrecondition: workspace (${id}) contains models; move or delete models first`,
    );
    await admin.client.call(deleteModelRoute, { modelName: 'inside' });
    expect(await admin.client.call(deleteWorkspaceRoute, { id })).toEqual({ completed: true });
  });

  test('who did what to a model is kept', async () => {
    const model = await create('audited', { labels: ['a'] });
    await patch('audited', { name: 'audited still', labels: ['b'] }, plain);
    await patch('audited still', { labels: ['b'] });
    await admin.client.call(deleteModelRoute, { modelName: 'audited still' });
    const { entries } = await admin.client.call(getAuditEntriesRoute, { query: { kind: 'model' } } as never);
    const own = entries.filter(({ thingId }) => thingId === String(model?.id));
    expect(own.map(({ action, user, before, after }) => ({ action, by: user?.username, before, after }))).toEqual([
      { action: 'delete', by: 'admin', before: {}, after: {} },
      {
        action: 'change',
        by: plain.username,
        before: { name: 'audited', labels: ['a'] },
        after: { name: 'audited still', labels: ['b'] },
      },
      { action: 'create', by: 'admin', before: {}, after: {} },
    ]);
  });
});

describe('lists', () => {
  let at = 0;
  beforeAll(async () => {
    at = await workspace('Zoo');
    const garden = await workspace('Garden');
    await create('list b', { workspaceId: at, description: 'Cat pictures', labels: ['cat', 'cat', 'pets'] });
    await create('list A', { workspaceId: garden, description: 'dogs', labels: ['dog', 'pets'] }, plain);
    await create('list c', { workspaceId: at, labels: ['pets', 'Öl'] }, plain);
    await admin.client.call(archiveModelRoute, { modelName: 'list c' });
    await patch('list b', { notes: 'latest' });
  });
  const found = async (query: object = {}) => (await list({ name: 'LIST ', ...query })).names;

  test('[API-177] models are filtered by name, description, labels, state, people, places and id, and paged', async () => {
    const c = await read('list c');
    expect(await found()).toEqual(['list b', 'list A', 'list c']);
    expect(await found({ description: 'cat' })).toEqual(['list b']);
    expect(await found({ labels: ['dog', 'Öl', 'none'] })).toEqual(['list A', 'list c']);
    expect(await found({ archived: true })).toEqual(['list c']);
    expect(await found({ archived: false })).toEqual(['list b', 'list A']);
    expect(await found({ users: [plain.username] })).toEqual(['list A', 'list c']);
    expect(await found({ userIds: [admin.id] })).toEqual(['list b']);
    expect(await found({ workspaceIds: [at] })).toEqual(['list b', 'list c']);
    expect(await found({ workspaceNames: ['Garden'] })).toEqual(['list A']);
    expect(await found({ id: c?.id })).toEqual(['list c']);
    expect(await found({ workspaceIds: [9999] })).toEqual([]);
    const page = await admin.client.call(getModelsRoute, { name: 'list ', offset: 1, limit: 1 });
    expect(page.models).toEqual([await read('list A')]);
    expect(page.pagination).toEqual({ offset: 1, limit: 1, startIndex: 1, endIndex: 2, total: 3 });
    expect(await found({ offset: -1 })).toEqual(['list c']);
    expect(await failureOf(found({ offset: 99 }))).toBe('InvalidArgument: offset out of bounds');
    expect(await failureOf(found({ limit: -1 }))).toBe('InvalidArgument: limit: -1 is not allowed');
  });

  test('[API-184] labels are listed, those of most models first, of all or of one workspace', async () => {
    const all = await labels();
    expect(all[0]).toBe('pets');
    expect(all).toContain('Öl');
    expect(await labels({ workspaceId: at })).toEqual(['pets', 'cat', 'Öl']);
    expect(await labels({ workspaceId: 9999 })).toEqual([]);
  });

  test('of what one may not see nothing is told', async () => {
    const hidden = (await read('list A'))?.workspaceId ?? 0;
    const rows = await cluster.master.db.selectFrom('workspaces').select('id').execute();
    sight.limit(plain.id, { workspaces: rows.map(({ id }) => id).filter((id) => id !== hidden) });
    cluster.master.bus.emit(rightsChanged, { userId: plain.id });
    await cluster.heard();
    expect((await list({ name: 'list ' }, plain)).names).toEqual(['list b', 'list c']);
    expect(await labels({}, plain)).not.toContain('dog');
    expect(await failureOf(read('list A', plain))).toBe('NotFound: model "list A" not found');
    expect(await failureOf(create('sneaked', { workspaceName: 'Garden' }, plain))).toBe(
      "NotFound: workspace 'Garden' not found",
    );
    sight.free(plain.id);
    cluster.master.bus.emit(rightsChanged, { userId: plain.id });
    await cluster.heard();
  });
});
