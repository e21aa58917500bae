import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { workspaceSteps } from './workspace-steps.ts';

const at = consoleTest();
const { main, dialog, act, makeWorkspace } = workspaceSteps(at);

test('[SHELL-010, WS-017, WS-028, WS-033, WS-037, WS-038, WS-062, WS-063, PROJ-027] shows one’s own, the fixed one, and says of none that it is invalid', async () => {
  const { id, name } = await makeWorkspace('Empty');
  await at.visitor.signIn(`/workspaces/${id}`);
  await at.visitor.pageNamed(name);
  const crumbs = at.page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await crumbs.getByRole('listitem').allTextContents()).toEqual(['Workspaces', expect.stringContaining(name)]);
  await seen(main().getByText('Workspace contains no projects.'));
  await seen(main().getByText('Create a project with the "New Project" button or in the CLI.'));
  // Members are those of roles: without roles in force there is no such tab, nor its address.
  const tabs = at.page.getByRole('navigation', { name: `Parts of ${name}` }).getByRole('link');
  expect(await tabs.allTextContents()).toEqual(['Projects0', 'Model Registry', 'Templates', 'Config Policies']);
  await at.visitor.open(`/workspaces/${id}/members`);
  await seen(main().getByText('Workspace contains no projects.'));
  expect(await main().getByRole('searchbox', { name: 'Search members' }).count()).toBe(0);
  // The fixed one offers no new projects and no actions.
  await at.visitor.open('/workspaces/1');
  await at.visitor.pageNamed('Uncategorized Experiments');
  await seen(main().getByRole('link', { name: 'Uncategorized' }));
  expect(await at.page.getByRole('button', { name: 'New Project' }).count()).toBe(0);
  expect(await at.page.getByRole('button', { name: /^Actions of/ }).count()).toBe(0);
  await at.visitor.open('/workspaces/vision');
  await seen(at.page.getByText('Invalid Workspace ID vision'));
});

test('[PROJ-037] neither a new project nor a changed one can be without a name', async () => {
  const { id } = await makeWorkspace('Named');
  await at.cluster.admin.client.call(postProjectRoute, { workspaceId: id, name: 'Told apart' });
  await at.visitor.signIn(`/workspaces/${id}`);
  const field = dialog().getByRole('textbox', { name: 'Name' });
  const waitsForName = async (submit: string) => {
    const button = dialog().getByRole('button', { name: submit });
    for (const empty of ['', '  ']) {
      await field.fill(empty);
      expect(await button.isDisabled(), `${submit} of "${empty}"`).toBe(true);
    }
    await field.fill('x');
    expect(await button.isDisabled()).toBe(false);
    await at.page.keyboard.press('Escape');
    await gone(dialog());
  };
  await at.page.getByRole('button', { name: 'New Project' }).click();
  await waitsForName('Create Project');
  await act('Told apart', 'Edit');
  await waitsForName('Save Changes');
});

test('[PROJ-036, PROJ-043] New Project waits for a name, trims it, and goes to the project', async () => {
  const { id, name } = await makeWorkspace('With projects');
  await at.visitor.signIn(`/workspaces/${id}`);
  await at.page.getByRole('button', { name: 'New Project' }).click();
  const create = dialog().getByRole('button', { name: 'Create Project' });
  expect(await create.isDisabled()).toBe(true);
  await dialog().getByRole('textbox', { name: 'Name' }).fill('  Patches ');
  await dialog().getByRole('textbox', { name: 'Description' }).fill(' 16 and 32 ');
  await create.click();
  await at.page.waitForURL(/\/det\/projects\/\d+\/experiments/);
  await at.visitor.open(`/workspaces/${id}`);
  await at.visitor.pageNamed(name);
  await seen(main().getByRole('link', { name: 'Patches', exact: true }));
  await seen(main().getByRole('button', { name: 'Description of Patches: 16 and 32. Edit' }));
});

test('[WS-058, WS-060, WS-061, WS-066, WS-067, WS-068, WS-069] lists its projects and edits a description in place', async () => {
  const { id } = await makeWorkspace('Edited');
  const reply = await at.cluster.fetch(`/api/v1/workspaces/${id}/projects`, {
    method: 'POST',
    token: at.cluster.admin.token,
    body: JSON.stringify({ name: 'Alpha' }),
  });
  expect(reply.status).toBe(200);
  await at.visitor.signIn(`/workspaces/${id}`);
  const link = main().getByRole('link', { name: 'Alpha' });
  expect(await link.getAttribute('href')).toMatch(/\/det\/projects\/\d+\/experiments/);
  const heads = () => main().getByRole('columnheader').allTextContents();
  const always = ['Name', 'Description', 'Experiments', 'Last Experiment Started', 'User'];
  expect(await heads()).toEqual([...always, 'Actions']);
  // What only archived ones have stands where these do.
  await main().getByRole('switch', { name: 'Show Archived' }).check();
  await expect.poll(heads).toEqual([...always, 'Archived', 'State', 'Actions']);
  await main().getByRole('switch', { name: 'Show Archived' }).uncheck();
  await expect.poll(heads).toEqual([...always, 'Actions']);
  await main()
    .getByRole('button', { name: /^Description of Alpha/ })
    .click();
  await main().getByRole('textbox', { name: 'Description of Alpha' }).fill('first try');
  await at.page.keyboard.press('Enter');
  await seen(main().getByRole('button', { name: 'Description of Alpha: first try. Edit' }));
  await at.page.reload();
  await seen(main().getByRole('button', { name: 'Description of Alpha: first try. Edit' }));
  // What is chosen shows in the same moment, before the address and the list follow.
  const others = main().getByRole('radio', { name: "Others' Projects" });
  expect(await others.evaluate((radio: HTMLInputElement) => [radio.click(), radio.checked][1])).toBe(true);
  await seen(main().getByText('No projects matching the current filters'));
  await main().getByRole('radio', { name: 'All Projects' }).check();
  await main().getByRole('button', { name: /^Sort/ }).click();
  const orders = at.page.getByRole('menuitemradio');
  await seen(orders.first());
  expect(await orders.allTextContents()).toEqual(['Alphabetical', 'Last Updated', 'Newest to Oldest']);
  await orders.first().click();
  await main().getByRole('radio', { name: 'Grid' }).check();
  await seen(main().getByRole('listitem').filter({ hasText: 'Alpha' }));
});

test('[PROJ-023, PROJ-032, PROJ-033] a project is archived, comes back, and is deleted once its name is typed', async () => {
  const { id } = await makeWorkspace('Of projects');
  await at.cluster.admin.client.call(postProjectRoute, { workspaceId: id, name: 'Passing' });
  await at.visitor.signIn(`/workspaces/${id}?archived=true`);
  await act('Passing', 'Archive');
  const row = main().getByRole('row').filter({ hasText: 'Passing' });
  await seen(row.getByText('Archived'));
  await at.page.getByRole('button', { name: 'Actions of Passing' }).click();
  // An archived project is neither edited nor deleted.
  expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['Unarchive']);
  await at.page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await gone(row.getByText('Archived'));
  await row.getByRole('link', { name: 'Passing' }).click();
  await at.visitor.pageNamed('Passing');
  await act('Passing', 'Delete');
  const remove = dialog().getByRole('button', { name: 'Delete Project' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog().getByLabel('Please type the project name to confirm.').fill('Passing');
  await remove.click();
  await seen(main().getByText('Workspace contains no projects.'));
});

test('[PROJ-044] a project that was opened stands on Home', async () => {
  const { id } = await makeWorkspace('Visited');
  const { project } = await at.cluster.admin.client.call(postProjectRoute, { workspaceId: id, name: 'Looked at' });
  await at.visitor.signIn(`/projects/${project?.id}/experiments`);
  const told = at.page.waitForResponse((reply) => reply.url().endsWith('/users/activity') && reply.ok());
  await at.page.reload();
  await told;
  await at.visitor.open('/dashboard');
  const recent = main().getByRole('list', { name: 'Recently viewed projects' });
  await seen(recent.getByRole('link', { name: /^Looked at/ }));
});
