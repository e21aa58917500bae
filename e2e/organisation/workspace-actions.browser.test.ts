import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { workspaceSteps } from './workspace-steps.ts';

const at = consoleTest();
const { main, dialog, act, uniqueName, makeWorkspace } = workspaceSteps(at);

test('[WS-078, WS-084] a workspace is renamed by its row menu, by its owner only; others look at it', async () => {
  const { name } = await makeWorkspace('Old name');
  await at.visitor.signIn('/workspaces?sort=newest');
  await main()
    .getByRole('button', { name: `Actions of ${name}` })
    .click();
  await at.page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`);
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(main().getByRole('link', { name: `${name} renamed` }));
  const other = await Visitor.arrive(at.browser, at.cluster);
  const { username } = await at.cluster.newUser();
  await other.signIn('/workspaces?sort=newest', username);
  await seen(other.page.getByRole('main').getByRole('link', { name: `${name} renamed` }));
  await other.page.getByRole('button', { name: `Actions of ${name} renamed` }).click();
  // A pin is everybody's own.
  await seen(other.page.getByRole('menuitem', { name: 'Pin' }));
  const now = other.page.getByRole('menuitem', { disabled: false });
  expect(await now.allTextContents()).toEqual(['Pin', 'View Config']);
  for (const action of ['Archive', 'Delete'])
    await seen(other.page.getByRole('menuitem', { name: `${action} Only its owner or an administrator may do this.` }));
  await other.page.getByRole('menuitem', { name: 'View Config' }).click();
  const config = other.page.getByRole('dialog');
  expect(await config.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
  expect(await config.getByRole('switch', { name: /^Checkpoints have a storage/ }).isDisabled()).toBe(true);
  expect(await config.getByRole('button').allTextContents()).toEqual(['', 'Close']);
  await other.leave();
});

test('[WS-075, SHELL-084] a workspace is pinned to the side bar and taken from it', async () => {
  await at.visitor.signIn('/workspaces?sort=newest&view=grid');
  const nav = at.page.getByRole('navigation', { name: 'Main' });
  const name = uniqueName('Pinned');
  await nav.getByRole('button', { name: 'New Workspace' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog().getByRole('button', { name: 'Create Workspace' }).click();
  await at.visitor.pageNamed(name);
  await at.page.goBack();
  const card = main().getByRole('listitem').filter({ hasText: name });
  await seen(card.getByRole('img', { name: 'Pinned' }));
  expect(await card.textContent()).toMatch(/admin · 0 projects$/);
  await act(name, 'Unpin');
  await gone(nav.getByRole('link', { name }));
  await gone(card.getByRole('img', { name: 'Pinned' }));
  await act(name, 'Pin');
  await seen(nav.getByRole('link', { name }));
});

test('[WS-008] a card has name, pin, owner, number of projects and, of an archived one, a badge', async () => {
  const { id, name } = await makeWorkspace('Card');
  for (const project of ['One', 'Two']) {
    await at.cluster.admin.client.call(postProjectRoute, { workspaceId: id, name: project });
  }
  await at.visitor.signIn('/workspaces?sort=newest&view=grid&archived=true');
  const card = main().getByRole('listitem').filter({ hasText: name });
  await seen(card.getByRole('link', { name, exact: true }));
  await seen(card.getByRole('img', { name: 'Pinned' }));
  await seen(card.getByText('admin · 2 projects'));
  expect(await card.getByText('Archived', { exact: true }).count()).toBe(0);
  await act(name, 'Archive');
  await seen(card.getByText('Archived', { exact: true }));
  await act(name, 'Unpin');
  await gone(card.getByRole('img', { name: 'Pinned' }));
});

test('[WS-004, WS-059, WS-076] an archived one is shown on demand, with its projects, and comes back', async () => {
  const { id, name } = await makeWorkspace('Old');
  await at.cluster.admin.client.call(postProjectRoute, { workspaceId: id, name: 'Within' });
  await at.visitor.signIn('/workspaces?sort=newest');
  await act(name, 'Archive');
  await gone(main().getByRole('link', { name }));
  await main().getByRole('switch', { name: 'Show Archived' }).check();
  await seen(main().getByRole('row').filter({ hasText: name }).getByText('Archived'));
  await main().getByRole('link', { name }).click();
  await seen(main().getByRole('link', { name: 'Within' }));
  expect(await main().getByRole('switch').count()).toBe(0);
  expect(await at.page.getByRole('button', { name: 'Actions of Within' }).count()).toBe(0);
  await act(name, 'Unarchive');
  await seen(at.page.getByRole('button', { name: 'New Project' }));
  await seen(at.page.getByRole('button', { name: 'Actions of Within' }));
});

test('[WS-077, WS-099, WS-100] one without experiments is deleted once its name is typed', async () => {
  const { id, name } = await makeWorkspace('Needless');
  await at.visitor.signIn(`/workspaces/${id}`);
  await act(name, 'Delete');
  const remove = dialog().getByRole('button', { name: 'Delete Workspace' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog().getByLabel('Please type the workspace name to confirm').fill(name);
  await remove.click();
  await at.visitor.pageNamed('Workspaces');
  expect((await at.cluster.fetch(`/api/v1/workspaces/${id}`, { token: at.cluster.admin.token })).status).toBe(404);
});
