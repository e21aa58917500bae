import { postUserActivityRoute } from '@determined/contract/identity/users-routes.ts';
import { saveProjectNotesRoute } from '@determined/contract/organisation/project-ext-routes.ts';
import {
  addProjectNoteRoute,
  archiveProjectRoute,
  deleteProjectRoute,
  getProjectByKeyRoute,
  getProjectRoute,
  getProjectsByUserActivityRoute,
  moveProjectRoute,
  patchProjectRoute,
  postProjectRoute,
  putProjectNotesRoute,
  unarchiveProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import {
  archiveWorkspaceRoute,
  deleteWorkspaceRoute,
  getWorkspaceProjectsRoute,
  getWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let admin: DevUser;
let plain: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster();
  admin = cluster.admin;
  plain = await cluster.newUser();
});
afterAll(() => cluster.stop());

let made = 0;
const workspace = async (user = admin) => {
  const reply = await user.client.call(postWorkspaceRoute, { name: `Space ${++made}` });
  return reply.workspace?.id ?? 0;
};
const create = async (workspaceId: number, more: object = {}, user = admin) => {
  const { project } = await user.client.call(postProjectRoute, { workspaceId, name: `Project ${++made}`, ...more });
  if (!project) throw new Error('no project');
  return project;
};
const read = async (id: number) => (await admin.client.call(getProjectRoute, { id })).project;

/** Experiments as the tables hold them, for the counts. */
async function addExperiments(projectId: number, states: ('ACTIVE' | 'COMPLETED')[]) {
  for (const [i, state] of states.entries()) {
    const jobId = `job-${++made}`;
    await cluster.master.db
      .insertInto('jobs')
      .values({
        id: jobId,
        kind: 'EXPERIMENT',
        owner_id: 1,
        submitted_at: '2026-01-01T00:00:00Z',
        pool: 'default',
        preemptible: true,
        single_agent: false,
      })
      .execute();
    await cluster.master.db
      .insertInto('experiments')
      .values({
        job_id: jobId,
        owner_id: 1,
        project_id: projectId,
        state,
        start_time: `2026-01-0${i + 1}T00:00:00Z`,
        config: '{}',
        original_config: '{}',
        name: 'e',
        searcher_type: 'single',
        searcher_metric: 'loss',
        smaller_is_better: true,
        slots_per_trial: 1,
        max_restarts: 0,
        num_trials: 2,
      })
      .execute();
  }
}

test('[PROJ-051] [PROJ-052] [API-202] [API-203] a project is told with its workspace and what is in it', async () => {
  const workspaceId = await workspace();
  const { id } = await create(workspaceId, { name: 'Cats', description: 'about cats' }, plain);
  await addExperiments(id, ['COMPLETED', 'ACTIVE', 'COMPLETED']);
  expect(await read(id)).toEqual({
    id,
    name: 'Cats',
    description: 'about cats',
    notes: [],
    archived: false,
    immutable: false,
    state: 'WORKSPACE_STATE_UNSPECIFIED',
    errorMessage: '',
    userId: plain.id,
    username: plain.username,
    workspaceId,
    workspaceName: expect.stringMatching(/^Space /),
    numExperiments: 3,
    numActiveExperiments: 1,
    numRuns: 6,
    lastExperimentStartedAt: '2026-01-03T00:00:00Z',
    key: expect.stringMatching(/^CAT[0-9A-Z]{2}$/),
  });
  const holder = await admin.client.call(getWorkspaceRoute, { id: workspaceId });
  expect(holder.workspace).toMatchObject({ numProjects: 1, numExperiments: 3 });
  expect(await codeOf(read(9999))).toBe('NotFound');
});

test('[PROJ-002] the first project is there from the start and stays as it is', async () => {
  expect(await read(1)).toMatchObject({ name: 'Uncategorized', workspaceId: 1, immutable: true });
  const destinationWorkspaceId = await workspace();
  const calls = [
    () => admin.client.call(patchProjectRoute, { id: 1, project: { name: 'x' } }),
    () => admin.client.call(archiveProjectRoute, { id: 1 }),
    () => admin.client.call(deleteProjectRoute, { id: 1 }),
    () => admin.client.call(moveProjectRoute, { projectId: 1, destinationWorkspaceId }),
    () => create(1),
  ];
  for (const call of calls) expect(await codeOf(call())).toBe('FailedPrecondition');
});

test('who may not change a project is told first that nobody may, where that is so', async () => {
  const plain = await cluster.newUser();
  const rename = (id: number) => failureOf(plain.client.call(patchProjectRoute, { id, project: { name: 'x' } }));
  expect(await rename(1)).toBe('FailedPrecondition: project (1) is immutable and cannot have attributes updated');
  const { id } = await create(await workspace());
  expect(await rename(id)).toBe(
    "PermissionDenied: can't set project name: non admin users need to own the project or workspace",
  );
});

test('[API-206] keys are short, in capitals, unique over the cluster and found in any case', async () => {
  const workspaceId = await workspace();
  const { id, key } = await create(workspaceId, { key: 'dog1' });
  expect(key).toBe('DOG1');
  const { project } = await plain.client.call(getProjectByKeyRoute, { key: 'dOg1' });
  expect(project?.id).toBe(id);
  expect(await codeOf(admin.client.call(getProjectByKeyRoute, { key: 'ZZZZZ' }))).toBe('NotFound');
  expect(await codeOf(create(await workspace(), { key: 'DOG1' }))).toBe('AlreadyExists');
  for (const bad of ['BIRDSX', '', 'A-B', 'ÄÖ']) {
    expect(await codeOf(create(workspaceId, { key: bad }))).toBe('InvalidArgument');
  }
});

test('names are checked, and unique in their workspace', async () => {
  const workspaceId = await workspace();
  await create(workspaceId, { name: 'Cats' });
  expect(await codeOf(create(workspaceId, { name: 'Cats' }))).toBe('AlreadyExists');
  await create(await workspace(), { name: 'Cats' });
  for (const bad of ['', ' ', 'n'.repeat(81)]) {
    expect(await codeOf(create(workspaceId, { name: bad }))).toBe('InvalidArgument');
  }
  expect(await codeOf(create(9999))).toBe('NotFound');
});

test('[API-204] [API-208] changes need the owner of project or workspace, or an admin', async () => {
  const workspaceId = await workspace();
  const { id } = await create(workspaceId);
  const patch = (user: DevUser, project: object) => user.client.call(patchProjectRoute, { id, project });
  expect((await patch(admin, { name: 'New', description: 'd', key: 'n1' })).project).toMatchObject({
    name: 'New',
    description: 'd',
    key: 'N1',
  });
  expect((await patch(admin, { description: '' })).project).toMatchObject({ name: 'New', description: '' });
  expect(await codeOf(patch(plain, { name: 'x' }))).toBe('PermissionDenied');
  expect(await codeOf(plain.client.call(archiveProjectRoute, { id }))).toBe('PermissionDenied');
  expect(await codeOf(plain.client.call(deleteProjectRoute, { id }))).toBe('PermissionDenied');
  expect(await codeOf(plain.client.call(archiveProjectRoute, { id: 9999 }))).toBe('NotFound');
  const own = await create(workspaceId, {}, plain);
  await plain.client.call(patchProjectRoute, { id: own.id, project: { name: 'My own' } });
  expect(await codeOf(patch(admin, { name: 'My own' }))).toBe('AlreadyExists');
  const inOwnWorkspace = await create(await workspace(plain));
  await plain.client.call(archiveProjectRoute, { id: inOwnWorkspace.id });
  expect(await read(inOwnWorkspace.id)).toMatchObject({ archived: true });
  const rename = admin.client.call(patchProjectRoute, { id: inOwnWorkspace.id, project: { name: 'x' } });
  expect(await codeOf(rename)).toBe('FailedPrecondition');
  await plain.client.call(unarchiveProjectRoute, { id: inOwnWorkspace.id });
  expect(await read(inOwnWorkspace.id)).toMatchObject({ archived: false });
});

test('a project in an archived workspace is archived with it', async () => {
  const workspaceId = await workspace();
  const { id } = await create(workspaceId);
  await admin.client.call(archiveWorkspaceRoute, { id: workspaceId });
  expect(await read(id)).toMatchObject({ archived: true });
  expect(await codeOf(admin.client.call(unarchiveProjectRoute, { id }))).toBe('FailedPrecondition');
  const rename = admin.client.call(patchProjectRoute, { id, project: { name: 'x' } });
  expect(await codeOf(rename)).toBe('FailedPrecondition');
});

test('[API-207] notes are appended or replaced by anybody', async () => {
  const { id: projectId } = await create(await workspace());
  await admin.client.call(addProjectNoteRoute, { projectId, note: { name: 'n1', contents: '# hello' } });
  const { notes } = await plain.client.call(addProjectNoteRoute, { projectId, note: { name: 'n2' } });
  expect(notes).toEqual([
    { name: 'n1', contents: '# hello' },
    { name: 'n2', contents: '' },
  ]);
  await plain.client.call(putProjectNotesRoute, { projectId, notes: [{ name: 'only', contents: 'x' }] });
  expect((await read(projectId))?.notes).toEqual([{ name: 'only', contents: 'x' }]);
  const lost = admin.client.call(putProjectNotesRoute, { projectId: 9999, notes: [] });
  expect(await codeOf(lost)).toBe('NotFound');
});

test('of two writers of notes none undoes what the other has written', async () => {
  const { id: projectId } = await create(await workspace());
  const params = { projectId };
  const [mine, theirs] = [[{ name: 'Plan', contents: 'mine' }], [{ name: 'Plan', contents: 'theirs' }]];
  const first = await plain.client.call(saveProjectNotesRoute, { params, body: { read: [], notes: theirs } });
  expect(first).toEqual({ saved: true, notes: theirs });
  const late = await admin.client.call(saveProjectNotesRoute, { params, body: { read: [], notes: mine } });
  expect(late).toEqual({ saved: false, notes: theirs });
  expect((await read(projectId))?.notes).toEqual(theirs);
  // The answer was lost on its way, and it is sent once more.
  const again = await plain.client.call(saveProjectNotesRoute, { params, body: { read: [], notes: theirs } });
  expect(again).toEqual({ saved: true, notes: theirs });
  await admin.client.call(archiveProjectRoute, { id: projectId });
  const archived = admin.client.call(saveProjectNotesRoute, { params, body: { read: theirs, notes: mine } });
  expect(await failureOf(archived)).toBe(
    'FailedPrecondition: Notes of an archived project are read-only. Unarchive it first.',
  );
  expect((await read(projectId))?.notes).toEqual(theirs);
});

test('[API-221] [API-235] lists of a workspace filter, order and page', async () => {
  const workspaceId = await workspace();
  const [b, a, z] = [
    await create(workspaceId, { name: 'beta', description: '2' }),
    await create(workspaceId, { name: 'Alpha', description: '3' }, plain),
    await create(workspaceId, { name: 'zulu', description: '1' }),
  ];
  await addExperiments(a.id, ['COMPLETED']);
  await addExperiments(b.id, ['COMPLETED', 'COMPLETED']);
  await admin.client.call(archiveProjectRoute, { id: z.id });
  const list = async (query: object) => {
    const reply = await admin.client.call(getWorkspaceProjectsRoute, { id: workspaceId, ...query });
    return reply.projects.map(({ name }) => name).join(' ');
  };
  expect(await list({})).toBe('beta Alpha zulu');
  expect(await list({ sortBy: 'SORT_BY_ID' })).toBe('beta Alpha zulu');
  expect(await list({ sortBy: 'SORT_BY_ID', orderBy: 'ORDER_BY_DESC' })).toBe('zulu Alpha beta');
  expect(await list({ sortBy: 'SORT_BY_NAME' })).toBe('Alpha beta zulu');
  expect(await list({ sortBy: 'SORT_BY_DESCRIPTION' })).toBe('zulu beta Alpha');
  expect(await list({ sortBy: 'SORT_BY_LAST_EXPERIMENT_START_TIME', orderBy: 'ORDER_BY_DESC' })).toBe(
    'beta Alpha zulu',
  );
  expect(await list({ sortBy: 'SORT_BY_CREATION_TIME', orderBy: 'ORDER_BY_DESC', limit: 2 })).toBe('zulu Alpha');
  expect(await list({ name: 'alpha' })).toBe('Alpha');
  expect(await list({ archived: false })).toBe('beta Alpha');
  expect(await list({ userIds: [plain.id] })).toBe('Alpha');
  expect(await list({ users: ['admin'] })).toBe('beta zulu');
  expect((await list({ id: 0 })).split(' ')).toContain('Uncategorized');
  expect(await codeOf(list({ id: 9999 }))).toBe('NotFound');
});

test('[API-209] a project moves with its name and key', async () => {
  const [from, to] = [await workspace(), await workspace()];
  const { id, name, key } = await create(from);
  const move = (user: DevUser, destinationWorkspaceId: number) =>
    user.client.call(moveProjectRoute, { projectId: id, destinationWorkspaceId });
  expect(await codeOf(move(plain, to))).toBe('PermissionDenied');
  await move(admin, to);
  expect(await read(id)).toMatchObject({ workspaceId: to, name, key });
  expect(await codeOf(move(admin, to))).toBe('AlreadyExists');
  await create(from, { name });
  expect(await codeOf(move(admin, from))).toBe('AlreadyExists');
  const closed = await workspace();
  await admin.client.call(archiveWorkspaceRoute, { id: closed });
  expect(await codeOf(move(admin, closed))).toBe('FailedPrecondition');
  expect(await codeOf(move(admin, 9999))).toBe('NotFound');
});

test('[API-205] an empty project is deleted at once, one with experiments after them', async () => {
  const workspaceId = await workspace();
  const [empty, full] = [await create(workspaceId), await create(workspaceId)];
  await addExperiments(full.id, ['COMPLETED']);
  expect(await admin.client.call(deleteProjectRoute, { id: empty.id })).toEqual({ completed: true });
  expect(await codeOf(read(empty.id))).toBe('NotFound');
  expect(await admin.client.call(deleteProjectRoute, { id: full.id })).toEqual({ completed: false });
  expect(await admin.client.call(deleteWorkspaceRoute, { id: workspaceId })).toEqual({ completed: false });
});

test('[API-159] [API-213] visited projects are remembered, the latest first', async () => {
  const workspaceId = await workspace();
  const [one, two] = [await create(workspaceId), await create(workspaceId)];
  const visit = (entityId: number) =>
    plain.client.call(postUserActivityRoute, {
      activityType: 'ACTIVITY_TYPE_GET',
      entityType: 'ENTITY_TYPE_PROJECT',
      entityId,
    });
  const recent = async (limit: number, user = plain) =>
    (await user.client.call(getProjectsByUserActivityRoute, { limit })).projects.map(({ id }) => id);
  await visit(one.id);
  await visit(two.id);
  await visit(one.id);
  expect(await recent(10)).toEqual([one.id, two.id]);
  expect(await recent(1)).toEqual([one.id]);
  expect(await recent(10, admin)).toEqual([]);
  expect(await codeOf(visit(9999))).toBe('NotFound');
  expect(await codeOf(recent(501))).toBe('InvalidArgument');
});
