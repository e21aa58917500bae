import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const rowNames = () => main().getByRole('row').getByRole('link').allTextContents();

async function act(name: string, action: string): Promise<void> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}

let made = 0;
async function makeWorkspace(name: string): Promise<{ id: number; name: string }> {
  const unique = `${name} ${++made}`;
  const { workspace } = await at.cluster.admin.client.call(postWorkspaceRoute, { name: unique });
  return { id: workspace?.id ?? 0, name: unique };
}

describe('the list', () => {
  test('[WS-001, WS-013, WS-014, WS-018, SHELL-009, SHELL-083] says that there is none, the fixed one apart', async () => {
    const fresh = await startDevCluster();
    const alone = await Visitor.arrive(at.browser, fresh);
    await alone.signIn('/workspaces');
    await alone.pageNamed('Workspaces');
    await seen(alone.page.getByText('No Workspaces', { exact: true }));
    await seen(alone.page.getByText('Create a workspace to keep track of related projects and experiments.'));
    await seen(alone.page.getByText('No pinned workspaces'));
    await alone.leave();
    await fresh.stop();
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

  test('[WS-088, WS-089, WS-090] a name is needed, with a letter in it and at most 80', async () => {
    await at.visitor.signIn('/workspaces');
    await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
    const field = dialog().getByRole('textbox', { name: 'Name' });
    for (const bad of ['', '   ', 'x'.repeat(81)]) {
      await field.fill(bad);
      await dialog().getByRole('button', { name: 'Create Workspace' }).click();
      await seen(dialog().getByText('Name must be 1 ~ 80 letters, and contain at least non-whitespace letter'));
      await field.fill('fine');
    }
    expect(await dialog().count()).toBe(1);
  });

  test('[WS-103] a name that is taken is refused in the form', async () => {
    const { name } = await makeWorkspace('Taken');
    await at.visitor.signIn('/workspaces');
    await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog().getByRole('button', { name: 'Create Workspace' }).click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to create workspace.' }));
    expect(await dialog().getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
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
    for (const name of 'abcdefghijkl') await makeWorkspace(`Sorted ${name}`);
    const newest = `Sorted l ${made}`;
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
      await seen(
        other.page.getByRole('menuitem', { name: `${action} Only its owner or an administrator may do this.` }),
      );
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
    const name = `Pinned ${++made}`;
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

  test('[WS-083] its checkpoint storage is its owner’s to set, its agent user an administrator’s', async () => {
    const { client, username } = await at.cluster.newUser();
    const name = `Configured ${++made}`;
    const { workspace } = await client.call(postWorkspaceRoute, { name });
    await at.visitor.signIn('/workspaces?sort=newest', username);
    await act(name, 'Edit');
    expect(
      await dialog()
        .getByRole('switch', { name: /^Tasks run as another user/ })
        .isDisabled(),
    ).toBe(true);
    await dialog()
      .getByRole('switch', { name: /^Checkpoints have a storage/ })
      .check();
    const storage = dialog().getByRole('textbox', { name: 'Checkpoint Storage' });
    await storage.fill('type: [');
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await seen(dialog().getByText(/^Invalid YAML on line \d\.$/));
    expect(await at.page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await storage.fill('type: directory\ncontainer_path: /data');
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await gone(dialog());
    const admin = await Visitor.arrive(at.browser, at.cluster);
    await admin.signIn(`/workspaces/${workspace?.id}`);
    await admin.page.getByRole('button', { name: `Actions of ${name}` }).click();
    await admin.page.getByRole('menuitem', { name: 'Edit' }).click();
    const config = admin.page.getByRole('dialog');
    await seen(config.getByText('container_path: /data'));
    await config.getByRole('switch', { name: /^Tasks run as another user/ }).check();
    for (const [label, value] of [
      ['Agent User ID', '1007'],
      ['Agent User Name', 'trainer'],
      ['Agent Group ID', '1008'],
      ['Agent Group Name', 'lab'],
    ] as const)
      await config.getByRole('textbox', { name: label }).fill(value);
    await config.getByRole('button', { name: 'Save Changes' }).click();
    await gone(config);
    const { workspace: now } = await client.call(getWorkspaceRoute, { id: workspace?.id ?? 0 });
    expect(now?.agentUserGroup).toEqual({
      agentUid: 1007,
      agentUser: 'trainer',
      agentGid: 1008,
      agentGroup: 'lab',
    });
    await admin.leave();
    // Taken away from the list, whose answer comes without it.
    await act(name, 'Edit');
    await seen(storage);
    await dialog()
      .getByRole('switch', { name: /^Checkpoints have a storage/ })
      .uncheck();
    await seen(dialog().getByText(/^Experiments made from now on use the cluster's storage/));
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await gone(dialog());
    const cleared = await client.call(getWorkspaceRoute, { id: workspace?.id ?? 0 });
    expect(cleared.workspace?.checkpointStorageConfig).toBeUndefined();
    expect(cleared.workspace?.agentUserGroup?.agentUser).toBe('trainer');
    await act(name, 'Edit');
    const storageSwitch = dialog().getByRole('switch', { name: /^Checkpoints have a storage/ });
    await seen(storageSwitch);
    expect(await storageSwitch.isChecked()).toBe(false);
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

  test('[WS-016, WS-102, WS-105, WS-108, ERR-010] says what failed and why', async () => {
    const { name } = await makeWorkspace('Out of reach');
    await at.visitor.signIn('/workspaces?sort=newest');
    await seen(main().getByRole('link', { name }));
    await at.page.context().setOffline(true);
    const says = (text: string) => at.page.getByRole('alert').filter({ hasText: text });
    await act(name, 'Edit');
    await seen(says('Unable to open the form.').getByText('Server is Unreachable'));
    await at.page.context().setOffline(false);
    await act(name, 'Edit');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await at.page.context().setOffline(true);
    for (const [action, failed] of [
      ['Archive', 'Unable to archive workspace.'],
      ['Unpin', 'Unable to unpin workspace.'],
    ] as const) {
      await act(name, action);
      await seen(says(failed).getByText('Server is Unreachable'));
    }
    await act(name, 'Edit');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Other');
    await dialog().getByRole('button', { name: 'Save Changes' }).click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to save workspace.' }));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await main().getByRole('radio', { name: 'My Workspaces' }).check();
    const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch workspaces' });
    await seen(failure);
    await at.page.context().setOffline(false);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await seen(main().getByRole('link', { name }));
  });
});

describe('one workspace', () => {
  test('[SHELL-010, WS-028, WS-037, WS-063] has its crumb and says that it holds no projects', async () => {
    const { id, name } = await makeWorkspace('Empty');
    await at.visitor.signIn(`/workspaces/${id}`);
    await at.visitor.pageNamed(name);
    const crumbs = at.page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await crumbs.getByRole('listitem').allTextContents()).toEqual(['Workspaces', expect.stringContaining(name)]);
    await seen(main().getByText('Workspace contains no projects.'));
    await seen(main().getByText('Create a project with the "New Project" button or in the CLI.'));
    // Members are those of roles: without roles in force there is no such tab, nor its address.
    const tabs = at.page.getByRole('navigation', { name: `Parts of ${name}` }).getByRole('link');
    expect(await tabs.allTextContents()).toEqual(['Projects0']);
    await at.visitor.open(`/workspaces/${id}/members`);
    await seen(main().getByText('Workspace contains no projects.'));
    expect(await main().getByRole('searchbox', { name: 'Search members' }).count()).toBe(0);
  });

  test('[WS-033] an id that is no number is called invalid', async () => {
    await at.visitor.signIn('/workspaces/vision');
    await seen(at.page.getByText('Invalid Workspace ID vision'));
  });

  test('[WS-017, WS-038, WS-062, PROJ-027] the fixed one offers no new projects and no actions', async () => {
    await at.visitor.signIn('/workspaces/1');
    await at.visitor.pageNamed('Uncategorized Experiments');
    await seen(main().getByRole('link', { name: 'Uncategorized' }));
    await seen(main().getByRole('link', { name: 'Uncategorized' }));
    expect(await at.page.getByRole('button', { name: 'New Project' }).count()).toBe(0);
    expect(await at.page.getByRole('button', { name: /^Actions of/ }).count()).toBe(0);
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
