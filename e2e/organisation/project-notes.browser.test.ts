import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import {
  archiveProjectRoute,
  getProjectRoute,
  postProjectRoute,
  putProjectNotesRoute,
  unarchiveProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const admin = () => at.cluster.admin.client;
const [viewerRole, editorRole] = [4, 5];
let workspaceId = 0;
let made = 0;

const newProject = async (notes: { name: string; contents: string }[] = []) => {
  const { project } = await admin().call(postProjectRoute, { workspaceId, name: `Project ${++made}` });
  const projectId = project?.id ?? 0;
  await admin().call(putProjectNotesRoute, { projectId, notes });
  return projectId;
};
const stored = async (id: number) => (await admin().call(getProjectRoute, { id })).project?.notes;
const isStored = (id: number, notes: object[]) => expect.poll(() => stored(id)).toEqual(notes);

const contents = () => main().getByRole('textbox', { name: 'Contents' });
const pageName = () => main().getByRole('textbox', { name: 'Page name' });
const pages = () => main().getByRole('navigation', { name: 'Pages' });
const preview = () => main().getByRole('region', { name: 'Preview' });
const tab = (name: string) => at.page.getByRole('banner').getByRole('link', { name });

beforeAll(async () => {
  workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
});

test('[PROJ-014, PROJ-015, PROJ-016, PROJ-017] pages are added, written, shown and deleted', async () => {
  const id = await newProject();
  await at.visitor.signIn(`/projects/${id}/notes`);
  await main().getByRole('button', { name: 'New Page' }).click();
  expect(await pageName().inputValue()).toBe('Untitled');
  await isStored(id, [{ name: 'Untitled', contents: '' }]);

  await pageName().fill('What we know');
  await contents().fill('# Best\n\n| lr | loss |\n|--|--:|\n| 0.1 | 0.2 |\n\n- [ ] more seeds');
  await seen(preview().getByRole('heading', { level: 3, name: 'Best' }));
  await seen(preview().getByRole('cell', { name: '0.2' }));
  await seen(main().getByText('Saved just now'));
  await preview().getByRole('checkbox', { name: 'To do' }).click();
  await isStored(id, [
    { name: 'What we know', contents: '# Best\n\n| lr | loss |\n|--|--:|\n| 0.1 | 0.2 |\n\n- [x] more seeds' },
  ]);

  await pages().getByRole('button', { name: 'New Page' }).click();
  await seen(pages().getByRole('button', { name: 'Untitled' }));
  await contents().fill('word');
  await contents().press('ControlOrMeta+A');
  await main().getByRole('button', { name: 'Bold' }).click();
  expect(await contents().inputValue()).toBe('**word**');
  await contents().press('ControlOrMeta+Z');
  expect(await contents().inputValue()).toBe('word');
  await expect.poll(() => stored(id)).toMatchObject([{}, { name: 'Untitled', contents: 'word' }]);

  const remove = async () => {
    await main().getByRole('button', { name: 'Actions of Untitled' }).click();
    await at.page.getByRole('menuitem', { name: 'Delete Page' }).click();
    await seen(at.page.getByText('This cannot be undone.'));
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Page' }).click();
  };
  const refused = { status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } };
  await at.page.route(`**/api/ext/v1/projects/${id}/notes`, (route) => route.fulfill(refused));
  await remove();
  await seen(at.page.getByRole('alert').filter({ hasText: 'Unable to delete notes page.' }));
  await seen(pages().getByRole('button', { name: 'Untitled' }));
  await at.page.unroute(`**/api/ext/v1/projects/${id}/notes`);
  await remove();
  await gone(pages().getByRole('button', { name: 'Untitled' }));
  await expect.poll(() => stored(id)).toHaveLength(1);
});

test('of two who write none undoes what the other has written', async () => {
  const id = await newProject([{ name: 'Plan', contents: 'first\nsecond\nthird' }]);
  await at.visitor.signIn(`/projects/${id}/notes`);
  await seen(contents());
  const elsewhere = (contents: string) =>
    admin().call(putProjectNotesRoute, { projectId: id, notes: [{ name: 'Plan', contents }] });
  // The server is away while both write.
  await at.page.route('**/api/**', (route) => route.abort());
  await contents().fill('first\nmine\nthird');
  await seen(main().getByText('Not saved, trying again'));
  await elsewhere('first\ntheirs\nthird');
  await at.page.unroute('**/api/**');
  await seen(main().getByRole('alert').filter({ hasText: 'Somebody saved this page meanwhile.' }));
  await seen(main().getByRole('region', { name: 'Saved meanwhile' }).getByText('theirs'));
  expect(await main().getByRole('textbox', { name: 'To be saved' }).inputValue()).toBe('first\ntheirs\nmine\nthird');
  await main().getByRole('button', { name: 'Save Both' }).click();
  await isStored(id, [{ name: 'Plan', contents: 'first\ntheirs\nmine\nthird' }]);
  // What others save comes into sight by itself.
  await elsewhere('from elsewhere');
  await expect.poll(() => contents().inputValue()).toBe('from elsewhere');
});

test('what was not saved when the browser ended is there when it comes back', async () => {
  const id = await newProject([{ name: 'Plan', contents: '' }]);
  await at.visitor.signIn(`/projects/${id}/notes`);
  await seen(contents());
  await at.page.route('**/api/ext/v1/projects/*/notes', (route) => route.abort());
  await contents().fill('nearly lost');
  await seen(main().getByText('Not saved, trying again'));
  await at.page.unroute('**/api/ext/v1/projects/*/notes');
  await at.page.reload();
  await expect.poll(() => contents().inputValue()).toBe('nearly lost');
  await isStored(id, [{ name: 'Plan', contents: 'nearly lost' }]);
});

test('[PROJ-018, PROJ-019] who may not make experiments there, and everybody in an archived project, reads', async () => {
  const id = await newProject([{ name: 'Plan', contents: '**read** me' }]);
  const reader = await at.cluster.newUser();
  const assign = (roleId: number) =>
    admin().call(assignRolesRoute, {
      userRoleAssignments: [{ userId: reader.id, roleAssignment: { role: { roleId }, scopeWorkspaceId: workspaceId } }],
    });
  await assign(viewerRole);
  const other = await Visitor.arrive(at.browser, at.cluster);
  try {
    await other.signIn(`/projects/${id}/notes`, reader.username);
    const theirs = other.page.getByRole('main');
    await seen(theirs.getByText('Needs UPDATE_PROJECT and CREATE_EXPERIMENT in this workspace'));
    await seen(theirs.locator('strong', { hasText: 'read' }));
    expect(await theirs.getByRole('textbox').count()).toBe(0);
    await assign(editorRole);
    await other.page.reload();
    await seen(theirs.getByRole('textbox', { name: 'Contents' }));
    await admin().call(archiveProjectRoute, { id });
    await seen(theirs.getByText('Notes of an archived project are read-only.'));
    expect(await theirs.getByRole('textbox').count()).toBe(0);
    await admin().call(unarchiveProjectRoute, { id });
    await seen(theirs.getByRole('textbox', { name: 'Contents' }));
  } finally {
    await other.leave();
  }
});

test('[PROJ-007, PROJ-022] the tab stands with flat_runs or where the project is not built in, and is opened again', async () => {
  const id = await newProject();
  await at.visitor.signIn('/projects/1/experiments');
  await seen(at.page.getByRole('heading', { name: 'Uncategorized Experiments', exact: true }));
  expect(await tab('Notes').count()).toBe(0);
  await at.visitor.open('/projects/1/experiments?f_flat_runs=on');
  await seen(tab('Notes'));
  await at.visitor.open(`/projects/${id}`);
  await tab('Notes').click();
  await seen(main().getByText('No notes yet'));
  await at.visitor.open('/workspaces');
  await at.visitor.open(`/projects/${id}`);
  await seen(main().getByText('No notes yet'));
  const other = await newProject();
  await at.visitor.open(`/projects/${other}`);
  await at.page.waitForURL(`**/projects/${other}/experiments`);
});

test('notes are text: nothing in them runs, loads or leads astray', async () => {
  const attack = [
    '<script>globalThis.attacked = 1</script>',
    '<img src=x onerror="globalThis.attacked = 1">',
    '[script](javascript:globalThis.attacked=1)',
    '![picture](http://elsewhere.invalid/p.png)',
    '[good](https://example.org/)',
  ].join('\n\n');
  const id = await newProject([{ name: '<img src=x onerror="globalThis.attacked = 1">', contents: attack }]);
  const loaded: string[] = [];
  at.page.on('request', (request) => loaded.push(new URL(request.url()).hostname));
  await at.visitor.signIn(`/projects/${id}/notes`);
  await seen(preview().getByRole('link', { name: 'good' }));
  const links = await Promise.all((await preview().getByRole('link').all()).map((link) => link.getAttribute('href')));
  expect(links).toEqual(['http://elsewhere.invalid/p.png', 'https://example.org/']);
  expect(await preview().locator('script, img').count()).toBe(0);
  expect(await at.page.evaluate('globalThis.attacked')).toBeUndefined();
  expect(loaded).not.toContain('elsewhere.invalid');
});
