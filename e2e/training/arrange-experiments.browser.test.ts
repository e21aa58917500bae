import { archiveProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const submit = (name: string) => dialog().getByRole('button', { name }).click();
const toast = (words: string) => at.page.getByRole('status').filter({ hasText: words });
const problem = (words: string) => dialog().getByText(words);

let [workspaceId, from, to] = [0, 0, 0];
let made = 0;
async function create(): Promise<{ id: number; name: string }> {
  const name = `experiment ${++made}`;
  const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {}
resources: {slots_per_trial: 0}
`;
  const { experiment } = await admin().call(createExperimentRoute, { config, projectId: from, activate: false });
  return { id: experiment?.id ?? 0, name };
}
const stored = async (experimentId: number) => (await admin().call(getExperimentRoute, { experimentId })).experiment;

async function act(name: string, action: string): Promise<void> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
  await seen(dialog());
}

/** The next answer to such a call is a failure. */
async function failNext(method: string, path: string): Promise<void> {
  let failed = false;
  await at.page.route(path, (route) => {
    if (failed || route.request().method() !== method) return route.fallback();
    failed = true;
    return route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } });
  });
}

beforeAll(async () => {
  workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  const project = async (name: string) =>
    (await admin().call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;
  [from, to] = [await project('Digits'), await project('Letters')];
  await admin().call(archiveProjectRoute, { id: await project('Old') });
});

test('[EXP-136, EXP-137, EXP-138, EXP-139, EXP-155, EXPLIST-120] name and description are edited', async () => {
  const { id, name } = await create();
  await at.visitor.signIn(`/projects/${from}/experiments`);
  await act(name, 'Edit');
  const field = dialog().getByRole('textbox', { name: 'Name' });
  for (const wrong of ['', '   ', 'x'.repeat(129)]) {
    await field.fill(wrong);
    await submit('Save Changes');
    await seen(problem('Name must be 1 ~ 128 characters'));
  }
  await field.fill('y'.repeat(128));
  await dialog().getByRole('textbox', { name: 'Description' }).fill('wider, <b>slower</b>');
  await failNext('PATCH', `**/api/v1/experiments/${id}`);
  await submit('Save Changes');
  await seen(problem('Unable to update experiment'));
  await submit('Save Changes');
  await seen(toast('Experiment updated successfully'));
  await gone(dialog());
  expect(await stored(id)).toMatchObject({ name: 'y'.repeat(128), description: 'wider, <b>slower</b>' });
});

test('[EXP-163] a description that could not be saved is told in its own words', async () => {
  const { id, name } = await create();
  await at.visitor.signIn(`/experiments/${id}`);
  await act(name, 'Edit');
  await dialog().getByRole('textbox', { name: 'Description' }).fill('wider');
  await failNext('PATCH', `**/api/v1/experiments/${id}`);
  await submit('Save Changes');
  await seen(problem('Unable to save experiment description.'));
  await submit('Save Changes');
  await gone(dialog());
  expect((await stored(id))?.description).toBe('wider');
});

test('[EXP-140, EXP-141, EXP-142] it is moved to another project, which has to be chosen', async () => {
  const { id, name } = await create();
  await at.visitor.signIn(`/experiments/${id}`);
  await act(name, 'Move');
  const workspace = dialog().getByRole('combobox', { name: 'Workspace' });
  const project = dialog().getByRole('combobox', { name: 'Project' });
  await submit('Move Experiment');
  await seen(problem('Workspace is required'));
  await workspace.selectOption('Vision');
  await submit('Move Experiment');
  await seen(problem('Project is required'));
  expect(await project.getByRole('option', { name: 'Old' }).isDisabled()).toBe(true);
  await project.selectOption('Digits');
  await submit('Move Experiment');
  await seen(toast('No changes to save.'));
  await gone(dialog());

  await act(name, 'Move');
  await workspace.selectOption('Vision');
  await project.selectOption('Letters');
  await submit('Move Experiment');
  await seen(toast('Move Success'));
  expect((await stored(id))?.projectId).toBe(to);
  await seen(at.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Letters' }));
  // The first workspace has one project alone.
  await act(name, 'Move');
  await workspace.selectOption('Uncategorized');
  await gone(project);
  await submit('Move Experiment');
  await expect.poll(async () => (await stored(id))?.projectId).toBe(1);
});

test('[EXP-144, EXP-145, EXP-146, EXP-156] logs are kept for so many days, or forever', async () => {
  const { id, name } = await create();
  await admin().call(killExperimentRoute, { id });
  await at.visitor.signIn(`/experiments/${id}`);
  await act(name, 'Retain Logs');
  const days = dialog().getByRole('textbox', { name: 'Number of Days' });
  await submit('Retain Logs');
  await seen(problem('Number of days is required.'));
  for (const wrong of ['-2', '32768', '1.5', 'many']) {
    await days.fill(wrong);
    await submit('Retain Logs');
    await seen(problem('Number of days must be an integer from -1 to 32767.'));
  }
  const sent: unknown[] = [];
  at.page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/retain_logs')) sent.push(request.postDataJSON());
  });
  await days.fill('32767');
  await failNext('PUT', `**/api/v1/experiments/${id}/retain_logs`);
  await submit('Retain Logs');
  await seen(problem('Unable to retain logs'));
  await submit('Retain Logs');
  await seen(toast('Retain Logs Success'));
  await gone(dialog());
  await act(name, 'Retain Logs');
  await dialog().getByRole('checkbox', { name: 'Forever' }).click();
  expect(await days.isDisabled()).toBe(true);
  expect(await days.inputValue()).toBe('-1');
  await submit('Retain Logs');
  await gone(dialog());
  expect(sent).toMatchObject([{ numDays: 32767 }, { numDays: 32767 }, { numDays: -1 }]);
});

test('[EXP-067] what is archived, or lies in an archived project, is neither edited nor moved', async () => {
  const { id, name } = await create();
  await admin().call(archiveProjectRoute, { id: from });
  await at.visitor.signIn(`/experiments/${id}`);
  await seen(main().getByRole('heading', { name }));
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await seen(at.page.getByRole('menuitem', { name: 'Retain Logs' }));
  const items = await at.page.getByRole('menuitem').allTextContents();
  expect(items).not.toContain('Edit');
  expect(items).not.toContain('Move');
});

test('[EXPLIST-121] a search that is edited in its table says so in its own word', async () => {
  const config = '{name: to be renamed, searcher: {name: random, metric: loss, max_trials: 2}, hyperparameters: {}}';
  const { project } = await admin().call(postProjectRoute, { workspaceId, name: 'Searches' });
  await admin().call(createExperimentRoute, { config, projectId: project?.id, unmanaged: true });
  await at.visitor.signIn(`/projects/${project?.id}/searches?f_flat_runs=on`);
  await act('to be renamed', 'Edit');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('renamed');
  await submit('Save Changes');
  await seen(toast('Search updated successfully'));
  await seen(main().getByRole('link', { name: 'renamed', exact: true }));
});
