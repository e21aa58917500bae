import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { archiveWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { bound, tellOfClusters } from './tell-of-clusters.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const navigation = () => at.page.getByRole('navigation', { name: 'Main' });
const admin = () => at.cluster.admin.client;
const [clusterAdmin, workspaceAdmin, workspaceCreator, viewer] = [1, 2, 3, 4];

async function makeWorkspace(name: string): Promise<number> {
  return (await admin().call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
}
/** On a workspace, or without one for the whole cluster. */
const give = (userId: number, roleId: number, scopeWorkspaceId?: number) =>
  admin().call(assignRolesRoute, {
    userRoleAssignments: [{ userId, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
  });

test('[WS-007, WS-034, WS-065, SHELL-005, SHELL-073, SHELL-081] who has a role in one workspace only looks at that one', async () => {
  const [seenOne, hiddenOne] = [await makeWorkspace('Seen'), await makeWorkspace('Hidden')];
  const { id, username } = await at.cluster.newUser();
  await give(id, viewer, seenOne);
  await at.visitor.signIn('/', username);
  await at.visitor.pageNamed('Home');
  expect(at.visitor.place).toBe('/dashboard');
  await seen(navigation().getByRole('link', { name: 'Workspaces', exact: true }));
  expect(await navigation().getByRole('link', { name: 'Uncategorized' }).count()).toBe(0);
  expect(await navigation().getByRole('button', { name: 'Create workspace' }).count()).toBe(0);
  await at.visitor.open('/workspaces');
  await seen(main().getByRole('link', { name: 'Seen' }));
  expect(await main().getByRole('link', { name: 'Hidden' }).count()).toBe(0);
  const create = at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' });
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await create.click({ force: true });
  await seen(at.page.getByRole('tooltip', { name: /^Needs CREATE_WORKSPACE for the whole cluster: / }));
  await main().getByRole('link', { name: 'Seen' }).click();
  await seen(main().getByText('User cannot create a project in this workspace.'));
  expect(await at.page.getByRole('dialog').count()).toBe(0);
  await at.visitor.open(`/workspaces/${hiddenOne}`);
  await at.visitor.pageNamed('Page not found');
  await give(id, viewer, 1);
  await at.visitor.open('/workspaces');
  await seen(navigation().getByRole('link', { name: 'Uncategorized' }));
});

test('[WS-064] whoever makes a workspace gives roles in it', async () => {
  const { id, username } = await at.cluster.newUser();
  await give(id, workspaceCreator);
  await at.visitor.signIn('/workspaces', username);
  await navigation().getByRole('button', { name: 'Create workspace' }).click();
  await at.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Own');
  await at.page.getByRole('dialog').getByRole('button', { name: 'Create Workspace' }).click();
  await at.visitor.pageNamed('Own');
  await seen(main().getByText('Create a project with the "New Project" button or in the CLI.'));
  await at.page.getByRole('link', { name: /^Members/ }).click();
  await seen(main().getByRole('button', { name: 'Add Members' }));
  await seen(main().getByText('You are WorkspaceAdmin given here', { exact: false }));
});

test('[WS-104, WS-106, WS-107] says what could not be done', async () => {
  const id = await makeWorkspace('Refused');
  await admin().call(archiveWorkspaceRoute, { id });
  await at.visitor.signIn(`/workspaces/${id}`);
  await at.page.route(/\/api\/v1\/workspaces\/\d+(\/(pin|unarchive))?$/, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } }),
  );
  const act = async (action: string) => {
    await at.page.getByRole('button', { name: 'Actions of Refused' }).click();
    await at.page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const says = (text: string) => at.page.getByRole('alert').filter({ hasText: text });
  await act('Unpin');
  await gone(navigation().getByRole('link', { name: 'Refused' }));
  await act('Pin');
  await seen(says('Unable to pin workspace.'));
  await act('Unarchive');
  await seen(says('Unable to unarchive workspace.'));
  await act('Delete');
  await at.page.getByLabel('Please type the workspace name to confirm').fill('Refused');
  await at.page.getByRole('button', { name: 'Delete Workspace' }).click();
  await seen(says('Unable to delete workspace.'));
});

test('[WS-036, WS-070, WS-071] projects come a hundred a page, what was started last first', async () => {
  const id = await makeWorkspace('Many');
  for (let n = 0; n < 101; n++) await admin().call(postProjectRoute, { workspaceId: id, name: `Project ${n}` });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await at.visitor.signIn('/workspaces');
  await at.page.route(`**/api/v1/workspaces/${id}`, async (route) => {
    await held;
    await route.fallback();
  });
  const asked = at.page.waitForRequest((request) => request.url().includes(`/workspaces/${id}/projects`));
  await at.visitor.open(`/workspaces/${id}`);
  await seen(main().getByText(`Loading workspace ${id} details...`));
  answer();
  await seen(main().getByText('1–100 of 101'));
  await gone(main().getByText(`Loading workspace ${id} details...`));
  expect(await main().getByRole('table').getByRole('row').count()).toBe(101);
  const { searchParams } = new URL((await asked).url());
  expect([searchParams.get('limit'), searchParams.get('sortBy'), searchParams.get('orderBy')]).toEqual([
    '100',
    'SORT_BY_LAST_EXPERIMENT_START_TIME',
    'ORDER_BY_DESC',
  ]);
});

test('[WS-085, WS-086, WS-087] namespaces and quotas are set, and quotas seen, by rights for the whole cluster', async () => {
  const id = await makeWorkspace('Bound');
  const config = async (roleId: number, scopeWorkspaceId?: number) => {
    const user = await at.cluster.newUser();
    await give(user.id, workspaceAdmin, id);
    await give(user.id, roleId, scopeWorkspaceId);
    const visitor = await Visitor.arrive(at.browser, at.cluster);
    await tellOfClusters(visitor.page, { managers: ['east'], bindings: bound('east', 'vision'), quotas: { east: 8 } });
    await visitor.signIn(`/workspaces/${id}`, user.username);
    await visitor.page.getByRole('button', { name: 'Actions of Bound' }).click();
    await visitor.page.getByRole('menuitem', { name: 'Edit' }).click();
    const east = visitor.page.getByRole('group', { name: 'Namespace Bindings on east' });
    const fields = [
      east.getByRole('textbox', { name: 'Namespace' }),
      east.getByRole('switch', { name: 'Auto Create Namespace' }),
      east.getByRole('textbox', { name: 'Resource Quota' }),
    ];
    await seen(east.getByRole('textbox', { name: 'Namespace' }));
    const shown = await Promise.all(
      fields.map(async (field) =>
        (await field.count()) === 0 ? 'absent' : (await field.isEnabled()) ? 'open' : 'shut',
      ),
    );
    await visitor.leave();
    return shown;
  };
  expect(await config(viewer, id)).toEqual(['shut', 'shut', 'absent']);
  expect(await config(workspaceAdmin)).toEqual(['shut', 'shut', 'shut']);
  expect(await config(clusterAdmin)).toEqual(['open', 'open', 'open']);
});

test('[WS-029] the models tab is there for who may look at the registry', async () => {
  const id = await makeWorkspace('Registered');
  const tab = (name: string | RegExp) =>
    at.page.getByRole('navigation', { name: 'Parts of Registered' }).getByRole('link', { name });
  const { id: userId, username } = await at.cluster.newUser();
  await give(userId, viewer, id);
  await at.visitor.signIn(`/workspaces/${id}`, username);
  await seen(tab('Model Registry'));
  // Every built-in role that shows a workspace shows its models: the console is told of one that does not.
  await at.page.route('**/api/v1/permissions/summary', async (route) => {
    const response = await route.fetch();
    const all = await response.text();
    return route.fulfill({ response, body: all.replaceAll('TYPE_VIEW_MODEL_REGISTRY', 'TYPE_UNSPECIFIED') });
  });
  await at.visitor.open(`/workspaces/${id}`);
  await seen(tab(/^Members/));
  await gone(tab('Model Registry'));
});
