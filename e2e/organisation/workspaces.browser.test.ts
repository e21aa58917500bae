import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { Poll } from '../support/polls.ts';
import { seen } from '../support/seen.ts';
import { workspaceSteps } from './workspace-steps.ts';

const at = consoleTest();
const { main, dialog, makeWorkspace } = workspaceSteps(at);

const rowNames = () => main().getByRole('row').getByRole('link').allTextContents();

test('[WS-001, WS-013, WS-014, WS-018, SHELL-009, SHELL-083] says that there is none, the fixed one apart', async () => {
  // Before any other is made.
  await at.visitor.signIn('/workspaces');
  await at.visitor.pageNamed('Workspaces');
  await seen(at.page.getByText('No Workspaces', { exact: true }));
  await seen(at.page.getByText('Create a workspace to keep track of related projects and experiments.'));
  await seen(at.page.getByText('No pinned workspaces'));
});

test('[WS-006, SHELL-082, WS-101] New Workspace makes one, goes there, and pins it last to the side bar', async () => {
  const before = [(await makeWorkspace('Zebra')).name, (await makeWorkspace('Ant')).name];
  await at.visitor.signIn('/workspaces');
  await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('  Vision  ');
  await dialog().getByRole('button', { name: 'Create Workspace' }).click();
  await at.visitor.pageNamed('Vision');
  expect(at.visitor.place).toMatch(/^\/workspaces\/\d+$/);
  const places = at.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await seen(places.filter({ hasText: 'Vision' }));
  const texts = await places.allTextContents();
  const pinned = [...before, 'Vision'];
  expect(texts.flatMap((text) => pinned.filter((name) => text.includes(name)))).toEqual(pinned);
});

test('[WS-088, WS-089, WS-090, WS-103] a name is needed, with a letter in it, at most 80 and not taken', async () => {
  const { name } = await makeWorkspace('Taken');
  await at.visitor.signIn('/workspaces');
  await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
  const field = dialog().getByRole('textbox', { name: 'Name' });
  const create = dialog().getByRole('button', { name: 'Create Workspace' });
  for (const bad of ['', '   ', 'x'.repeat(81)]) {
    await field.fill(bad);
    await create.click();
    await seen(dialog().getByText('Name must be 1 ~ 80 letters, and contain at least non-whitespace letter'));
    await field.fill('fine');
  }
  await field.fill(name);
  await create.click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to create workspace.' }));
  expect(await field.inputValue()).toBe(name);
});

test('[WS-003, WS-009, WS-010, WS-011, WS-015] shows all, mine, or those of others', async () => {
  const { name } = await makeWorkspace('Of the admin');
  const { username, client } = await at.cluster.newUser();
  const own = `Of ${username}`;
  await at.visitor.signIn('/workspaces', username);
  await seen(main().getByRole('link', { name }));
  await main().getByRole('radio', { name: 'My Workspaces' }).check();
  await seen(main().getByText('No workspaces matching the current filters'));
  expect(at.visitor.place).toBe('/workspaces?whose=mine');
  await client.call(postWorkspaceRoute, { name: own });
  await seen(main().getByRole('link', { name: own }));
  expect(await rowNames()).toEqual([own]);
  await main().getByRole('radio', { name: "Others' Workspaces" }).check();
  await seen(main().getByRole('link', { name }));
  expect(await rowNames()).not.toContain(own);
  await main().getByRole('radio', { name: 'All Workspaces' }).check();
  await seen(main().getByRole('link', { name }));
  expect(at.visitor.place).toBe('/workspaces');
});

test('[WS-002, WS-005, WS-012, WS-020, WS-021, FMT-011] sorts, pages by ten and turns into cards', async () => {
  let newest = '';
  for (const name of 'abcdefghijkl') ({ name: newest } = await makeWorkspace(`Sorted ${name}`));
  await at.visitor.signIn('/workspaces');
  await seen(main().getByRole('table'));
  expect(await rowNames()).toHaveLength(10);
  expect(await rowNames()).toEqual([...(await rowNames())].sort((one, other) => one.localeCompare(other)));
  await main().getByRole('button', { name: 'Next page' }).click();
  await seen(main().getByText('Page 2 of'));
  await main().getByRole('button', { name: 'Sort: Alphabetical' }).click();
  await at.page.getByRole('menuitemradio', { name: 'Newest to Oldest' }).click();
  await seen(main().getByText('Page 1 of'));
  await seen(main().getByRole('link', { name: newest }));
  expect((await rowNames())[0]).toBe(newest);
  await main().getByRole('radio', { name: 'Grid' }).check();
  await seen(main().getByRole('listitem').first());
  // Cards are all there at once.
  expect(await main().getByRole('listitem').count()).toBeGreaterThan(10);
  expect(await main().getByRole('listitem').filter({ hasText: newest }).textContent()).toContain('0 projects');
});

test('[WS-019, WS-079] archived ones have two columns more, and one that is deleted says how far that is', async () => {
  const names: string[] = [];
  const states = ['DELETING', 'DELETE_FAILED', 'DELETED'];
  for (const state of states) names.push((await makeWorkspace(`Told ${state}`)).name);
  await at.page.route('**/api/v1/workspaces?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { workspaces: { name: string; state: string }[] };
    for (const workspace of reply.workspaces) {
      const state = states[names.indexOf(workspace.name)];
      if (state) workspace.state = `WORKSPACE_STATE_${state}`;
    }
    await route.fulfill({ response, json: reply });
  });
  await at.visitor.signIn('/workspaces?archived=true&sort=newest');
  const row = (which: number) => main().getByRole('row').filter({ hasText: names[which] });
  await seen(row(0).getByText('Deleting', { exact: true }));
  await seen(row(1).getByText('Delete failed', { exact: true }));
  await seen(row(2).getByText('Deleted', { exact: true }));
  expect(await main().getByRole('columnheader').allTextContents()).toEqual([
    ...['Name', 'Projects', 'Experiments', 'State', 'Archived', 'User', 'Actions'],
  ]);
});

test('[WS-025] they are asked for once a minute', async () => {
  await Poll.withoutLiveHints(at.page);
  const list = new Poll(
    at.page,
    ({ pathname, searchParams }) => pathname === '/api/v1/workspaces' && searchParams.get('archived') === 'false',
  );
  await at.visitor.signIn('/workspaces');
  await seen(main().getByRole('table'));
  await list.comesEvery(60);
});
