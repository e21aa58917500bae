import { getProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getModelRoute, postModelRoute } from '@determined/contract/registry/models-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const admin = () => at.cluster.admin.client;

test('[RBAC-003] anybody makes workspaces and projects, and sees those of others', async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Of the admin' })).workspace?.id ?? 0;
  const { project } = await admin().call(postProjectRoute, { workspaceId, name: 'Shared' });
  const config =
    'name: seen by all\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\n';
  await admin().call(createExperimentRoute, { config: `${config}hyperparameters: {}`, projectId: project?.id });
  const { username } = await at.cluster.newUser();
  await at.visitor.signIn('/workspaces', username);
  await main().getByRole('link', { name: 'Of the admin' }).click();
  await main().getByRole('link', { name: 'Shared' }).click();
  await seen(main().getByRole('link', { name: 'seen by all' }));
  await at.visitor.open('/workspaces');
  await at.page.getByRole('banner').getByRole('button', { name: 'New Workspace' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Of nobody special');
  await dialog().getByRole('button', { name: 'Create Workspace' }).click();
  await at.visitor.pageNamed('Of nobody special');
  // In the workspace of another, too.
  for (const [place, name] of [
    [at.visitor.place, 'Mine'],
    [`/workspaces/${workspaceId}`, 'Theirs'],
  ] as const) {
    await at.visitor.open(place);
    await at.page.getByRole('banner').getByRole('button', { name: 'New Project' }).click();
    await dialog().getByLabel(/^Name/).fill(name);
    await dialog().getByRole('button', { name: 'Create Project' }).click();
    await at.visitor.pageNamed(name);
  }
});

test('[RBAC-002] an owner archives and deletes what is his; of others only an administrator may', async () => {
  const [owner, other] = [await at.cluster.newUser(), await at.cluster.newUser()];
  const { client } = owner;
  const { id: workspaceId = 0 } = (await client.call(postWorkspaceRoute, { name: 'His space' })).workspace ?? {};
  const { id: projectId = 0 } =
    (await client.call(postProjectRoute, { workspaceId, name: 'His project' })).project ?? {};
  await client.call(postModelRoute, { name: 'His model', workspaceId });
  const config = 'name: his run\nentrypoint: x\nresources: {slots_per_trial: 0}\nhyperparameters: {}\n';
  const { experiment } = await client.call(createExperimentRoute, {
    config: `${config}searcher: {name: single, metric: loss}`,
    projectId,
  });
  const experimentId = experiment?.id ?? 0;
  await client.call(killExperimentRoute, { id: experimentId });
  const stateOf = async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state;
  await expect.poll(stateOf).toBe('STATE_CANCELED');
  const places = [
    [`/experiments/${experimentId}`, 'his run', () => client.call(getExperimentRoute, { experimentId })],
    ['/models', 'His model', () => client.call(getModelRoute, { modelName: 'His model' })],
    [`/workspaces/${workspaceId}`, 'His project', () => client.call(getProjectRoute, { id: projectId })],
    ['/workspaces', 'His space', () => client.call(getWorkspaceRoute, { id: workspaceId })],
  ] as const;
  const menuOf = async (name: string) => {
    await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
    await seen(at.page.getByRole('menuitem').first());
  };
  // The registry is everybody's to change.
  for (const [place, name] of places.filter(([place]) => place !== '/models')) {
    if (name === 'his run') await at.visitor.signIn(place, other.username);
    else await at.visitor.open(place);
    await menuOf(name);
    await seen(at.page.getByRole('menuitem', { name: /^Delete Only its owner/ }));
    await at.page.keyboard.press('Escape');
  }
  await at.visitor.loseSession();
  await at.visitor.signIn('/dashboard', owner.username);
  for (const [place, name, stored] of places) {
    await at.visitor.open(`${place}?archived=true`);
    for (const way of ['Archive', 'Unarchive', 'Delete']) {
      await menuOf(name);
      await at.page.getByRole('menuitem', { name: way, exact: true }).click();
      await gone(at.page.getByRole('menu'));
    }
    const asked = at.page.locator('[role=dialog], [role=alertdialog]');
    const typed = asked.getByRole('textbox');
    const remove = asked.getByRole('button', { name: /^Delete / });
    await seen(remove);
    if ((await typed.count()) > 0) await typed.fill(name);
    await remove.click();
    await gone(asked);
    await expect.poll(() => stored().then(() => 'is there', String)).toContain('not found');
  }
});

const outOfOrder = { status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } };

test('[SETTINGS-027] says that it could not be found out who one is', async () => {
  await at.visitor.signIn('/dashboard');
  await at.visitor.pageNamed('Home');
  await at.page.route('**/api/v1/auth/user', (route) => route.fulfill(outOfOrder));
  await at.page.reload();
  await seen(at.page.getByText('Unable to fetch current user.', { exact: true }));
  await at.page.unrouteAll();
  await at.page.getByRole('button', { name: 'Refresh' }).click();
  await at.visitor.pageNamed('Home');
});

test('[SETTINGS-028] says that others could not be listed, in place of a list that is not theirs', async () => {
  const { id } = (await admin().call(postWorkspaceRoute, { name: 'Only mine' })).workspace ?? {};
  await admin().call(postProjectRoute, { workspaceId: id, name: 'Only mine, too' });
  for (const [path, whose, mine] of [
    ['/workspaces', "Others' Workspaces", 'Only mine'],
    [`/workspaces/${id}`, "Others' Projects", 'Only mine, too'],
  ] as const) {
    if (path === '/workspaces') await at.visitor.signIn(path);
    else await at.visitor.open(path);
    await seen(main().getByRole('link', { name: mine, exact: true }));
    await at.page.route(/\/api\/v1\/users\b/, (route) => route.fulfill(outOfOrder));
    await main().getByRole('radio', { name: whose }).check();
    const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch users.' });
    await seen(failure.getByText('Out of order'));
    expect(await main().getByRole('link', { name: mine, exact: true }).count()).toBe(0);
    await at.page.unrouteAll();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await gone(failure);
  }
});
