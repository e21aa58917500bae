import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postUserActivityRoute } from '@determined/contract/identity/users-routes.ts';
import {
  archiveProjectRoute,
  getProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { archiveWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const admin = () => at.cluster.admin.client;
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
const menuOf = (name: string) => at.page.getByRole('button', { name: `Actions of ${name}`, exact: true });

/** What can be done now. */
async function offered(name: string): Promise<string[]> {
  await menuOf(name).click();
  await seen(at.page.getByRole('menuitem').first());
  const items = await at.page.getByRole('menuitem', { disabled: false }).allTextContents();
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
  return items;
}
async function act(name: string, action: string): Promise<void> {
  await menuOf(name).click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}

let made = 0;
async function makeWorkspace(name: string): Promise<{ id: number; name: string }> {
  const unique = `${name} ${++made}`;
  const { workspace } = await admin().call(postWorkspaceRoute, { name: unique });
  return { id: workspace?.id ?? 0, name: unique };
}
async function makeProject(workspaceId: number, name: string): Promise<number> {
  return (await admin().call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;
}
const placeOf = async (id: number) => (await admin().call(getProjectRoute, { id })).project?.workspaceId;

/** The next answer to such a call is a failure. */
async function failNext(method: string, path: string): Promise<void> {
  let failed = false;
  await at.page.route(path, (route) => {
    if (failed || route.request().method() !== method) return route.fallback();
    failed = true;
    return route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } });
  });
}

describe('a project is moved', () => {
  let here: { id: number; name: string };
  let there: { id: number; name: string };
  beforeAll(async () => {
    here = await makeWorkspace('Here');
    there = await makeWorkspace('There');
  });

  test('[PROJ-024, PROJ-039, PROJ-049] to another workspace, and back', async () => {
    const id = await makeProject(here.id, 'Mover');
    await at.visitor.signIn(`/workspaces/${here.id}`);
    await act('Mover', 'Move');
    await dialog().getByRole('button', { name: 'Move Project' }).click();
    await seen(dialog().getByText('Workspace is required'));
    await dialog().getByLabel('Workspace').selectOption(there.name);
    await failNext('POST', '**/api/v1/projects/*/move');
    await dialog().getByRole('button', { name: 'Move Project' }).click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'out of order' }));
    await at.page.context().setOffline(true);
    await dialog().getByRole('button', { name: 'Move Project' }).click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to move project' }));
    await at.page.context().setOffline(false);
    await dialog().getByRole('button', { name: 'Move Project' }).click();
    await gone(row('Mover'));
    expect(await placeOf(id)).toBe(there.id);
    await at.page.getByRole('button', { name: 'Undo' }).click();
    await seen(row('Mover'));
    expect(await placeOf(id)).toBe(here.id);
  });

  test('[PROJ-030, PROJ-040, PROJ-041, PROJ-042] to where it can be, by who may move it there', async () => {
    await makeProject(here.id, 'Choosy');
    const archived = await makeWorkspace('Archived');
    await admin().call(archiveWorkspaceRoute, { id: archived.id });
    const closed = await makeWorkspace('Closed');
    const user = await at.cluster.newUser();
    // An administrator of these workspaces, of the archived one too; a viewer of the closed one.
    const given = [here, there, archived].map(({ id }) => ({ id, roleId: 2 }));
    await admin().call(assignRolesRoute, {
      userRoleAssignments: [...given, { id: closed.id, roleId: 4 }].map(({ id, roleId }) => ({
        userId: user.id,
        roleAssignment: { role: { roleId }, scopeWorkspaceId: id },
      })),
    } as never);
    await at.visitor.signIn(`/workspaces/${here.id}`, user.username);
    await act('Choosy', 'Move');
    const options = dialog().getByLabel('Workspace').locator('option');
    await expect.poll(() => options.count()).toBe(4);
    expect(await options.allTextContents()).toEqual(['Choose…', archived.name, here.name, there.name]);
    const off = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).disabled));
    expect(off).toEqual([false, true, true, false]);
    // Who may everything has the closed one besides; Uncategorized is nobody's.
    await admin().call(assignRolesRoute, {
      userRoleAssignments: [{ userId: user.id, roleAssignment: { role: { roleId: 1 } } }],
    } as never);
    await expect.poll(() => options.allTextContents()).toContain(closed.name);
    expect(await options.allTextContents()).not.toContain('Uncategorized');
  });
});

describe('what is offered', () => {
  test('[PROJ-025, PROJ-026] follows the project: deletion where it holds nothing, nothing but its way back once archived', async () => {
    const { id } = await makeWorkspace('Offers');
    const full = await makeProject(id, 'Full');
    await makeProject(id, 'Empty');
    const old = await makeProject(id, 'Old');
    const config = 'name: x\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\n';
    await admin().call(createExperimentRoute, { config: `${config}hyperparameters: {}`, projectId: full });
    await admin().call(archiveProjectRoute, { id: old });
    await at.visitor.signIn(`/workspaces/${id}?archived=true`);
    expect(await offered('Empty')).toEqual(['Edit', 'Move', 'Archive', 'Delete']);
    await menuOf('Full').click();
    const off = at.page.getByRole('menuitem', { name: /^Delete/ });
    expect(await off.getAttribute('aria-disabled')).toBe('true');
    await at.page.keyboard.press('Escape');
    await gone(at.page.getByRole('menu'));
    expect(await offered('Old')).toEqual(['Unarchive']);
  });

  test('[PROJ-028, PROJ-029, PROJ-031] follows the rights: making, changing, and deleting or moving', async () => {
    const { id } = await makeWorkspace('Rights');
    await makeProject(id, 'Mine');
    const make = at.page.getByRole('banner').getByRole('button', { name: 'New Project' });
    const without = async (permission: string) => {
      await at.page.unrouteAll();
      await at.page.route('**/api/v1/permissions/summary', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(`PERMISSION_TYPE_${permission}`, 'PERMISSION_TYPE_UNSPECIFIED');
        await route.fulfill({ response, body });
      });
      await at.page.reload();
      await seen(row('Mine'));
      await seen(menuOf('Mine'));
    };
    await at.visitor.signIn(`/workspaces/${id}`);
    await seen(make);
    expect(await make.getAttribute('aria-disabled')).toBeNull();
    expect(await offered('Mine')).toEqual(['Edit', 'Move', 'Archive', 'Delete']);
    await without('CREATE_PROJECT');
    expect(await make.getAttribute('aria-disabled')).toBe('true');
    await without('UPDATE_PROJECT');
    await seen(make);
    expect(await make.getAttribute('aria-disabled')).toBeNull();
    expect(await offered('Mine')).toEqual(['Move', 'Delete']);
    await without('DELETE_PROJECT');
    expect(await offered('Mine')).toEqual(['Edit', 'Archive']);
    // What is off says what is missing, where, and who can help.
    await menuOf('Mine').click();
    for (const action of ['Move', 'Delete'])
      await seen(
        at.page.getByRole('menuitem', { name: new RegExp(`^${action} ?Needs DELETE_PROJECT in this workspace: `) }),
      );
  });
});

describe('what is refused', () => {
  test('[PROJ-034, PROJ-035, PROJ-038, PROJ-046, PROJ-047, PROJ-048, PROJ-050] is said in the form, or above the list', async () => {
    const { id } = await makeWorkspace('Refusals');
    await at.visitor.signIn(`/workspaces/${id}`);
    const name = dialog().getByLabel(/^Name/);
    const problem = (text: string) => dialog().getByRole('alert').filter({ hasText: text });
    await at.page.getByRole('banner').getByRole('button', { name: 'New Project' }).click();
    await name.fill(' ');
    await name.blur();
    await seen(dialog().getByText('Name is required', { exact: true }));
    await name.fill('x'.repeat(81));
    await name.blur();
    await seen(dialog().getByText('Name must be at most 80 characters'));
    await name.fill('x'.repeat(80));
    await failNext('POST', '**/api/v1/workspaces/*/projects');
    const create = dialog().getByRole('button', { name: 'Create Project' });
    await create.click();
    await seen(problem('Unable to create project.'));
    await name.fill('Plain');
    // Without a description.
    await create.click();
    await at.visitor.pageNamed('Plain');
    await at.visitor.open(`/workspaces/${id}`);
    await act('Plain', 'Edit');
    await name.fill(' ');
    await name.blur();
    await seen(dialog().getByText('Project name is required'));
    await name.fill('Plainer');
    await failNext('PATCH', '**/api/v1/projects/*');
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await seen(problem('Unable to edit project.'));
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await seen(row('Plainer'));
    await act('Plainer', 'Delete');
    await dialog().getByLabel('Please type the project name to confirm.').fill('Plainer');
    await failNext('DELETE', '**/api/v1/projects/*');
    await dialog().getByRole('button', { name: 'Delete Project' }).click();
    await seen(problem('Unable to delete project'));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await failNext('POST', '**/api/v1/projects/*/archive');
    await act('Plainer', 'Archive');
    await seen(at.page.getByText('Unable to archive project', { exact: true }));
    await at.page.getByRole('switch', { name: 'Show Archived' }).check();
    await act('Plainer', 'Archive');
    await seen(row('Plainer').getByText('Archived'));
    await failNext('POST', '**/api/v1/projects/*/unarchive');
    await act('Plainer', 'Unarchive');
    await seen(at.page.getByText('Unable to unarchive project', { exact: true }));
  });

  test('[PROJ-010, PROJ-011, PROJ-013] a project that cannot be read, that one may not see, and one that is still read', async () => {
    const { id } = await makeWorkspace('Hidden');
    const project = await makeProject(id, 'Secret');
    const user = await at.cluster.newUser();
    const other = await Visitor.arrive(at.browser, at.cluster);
    await other.signIn(`/projects/${project}`, user.username);
    await seen(other.page.getByText("Page not found or you don't have access"));
    await other.leave();
    await at.visitor.signIn('/workspaces');
    // Also for the page itself, which asks again when its loader's read has failed.
    const refused = { error: { code: 13, reason: 'Internal', error: 'out of order' } };
    await at.page.route(`**/api/v1/projects/${project}`, (route) => route.fulfill({ status: 500, json: refused }));
    await at.visitor.open(`/projects/${project}`);
    await seen(main().getByText(`Unable to fetch Project ${project}`));
    await at.page.unrouteAll();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await at.page.route(`**/api/v1/projects/${project}`, async (route) => {
      await held;
      await route.continue();
    });
    await at.page.reload();
    await seen(main().getByText(`Loading project ${project} details...`));
    release();
    await at.visitor.pageNamed('Secret');
  });
});

test('[PROJ-045] Home has the five that were viewed last', async () => {
  const { id } = await makeWorkspace('Viewed');
  const names = ['Ants', 'Bees', 'Cats', 'Dogs', 'Emus', 'Frogs'];
  for (const name of names) {
    const activity = { activityType: 'ACTIVITY_TYPE_GET', entityType: 'ENTITY_TYPE_PROJECT' } as const;
    await admin().call(postUserActivityRoute, { ...activity, entityId: await makeProject(id, name) });
  }
  await at.visitor.signIn('/dashboard');
  const recent = main().getByRole('list', { name: 'Recently viewed projects' }).getByRole('listitem');
  await expect.poll(() => recent.count()).toBe(5);
  const shown = await recent.allTextContents();
  expect(names.filter((name) => shown.some((text) => text.includes(name)))).toEqual(names.slice(1));
});
