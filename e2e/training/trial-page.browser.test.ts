import { randomUUID } from 'node:crypto';
import { getTrialCheckpointsRoute, patchCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { clientOf } from '@determined/dev-cluster/paper-training.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { reportSaved } from '../support/played-trial.ts';
import { gone, seen } from '../support/seen.ts';

// The page of a trial: what it says before it is there, its checkpoints, and going on from it.
const machines = new ScriptedLauncher([8]);
const at = consoleTest({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const config = `name: digits
entrypoint: python3 train.py
hyperparameters: {rate: 0.5}
searcher: {name: single, metric: loss, max_length: {epochs: 4}}
resources: {slots_per_trial: 1}
`;

/** A running trial with so many checkpoints, a hundred batches apart; the last has the best loss. */
async function makeTrial(checkpoints = 0, program?: string) {
  const { client } = at.cluster.admin;
  const content = Buffer.from(program ?? '').toString('base64');
  const files = program === undefined ? [] : [{ path: 'train.py', type: 48, mode: 0o644, content }];
  const { experiment } = await client.call(createExperimentRoute, { config, modelDefinition: files, activate: true });
  const experimentId = experiment?.id ?? 0;
  const task = await eventually('its task runs', () =>
    machines.running().find(({ environment }) => environment.DET_EXPERIMENT_ID === String(experimentId)),
  );
  const { environment } = task;
  const trialId = Number(environment.DET_TRIAL_ID);
  const uuids: string[] = [];
  for (let i = 0; i < checkpoints; i++) {
    const stepsCompleted = (i + 1) * 100;
    const trialRunId = Number(environment.DET_TRIAL_RUN_ID);
    const metrics = { trialId, trialRunId, stepsCompleted, metrics: { avgMetrics: { loss: 1 / (i + 1) } } };
    await clientOf(task).call(reportTrialMetricsRoute, { group: 'validation', metrics });
    const uuid = randomUUID();
    uuids.push(uuid);
    await reportSaved(task, uuid, stepsCompleted, { 'weights.npz': 1_024 });
  }
  return { experimentId, trialId, uuids, path: `/experiments/${experimentId}/trials/${trialId}` };
}

const press = (name: string) => at.page.getByRole('button', { name, exact: true }).click();
// Not the files of its code, which have addresses as well.
const tabs = () =>
  at.page
    .getByRole('main')
    .getByRole('navigation', { name: /^(Experiment|Trial|Run) \d+$/ })
    .getByRole('link');
const dataRows = (grid: Locator) => grid.getByRole('row').filter({ has: at.page.getByRole('gridcell') });

test('[TRIAL-002, TRIAL-010, TRIAL-012, TRIAL-013, TRIAL-049, TRIAL-050] says what it waits for and what it could not read', async () => {
  const { trialId, path } = await makeTrial(1);
  const trial = `**/api/v1/trials/${trialId}`;
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await at.page.route(trial, async (route) => {
    await held;
    await route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"message":"the disk is full","code":13}',
    });
  });
  await at.visitor.signIn(path);
  await seen(at.page.getByText('Fetching trial information...').first());
  answer?.();
  const failure = at.page.getByRole('main').getByRole('alert');
  await seen(failure.getByText(`Unable to fetch Trial ${trialId}`));
  await seen(failure.getByText('the disk is full', { exact: false }));
  await at.page.unroute(trial);
  await at.page.route(trial, (route) => route.fulfill({ json: { trial: null, workloads: [] } }));
  await failure.getByRole('button', { name: 'Retry' }).click();
  await seen(at.page.getByText('Waiting for trial to become available.'));
  await at.page.unroute(trial);

  const [series, workloads] = ['**/api/v1/trials/time-series*', `**/api/v1/trials/${trialId}/workloads*`];
  for (const call of [series, workloads]) await at.page.route(call, (route) => route.abort());
  await at.visitor.open(path);
  await seen(at.page.getByText(`Failed to load summary for trial ${trialId}.`));
  await seen(at.page.getByText('Failed to load recent trial workloads.'));
  expect((await tabs().allTextContents()).map((text) => text.replace(/ .*/, ''))).toContain('Metrics');
  for (const call of [series, workloads]) await at.page.unroute(call);

  // Every built-in role that shows an experiment shows its artifacts: the console is told of one that does not.
  await at.page.route('**/api/v1/permissions/summary', async (route) => {
    const response = await route.fetch();
    const all = await response.text();
    return route.fulfill({ response, body: all.replaceAll('TYPE_VIEW_EXPERIMENT_ARTIFACTS', 'TYPE_UNSPECIFIED') });
  });
  await at.visitor.open(path);
  await seen(tabs().filter({ hasText: 'Hyperparameters' }));
  expect(await tabs().filter({ hasText: 'Metrics' }).count()).toBe(0);
});

test('[TRIAL-004, TRIAL-006] a run that stands by itself has its checkpoints and code, for whom may see artifacts', async () => {
  const { path: bare } = await makeTrial();
  const { path } = await makeTrial(1, 'print(1)');
  const names = async () => (await tabs().allTextContents()).map((text) => /^\w+/.exec(text.trim())?.[0]);
  await at.visitor.signIn(path);
  await expect.poll(names).toEqual(['Overview', 'Metrics', 'Hyperparameters', 'Profiler', 'Logs']);
  await at.visitor.open(`${bare}?f_flat_runs=on`);
  const others = ['Overview', 'Metrics', 'Hyperparameters', 'Checkpoints', 'Profiler'];
  await expect.poll(names).toEqual([...others, 'Logs']);
  await at.visitor.open(`${path}/code?file=train.py&f_flat_runs=on`);
  await expect.poll(names).toEqual([...others, 'Code', 'Logs']);
  await seen(at.page.getByRole('main').getByText('print(1)'));
  await at.page.route('**/api/v1/permissions/summary', async (route) => {
    const response = await route.fetch();
    const all = await response.text();
    return route.fulfill({ response, body: all.replaceAll('TYPE_VIEW_EXPERIMENT_ARTIFACTS', 'TYPE_UNSPECIFIED') });
  });
  await at.visitor.open(`${path}/code?f_flat_runs=on`);
  await expect.poll(names).toEqual(['Overview', 'Hyperparameters', 'Logs']);
});

test('[SHELL-015, TRIAL-022, TRIAL-048] checkpoints are sorted, filtered by their states, ticked and deleted together', async () => {
  const { trialId, uuids, path } = await makeTrial(3);
  const [first, deleted = '', last] = uuids;
  await at.cluster.admin.client.call(patchCheckpointsRoute, {
    checkpoints: [{ uuid: deleted, resources: { resources: {} } }],
  });
  await at.visitor.signIn(`${path}/checkpoints?f_flat_runs=on`);
  const grid = at.page.getByRole('grid', { name: `Checkpoints of run ${trialId}` });
  const listed = async () =>
    (await dataRows(grid).allTextContents()).map((text) => uuids.findIndex((uuid) => text.includes(uuid)));
  await expect.poll(listed).toEqual([2, 1, 0]);
  const heads = await grid.getByRole('columnheader').allTextContents();
  expect(heads.filter((head) => head !== '')).toEqual([
    'UUID',
    'State',
    'Total Batches',
    'Searcher Metric (loss)',
    'Size',
    'Reported',
    'Actions',
  ]);
  await grid.getByRole('columnheader', { name: 'Total Batches' }).click();
  await expect.poll(listed).toEqual([0, 1, 2]);
  await press('State');
  // Both, before the address has followed the first.
  await at.page.getByRole('menu').evaluate(async (menu) => {
    const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')];
    for (const word of ['Completed', 'Deleted']) {
      items.find(({ textContent }) => textContent === word)?.click();
      await Promise.resolve();
    }
  });
  await expect.poll(() => at.page.getByRole('menuitemcheckbox', { checked: true }).allTextContents()).toHaveLength(2);
  await expect.poll(() => new URL(at.page.url()).searchParams.get('state')?.split(',')).toHaveLength(2);
  await at.page.getByRole('menuitemcheckbox', { name: 'Completed', exact: true }).click();
  await at.page.keyboard.press('Escape');
  await expect.poll(listed).toEqual([1]);
  await at.page.reload();
  await expect.poll(listed).toEqual([1]);
  await grid.getByLabel(`Select checkpoint ${deleted}`).check();
  const remove = at.page.getByRole('button', { name: 'Delete', exact: true });
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  await press('Clear selected');
  await at.page.getByRole('button', { name: /^State/ }).click();
  await at.page.getByRole('menuitem', { name: 'All' }).click();
  await expect.poll(listed).toEqual([0, 1, 2]);
  await grid.getByLabel('Select all on this page').check();
  await seen(at.page.getByText('3 selected'));
  await remove.click();
  const dialog = at.page.getByRole('alertdialog', { name: 'Confirm Checkpoint Deletion' });
  await seen(dialog.getByText('for 2 checkpoint(s)?', { exact: false }));
  await at.page.route('**/api/v1/checkpoints', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Request Delete' }).click();
  await seen(dialog.getByRole('alert').filter({ hasText: 'Unable to delete Selected Checkpoints' }));
  await at.page.unroute('**/api/v1/checkpoints');
  await dialog.getByRole('button', { name: 'Request Delete' }).click();
  await gone(dialog);
  await eventually('a task is to delete both', async () => {
    const tasks = await at.cluster.master.db.selectFrom('checkpoint_gc_tasks').select('uuids').execute();
    const asked = tasks.flatMap(({ uuids: some }) => some);
    return asked.includes(first ?? '') && asked.includes(last ?? '') && !asked.includes(deleted);
  });
  const { checkpoints } = await at.cluster.admin.client.call(getTrialCheckpointsRoute, { id: trialId });
  expect(checkpoints).toHaveLength(3);
});

test('[TRIAL-017, TRIAL-018, TRIAL-020] goes on as a new experiment, once it has a checkpoint; its log is one press away', async () => {
  const bare = await makeTrial();
  await at.visitor.signIn(`${bare.path}/overview`);
  const go = at.page.getByRole('button', { name: 'Continue Trial', exact: true });
  await go.hover();
  await seen(at.page.getByRole('tooltip', { name: 'No checkpoints found. Cannot continue trial' }));
  expect(await go.getAttribute('aria-disabled')).toBe('true');

  const { experiment: outside } = await at.cluster.admin.client.call(createExperimentRoute, {
    config,
    unmanaged: true,
    activate: true,
  });
  const { client } = at.cluster.admin;
  const { trial } = await client.call(createTrialRoute, {
    experimentId: outside?.id ?? 0,
    unmanaged: true,
  });
  await at.visitor.open(`/experiments/${outside?.id}/trials/${trial?.id}/overview`);
  await go.hover();
  await seen(at.page.getByRole('tooltip', { name: 'Not available for unmanaged workloads' }));

  const made = await makeTrial(1);
  await at.visitor.open(`${made.path}/overview`);
  await go.click();
  const dialog = at.page.getByRole('dialog', { name: `Continue Trial ${made.trialId}` });
  expect(await dialog.getByLabel('Name').inputValue()).toBe(
    `Continuation of trial ${made.trialId}, experiment ${made.experimentId} (digits)`,
  );
  await dialog.getByLabel('Name').fill('');
  await dialog.getByLabel('Max epochs').fill('0');
  await dialog.getByRole('button', { name: 'Continue Trial' }).click();
  await seen(dialog.getByText('Please provide a new experiment name.'));
  await seen(dialog.getByText('Max epochs must be at least 1.'));
  await dialog.getByLabel('Name').fill('digits, longer');
  await dialog.getByLabel('Max epochs').fill('8');
  await dialog.getByRole('button', { name: 'Continue Trial' }).click();
  await at.visitor.pageNamed('digits, longer');
  const experimentId = Number(/experiments\/(\d+)/.exec(at.visitor.place)?.[1]);
  const { config: settled } = (await client.call(getExperimentRoute, { experimentId })) as {
    config: { searcher: object; hyperparameters: object } | null;
  };
  expect(settled?.searcher).toMatchObject({ source_trial_id: made.trialId, max_length: { epochs: 8 } });

  await at.visitor.open(`${made.path}/overview`);
  await at.page.getByRole('link', { name: 'View Logs' }).click();
  await seen(at.page.getByRole('log').getByText('have started', { exact: false }));
  expect(at.visitor.place).toBe(`${made.path}/logs`);
  await seen(at.page.getByText('Following', { exact: true }));
});

test('a tab whose file does not come says that the server is away, and is there when it is back', async () => {
  const { path } = await makeTrial();
  await at.visitor.signIn(`${path}/overview`);
  await seen(tabs().filter({ hasText: 'Logs' }));
  const file = '**/assets/trial-log-*.js';
  await at.page.route(file, (route) => route.abort());
  await tabs().filter({ hasText: 'Logs' }).click();
  await seen(at.page.getByRole('heading', { name: 'Server is Unreachable', exact: true }));
  await at.page.unroute(file);
  await seen(at.page.getByRole('region', { name: /^Logs of trial/ }));
});
