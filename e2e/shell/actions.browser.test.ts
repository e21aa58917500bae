import { getWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const focused = () =>
  at.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test('after Escape the focus is where the dialog was opened from: a button, a row’s menu, a form that comes later', async () => {
  await at.cluster.admin.client.call(postWorkspaceRoute, { name: 'Focus' });
  await at.visitor.signIn('/workspaces');
  await at.visitor.pageNamed('Workspaces');
  await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
  await seen(at.page.getByRole('dialog', { name: 'New Workspace' }));
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('dialog'));
  await expect.poll(focused).toBe('New Workspace');

  const menu = at.page.getByRole('button', { name: 'Actions of Focus' });
  const name = await menu.getAttribute('aria-label');
  await menu.click();
  await seen(at.page.getByRole('menu'));
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
  await expect.poll(focused).toBe(name);

  await menu.click();
  await at.page.getByRole('menuitem', { name: 'Edit' }).click();
  await seen(at.page.getByRole('dialog', { name: 'Edit Workspace' }));
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('dialog'));
  await expect.poll(focused).toBe(name);
});

test('what was archived by mistake comes back by Undo', async () => {
  await at.visitor.signIn('/workspaces');
  const name = 'Taken back';
  await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
  await at.page.getByRole('dialog').getByLabel('Name').fill(name);
  await at.page.getByRole('dialog').getByRole('button', { name: 'Create Workspace' }).click();
  await at.visitor.pageNamed(name);
  const archived = at.page.getByRole('heading', { level: 1 }).getByText('Archived');
  await at.page.getByRole('button', { name: `Actions of ${name}` }).click();
  await at.page.getByRole('menuitem', { name: 'Archive' }).click();
  await seen(archived);
  const said = at.page.getByRole('status').filter({ hasText: `Archived ${name}` });
  await said.getByRole('button', { name: 'Undo' }).click();
  await gone(archived);
  await gone(said);
  const id = Number(/\d+/.exec(at.visitor.place));
  const { workspace } = await at.cluster.admin.client.call(getWorkspaceRoute, { id });
  expect(workspace?.archived).toBe(false);
});
