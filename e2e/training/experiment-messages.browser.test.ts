import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// What the page of an experiment says when something fails, and how what failed or ended goes on.
const machines = new ScriptedLauncher([2]);
const at = consoleTest({ launcher: machines, env: { DET_LAUNCH_ERROR: 'false' } });

const client = () => at.cluster.admin.client;
const dialog = () => at.page.getByRole('dialog').or(at.page.getByRole('alertdialog'));
const button = (name: string | RegExp) => at.page.getByRole('banner').getByRole('button', { name });
const toast = (words: string) => at.page.getByRole('alert').filter({ hasText: words });
const outOfOrder = { status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } };

async function create(name: string, more: string, activate = false): Promise<number> {
  const config = `{name: ${name}, entrypoint: python3 train.py, hyperparameters: {}, max_restarts: 0, ${more}}`;
  const { experiment } = await client().call(createExperimentRoute, { config, activate });
  return experiment?.id ?? 0;
}
const single = (more = '') => `searcher: {name: single, metric: loss${more}}`;
const stored = async (experimentId: number) => (await client().call(getExperimentRoute, { experimentId })).experiment;

async function becomes(id: number, state: RegExp): Promise<void> {
  await eventually(`it is ${state}`, async () => state.test((await stored(id))?.state ?? ''));
}

async function canceled(name: string, more: string): Promise<number> {
  const id = await create(name, more);
  await client().call(killExperimentRoute, { id });
  await becomes(id, /CANCELED/);
  return id;
}

/** Ends the trials of a search, each with its exit code. */
async function ended(id: number, exitCodes: readonly number[]): Promise<void> {
  for (const exitCode of exitCodes) {
    const task = await eventually('one runs', () =>
      machines.running().find((one) => one.environment.DET_EXPERIMENT_ID === String(id)),
    );
    machines.end(task.allocationId, { exitCode });
    await eventually('it is over', () => !machines.running().includes(task));
  }
}

async function act(name: string, action: string | RegExp): Promise<void> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await at.page.getByRole('menuitem', { name: action }).click();
}

/** The next such call fails. */
async function failNext(path: string): Promise<void> {
  await at.page.route(path, (route) => route.fulfill(outOfOrder), { times: 1 });
}

/** Answers about an experiment, with some of it otherwise. */
const otherwise = (over: object) => async (route: Route) => {
  const response = await route.fetch();
  const reply = (await response.json()) as { experiment: object };
  await route.fulfill({ response, json: { ...reply, experiment: { ...reply.experiment, ...over } } });
};

test('[EXP-002, EXP-004] it says that it loads, and that it could not be read', async () => {
  const id = await create('read', single());
  let answer = () => {};
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await at.visitor.signIn('/dashboard');
  await at.page.route(`**/api/v1/experiments/${id}`, async (route) => {
    await told;
    await route.fulfill(outOfOrder);
  });
  await at.visitor.open(`/experiments/${id}`);
  await seen(at.page.getByText(`Loading experiment ${id} details...`));
  answer();
  await seen(at.page.getByText(`Unable to fetch Experiment ${id}`));
});

test('[EXP-024, EXP-079, EXP-165] without trials, in each state, and with a trial that cannot be read', async () => {
  const id = await create('alone', single());
  const path = `**/api/v1/experiments/${id}`;
  await at.page.route(path, otherwise({ state: 'STATE_CANCELED', trialIds: [] }));
  await at.visitor.signIn(`/experiments/${id}`);
  await seen(at.page.getByText('Experiment will not have trials'));
  await at.page.unroute(path);

  for (const state of ['QUEUED', 'STARTING', 'PULLING', 'RUNNING', 'PAUSED', 'ACTIVE', 'UNSPECIFIED']) {
    await at.page.route(path, otherwise({ state: `STATE_${state}` }));
    await at.visitor.open(`/experiments/${id}`);
    await seen(button(state === 'PAUSED' ? 'Activate' : 'Pause'));
    await seen(button('Stop'));
    await at.page.unroute(path);
  }
  await at.page.route('**/api/v1/trials/*', (route) => route.fulfill(outOfOrder));
  await at.visitor.open(`/experiments/${id}`);
  await seen(at.page.getByText('Unable to fetch experiment trial detail'));
});

test('[EXP-150, EXP-151, EXP-152, EXP-153, EXP-164] what cannot be done is told in its own words', async () => {
  const id = await create('stubborn', single());
  await at.visitor.signIn(`/experiments/${id}`);
  await at.visitor.pageNamed('stubborn');
  await failNext('**/activate');
  await button('Activate').click();
  await seen(toast('Unable to activate experiment'));
  await button('Activate').click();
  await failNext('**/pause');
  await button('Pause').click();
  await seen(toast('Unable to pause experiment'));
  await failNext('**/cancel');
  await button('Stop').click();
  await dialog().getByRole('button', { name: /^Stop/ }).click();
  await seen(at.page.getByText('Unable to stop experiment'));
  await at.page.keyboard.press('Escape');
  await gone(dialog());
  await client().call(killExperimentRoute, { id });
  await seen(at.page.getByText('Stopped').first());
  await at.page.route(`**/api/v1/experiments/${id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(outOfOrder) : route.fallback(),
  );
  await act('stubborn', 'Delete');
  await dialog().getByRole('button', { name: 'Delete Experiment' }).click();
  await seen(at.page.getByText('Unable to delete experiment'));
  await at.page.keyboard.press('Escape');
  // From a row the form reads the experiment first.
  await at.page.route(`**/api/v1/experiments/${id}`, (route) => route.fulfill(outOfOrder));
  await at.visitor.open('/projects/1/experiments');
  await act('stubborn', 'Hyperparameter Search');
  await seen(dialog().getByText('Failed to load experiment details.'));
});

test('[EXP-072, EXP-073, EXP-085, EXP-086, EXP-089, EXP-154] what failed of a random search, or was stopped, is tried again', async () => {
  const random = 'searcher: {name: random, metric: loss, max_trials: 2}';
  const partly = await create('partly', random, true);
  await ended(partly, [1, 0]);
  await becomes(partly, /COMPLETED/);
  const counts: string[] = [];
  at.page.on('request', (request) => {
    if (request.url().includes('states=STATE_ERROR'))
      counts.push(new URL(request.url()).searchParams.get('limit') ?? '');
  });
  await at.visitor.signIn(`/experiments/${partly}`);
  await at.visitor.pageNamed('partly');
  await expect.poll(() => counts).toEqual(['1']);
  await failNext('**/experiments/continue');
  await act('partly', 'Retry Errored (1)');
  await seen(toast('Unable to continue this experiment'));
  await act('partly', 'Retry Errored (1)');
  await becomes(partly, /QUEUED|RUNNING|ACTIVE|STARTING/);
  await client().call(killExperimentRoute, { id: partly });

  const stopped = await canceled('stopped', random);
  await at.visitor.open(`/experiments/${stopped}`);
  await at.visitor.pageNamed('stopped');
  await act('stopped', /^Retry$/);
  await becomes(stopped, /QUEUED|RUNNING|ACTIVE|STARTING/);
  await client().call(killExperimentRoute, { id: stopped });
  await at.visitor.open(`/experiments/${await canceled('plain', single())}`);
  await at.visitor.pageNamed('plain');
  await at.page.getByRole('button', { name: 'Actions of plain' }).click();
  await seen(at.page.getByRole('menuitem', { name: 'Continue Trial' }));
  expect(await at.page.getByRole('menuitem', { name: /^Retry/ }).count()).toBe(0);
});

test('[EXP-088, EXP-090, EXP-094, EXP-095, EXP-096, EXP-100, EXP-171, EXP-172] a trial goes on in its place or in a new experiment', async () => {
  const id = await create('further', `${single(', max_length: {batches: 10}')}, resources: {slots_per_trial: 1}`, true);
  await ended(id, [0]);
  await becomes(id, /COMPLETED/);
  await at.visitor.signIn(`/experiments/${id}`);
  await at.visitor.pageNamed('further');
  await act('further', 'Continue Trial');
  const choice = dialog().getByRole('radiogroup', { name: 'Where it goes on' });
  // Its dialog comes when it is asked for.
  await seen(choice);
  const where = await choice.getByRole('radio').all();
  const names = where.map((one) => one.getAttribute('aria-label'));
  expect(await Promise.all(names)).toEqual(['Create New Experiment', 'Reactivate Current Trial']);
  const more = dialog().getByRole('textbox', { name: 'Additional batches' });
  const go = dialog().getByRole('button', { name: 'Reactivate Trial' });
  await more.fill('-1');
  await go.click();
  await seen(dialog().getByText('Additional batches must be at least 0.'));
  await more.fill('1.5');
  await go.click();
  await seen(dialog().getByText('Additional batches must be an integer.'));
  await more.fill('');
  await at.page.route('**/experiments/continue', (route) => route.abort(), { times: 1 });
  await go.click();
  await seen(dialog().getByText('Unable to continue with the provided config.'));
  await go.click();
  await gone(dialog());
  await client().call(killExperimentRoute, { id });
  await becomes(id, /CANCELED/);

  // What did not come to its end has the editor alone.
  await at.visitor.open(`/experiments/${id}`);
  await at.visitor.pageNamed('further');
  await act('further', 'Continue Trial');
  await seen(dialog().getByRole('textbox', { name: 'Changes of the configuration (YAML)' }));
  expect(await more.count()).toBe(0);
  await dialog().getByRole('radio', { name: 'Create New Experiment' }).check();
  await dialog().getByRole('button', { name: 'Show Full Config' }).click();
  const editor = dialog().getByRole('textbox', { name: 'Config' });
  const trialId = (await stored(id))?.trialIds[0];
  await seen(editor.getByText(`source_trial_id: ${trialId}`));
  const launch = dialog().getByRole('button', { name: 'Create New Experiment' });
  await launch.click();
  await seen(dialog().getByText(`failed to create experiment: no checkpoint found for source trial ${trialId}`));
  await editor.click();
  await at.page.keyboard.press('ControlOrMeta+A');
  await at.page.keyboard.insertText(
    '{name: grown, entrypoint: python3 train.py, hyperparameters: {}, searcher: {name: single, metric: loss}, resources: {slots_per_trial: 9}}',
  );
  const changed = dialog().getByRole('region', { name: `Changed from experiment ${id}` });
  await seen(changed.getByText('resources.slots_per_trial'));
  await launch.click();
  const warning = at.page.getByRole('status').filter({ hasText: 'Current Slots Exceeded' });
  await seen(
    warning.getByText(
      'The requested job requires more slots than currently available. You may need to increase cluster resources in order for the job to run.',
    ),
  );
  await at.visitor.pageNamed('grown');
  const made = Number(/experiments\/(\d+)/.exec(at.page.url())?.[1]);
  expect(await stored(made)).toMatchObject({ forkedFrom: id, config: { name: 'grown' } });
});

test('[EXP-084] who deletes it in its header sees that it is being deleted, and cannot ask for it again', async () => {
  const id = await canceled('going', single());
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await at.visitor.signIn(`/experiments/${id}`);
  await at.page.route(`**/api/v1/experiments/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') await held;
    await route.continue();
  });
  await act('going', 'Delete');
  await dialog().getByRole('button', { name: 'Delete Experiment' }).click();
  await seen(at.page.getByRole('main').getByText('Deleting', { exact: true }).first());
  expect(await dialog().getByRole('button', { name: 'Delete Experiment' }).getAttribute('aria-busy')).toBe('true');
  await at.page.keyboard.press('Escape');
  await gone(dialog());
  await at.page.getByRole('button', { name: 'Actions of going', exact: true }).click();
  const again = at.page.getByRole('menuitem', { name: /^Delete/ });
  await seen(again.getByText('is being deleted'));
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  answer();
});

const unread = async (tab: string, words: (id: number) => string) => {
  const id = await create('many', 'searcher: {name: random, metric: loss, max_trials: 2}');
  await at.page.route(/\/api\/v1\/experiments\/\d+\/trials(\?|$)/, (route) => route.fulfill(outOfOrder));
  await at.visitor.signIn(`/experiments/${id}${tab}`);
  await seen(at.page.getByRole('main').getByText(words(id)));
  expect(await at.page.locator('[data-tone]').count()).toBe(0);
};

test.each([
  ['', 'Failed to fetch experiment trials.'],
  ['?f_flat_runs=on', 'Failed to fetch search runs.'],
])(
  '[EXP-160] ranked trials that cannot be read are told of where they would stand, and nowhere else%s',
  (flag, words) => unread(`/visualization/learning-curve${flag}`, () => words),
);

test("[EXP-159] an experiment's table of trials that cannot be read is told of in its place, and nowhere else", () =>
  unread('/trials', (id) => `Unable to fetch experiments ${id} trials.`));

test('[EXP-161] so are the checkpoints of an experiment of one trial', async () => {
  const id = await create('saving', single(), true);
  await eventually('it has a trial', async () => (await stored(id))?.trialIds.length === 1);
  await at.page.route('**/api/v1/trials/*/checkpoints*', (route) => route.fulfill(outOfOrder));
  await at.visitor.signIn(`/experiments/${id}/checkpoints`);
  await seen(at.page.getByRole('main').getByText(`Unable to fetch experiment ${id} checkpoints.`));
  expect(await at.page.locator('[data-tone]').count()).toBe(0);
  await client().call(killExperimentRoute, { id });
});

test.each([
  ['', 'experiments', 'Unable to fetch experiment data.'],
  ['?f_flat_runs=on', 'searches', 'Unable to fetch search data.'],
])('[EXP-158] what is shown stays where it cannot be read again, and that is said%s', async (flag, thing, words) => {
  const id = await create('kept', 'searcher: {name: random, metric: loss, max_trials: 2}');
  await at.visitor.signIn(`/${thing}/${id}${flag}`);
  await at.visitor.pageNamed('kept');
  const path = `**/api/v1/experiments/${id}`;
  await at.page.route(path, (route) => route.fulfill(outOfOrder));
  await client().call(patchExperimentRoute, { experiment: { id, name: 'renamed' } });
  const said = at.page.getByRole('status').filter({ hasText: words });
  await seen(said);
  await at.visitor.pageNamed('kept');
  await at.page.unroute(path);
  await said.getByRole('button', { name: 'Retry' }).click();
  await at.visitor.pageNamed('renamed');
  await gone(said);
});
