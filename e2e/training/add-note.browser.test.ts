import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest();
const client = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const dialog = (name: string) => at.page.getByRole('dialog', { name });
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });

let project = 0;
const ids: Record<string, number> = {};
const notesOf = async (name: string) =>
  (await client().call(getExperimentRoute, { experimentId: ids[name] ?? 0 })).experiment?.notes;

beforeAll(async () => {
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'Vision' });
  project =
    (await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Noted' })).project?.id ?? 0;
  for (const name of ['one', 'two', 'three']) {
    const config = `{name: ${name}, searcher: {name: random, metric: loss, max_trials: 2}, hyperparameters: {}}`;
    const { experiment } = await client().call(createExperimentRoute, { config, projectId: project, unmanaged: true });
    ids[name] = experiment?.id ?? 0;
    const { trial } = await client().call(createTrialRoute, { experimentId: ids[name], unmanaged: true });
    await client().call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
  }
  await client().call(patchExperimentRoute, { experiment: { id: ids.two ?? 0, notes: 'Kept.' } });
});

async function choose(...names: string[]): Promise<void> {
  for (const name of names)
    await main()
      .getByRole('checkbox', { name: `Select ${name}`, exact: true })
      .check();
  await main().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
  await at.page.getByRole('menuitem', { name: /^Add Note/ }).click();
}

test('a note is added below the notes of several, after a preview, and taken back; of one, too', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await choose('one', 'two');
  const form = dialog('Add Note to 2 experiments');
  await form.getByRole('button', { name: 'Add Note' }).click();
  await seen(form.getByText('Write what is to be added.'));
  await form.getByRole('textbox', { name: 'Note' }).fill('**Noisy** labels.');
  await form.getByRole('button', { name: 'Add Note' }).click();
  await dialog('Add Note to 2 selected experiments?').getByRole('button', { name: 'Add Note 2' }).click();
  await seen(toast('Add Note Success'));
  await expect.poll(() => notesOf('one')).toBe('**Noisy** labels.');
  expect(await notesOf('two')).toBe('Kept.\n\n**Noisy** labels.');
  await toast('Add Note Success').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => notesOf('two')).toBe('Kept.');
  expect(await notesOf('one')).toBe('');

  await choose('two');
  await dialog('Add Note to two').getByRole('textbox', { name: 'Note' }).fill('Alone.');
  await dialog('Add Note to two').getByRole('button', { name: 'Add Note' }).click();
  await dialog('Add Note to 1 selected experiment?').getByRole('button', { name: 'Add Note 1' }).click();
  await expect.poll(() => notesOf('two')).toBe('Kept.\n\nAlone.');
});

test('a note on a run goes to its search', async () => {
  await at.visitor.signIn(`/projects/${project}/runs?f_flat_runs=on`);
  await choose('three');
  const form = dialog('Add Note to three');
  await seen(form.getByText('Notes are of searches: all runs of a search show them.'));
  await form.getByRole('textbox', { name: 'Note' }).fill('By run.');
  await form.getByRole('button', { name: 'Add Note' }).click();
  await at.page.getByRole('button', { name: 'Add Note 1' }).click();
  await expect.poll(() => notesOf('three')).toBe('By run.');
});

test('a run that notes mention is a link with its state and value, which go on changing; what is none stays text', async () => {
  const config = '{name: mentioned, searcher: {name: single, metric: loss}, hyperparameters: {}}';
  const asked = { config, projectId: project, unmanaged: true };
  const experimentId = (await client().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  const trialId = (await client().call(createTrialRoute, { experimentId, unmanaged: true })).trial?.id ?? 0;
  const report = (stepsCompleted: number, loss: number) =>
    client().call(reportTrialMetricsRoute, {
      metrics: { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics: { loss } } },
      group: 'validation',
    });
  await report(10, 0.5);
  const notes = `Better than #${trialId}, unlike #99999 and \`#${trialId}\`.`;
  await client().call(patchExperimentRoute, { experiment: { id: ids.one ?? 0, notes } });
  await at.visitor.signIn(`/experiments/${ids.one}/notes`);
  const preview = main().getByRole('region', { name: 'Preview' });
  const link = preview.getByRole('link', { name: `#${trialId}`, exact: true });
  await seen(link);
  expect(await link.getAttribute('href')).toContain(`/experiments/${experimentId}/trials/${trialId}`);
  await seen(preview.getByText(/loss 0\.500000, unlike #99999 and/));
  await report(20, 0.25);
  await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
  await seen(preview.getByText(/loss 0\.250000, unlike/));
  await seen(preview.getByText('Completed', { exact: true }));
  expect(await preview.getByRole('link').count()).toBe(1);
  expect(await violations(at.page)).toEqual([]);
  await link.click();
  await expect.poll(() => at.page.url()).toContain(`/trials/${trialId}`);
});
