import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
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
