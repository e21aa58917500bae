import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();
const client = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const tick = (name: string) => main().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });

let project = 0;
const ids: Record<string, number> = {};
const tagsOf = async (name: string) =>
  (await client().call(getExperimentRoute, { experimentId: ids[name] ?? 0 })).experiment?.labels?.toSorted();

beforeAll(async () => {
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'Vision' });
  project =
    (await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Tagged' })).project?.id ?? 0;
  for (const name of ['one', 'two', 'three']) {
    const config = `{name: ${name}, searcher: {name: random, metric: loss, max_trials: 2}, hyperparameters: {}, labels: [old]}`;
    const { experiment } = await client().call(createExperimentRoute, { config, projectId: project, unmanaged: true });
    ids[name] = experiment?.id ?? 0;
    const { trial } = await client().call(createTrialRoute, { experimentId: ids[name], unmanaged: true });
    await client().call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
  }
});

/** Once what is chosen has been read. */
async function edit(): Promise<void> {
  await main().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
  await at.page.getByRole('menuitem', { name: /^Edit Tags/ }).click();
}

async function write(field: string, ...tags: string[]): Promise<void> {
  for (const tag of tags) {
    await dialog().getByRole('combobox', { name: field, exact: true }).fill(tag);
    await at.page.keyboard.press('Enter');
  }
}

test('the tags of an experiment are edited on its page', async () => {
  await at.visitor.signIn(`/experiments/${ids.one}`);
  await main().getByRole('button', { name: 'Edit Tags' }).click();
  await seen(dialog().getByText('old', { exact: true }));
  await at.page.keyboard.press('Backspace');
  await write('Tags', 'new');
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(toast('Experiment updated successfully'));
  await seen(main().getByText('new', { exact: true }));
  await gone(main().getByText('old', { exact: true }));
  expect(await tagsOf('one')).toEqual(['new']);
  await main().getByRole('button', { name: 'Edit Tags' }).click();
  await write('Tags', 'x'.repeat(257));
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(dialog().getByText('A tag has at most 256 characters.'));
  await at.page.keyboard.press('Escape');
});

test('tags that could not be saved stay in their form, which says why', async () => {
  await at.visitor.signIn(`/experiments/${ids.one}`);
  await main().getByRole('button', { name: 'Edit Tags' }).click();
  await write('Tags', 'not lost');
  const path = `**/api/v1/experiments/${ids.one}`;
  await at.page.route(path, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to update experiment' }));
  await seen(dialog().getByText('not lost', { exact: true }));
  await at.page.unroute(path);
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(toast('Experiment updated successfully'));
  expect(await tagsOf('one')).toContain('not lost');
});

test('of several some come and some go, after a preview, and all of it is taken back', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  for (const name of ['two', 'three']) await tick(name).check();
  await edit();
  await dialog().getByRole('button', { name: 'Edit Tags' }).click();
  await seen(dialog().getByText('Name a tag to add or to remove.'));
  await write('Add', 'fast', 'wide');
  await write('Remove', 'old');
  await dialog().getByRole('button', { name: 'Edit Tags' }).click();
  const preview = at.page.getByRole('dialog', { name: 'Edit Tags of 2 selected experiments?' });
  await preview.getByRole('button', { name: 'Edit Tags 2' }).click();
  await seen(toast('Edit Tags Success'));
  await expect.poll(() => tagsOf('two')).toEqual(['fast', 'wide']);
  await seen(main().getByRole('row').filter({ hasText: 'three' }).getByText('wide'));
  await toast('Edit Tags Success').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => tagsOf('two')).toEqual(['old']);
  expect(await tagsOf('three')).toEqual(['old']);
});

test('tags of runs are those of their searches', async () => {
  await at.visitor.signIn(`/projects/${project}/runs?f_flat_runs=on`);
  for (const name of ['two', 'three']) await tick(name).check();
  await edit();
  await seen(dialog().getByText('Tags are of searches: all runs of a search show them.'));
  await write('Add', 'by run');
  await dialog().getByRole('button', { name: 'Edit Tags' }).click();
  await at.page.getByRole('button', { name: 'Edit Tags 2' }).click();
  await seen(toast('Edit Tags Success'));
  await expect.poll(() => tagsOf('three')).toEqual(['by run', 'old']);
  expect(await tagsOf('one')).not.toContain('by run');
});
