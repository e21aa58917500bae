import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// A search over the hyperparameters of an experiment that is there: asked for in two steps, from wherever that is in sight.
const machines = new ScriptedLauncher([4]);
const at = consoleTest({ launcher: machines });

const client = () => at.cluster.admin.client;
const dialog = () => at.page.getByRole('dialog', { name: 'Hyperparameter Search' });
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const select = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const said = (words: string) => seen(dialog().getByText(words, { exact: true }));
const options = (name: string) => select(name).getByRole('option').allTextContents();

let projectId = 0;
async function create(name: string, more: string, unmanaged = false): Promise<number> {
  const config = `# by hand
name: ${name}
entrypoint: python3 train.py
${more}
`;
  const { experiment } = await client().call(createExperimentRoute, { config, projectId, activate: false, unmanaged });
  return experiment?.id ?? 0;
}

async function fromMenu(name: string): Promise<void> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Hyperparameter Search', exact: true }).click();
  await seen(dialog());
}

/** The experiment that its page has come to show. */
async function made(before: number) {
  await gone(dialog());
  await expect.poll(() => /experiments\/(\d+)/.exec(at.page.url())?.[1]).not.toBe(String(before));
  const experimentId = Number(/experiments\/(\d+)/.exec(at.page.url())?.[1]);
  await client().call(killExperimentRoute, { id: experimentId });
  return (await client().call(getExperimentRoute, { experimentId })).experiment;
}

beforeAll(async () => {
  const workspaceId = (await client().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  projectId = (await client().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
});

test('[EXP-104, EXP-105, EXP-106, EXP-107, EXP-108, EXP-109, EXP-112, EXP-114, EXP-115, EXP-116, EXP-117, EXP-118, EXP-119, EXP-120, EXP-122] its settings are asked first and held to their bounds, and an adaptive search is made', async () => {
  const id = await create(
    'one',
    `searcher: {name: single, metric: loss}
records_per_epoch: 50
hyperparameters: {lr: {type: log, base: 10, minval: -3, maxval: -1}, depth: 3}`,
  );
  await at.visitor.signIn(`/experiments/${id}`);
  await at.visitor.pageNamed('one');
  await fromMenu('one');
  await expect.poll(() => dialog().getByRole('listitem').allTextContents()).toEqual(['Settings', 'Hyperparameters']);
  const methods = await dialog().getByRole('radio').all();
  expect(await Promise.all(methods.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Adaptive',
    'Grid',
    'Random',
  ]);
  expect(await dialog().getByRole('radio', { name: 'Adaptive' }).isChecked()).toBe(true);
  expect(await options('Early stopping mode')).toEqual(['Aggressive', 'Standard', 'Conservative']);
  expect(await select('Early stopping mode').inputValue()).toBe('standard');
  const once = dialog().getByRole('checkbox', { name: 'Stop once' });
  expect(await once.isChecked()).toBe(true);
  expect(await field('Max concurrent trials').inputValue()).toBe('16');
  expect(await options('Units')).toEqual(['Records', 'Batches', 'Epochs']);

  const wrong = async (name: string, value: string, words: string, right: string) => {
    await field(name).fill(value);
    await press('Select Hyperparameters');
    await said(words);
    await field(name).fill(right);
  };
  await field('Max length').fill('40');
  await wrong('New experiment name', ' ', 'Name is required.', 'one');
  await wrong('New experiment name', 'x'.repeat(81), 'Name must be at most 80 characters.', 'wide');
  const slots = 'Slots per trial must be a whole number from 0 to 4.';
  await wrong('Slots per trial', '5', slots, '4');
  await wrong('Slots per trial', '-1', slots, '0');
  await wrong('Max length', '0', 'Max length must be a whole number above 0.', '64');
  const concurrent = 'Max concurrent trials must be a whole number of at least 0.';
  await wrong('Max concurrent trials', '-1', concurrent, '0');
  await wrong('Max trials', '0', 'Max trials must be a whole number above 0.', '8');
  await select('Units').selectOption('Epochs');
  await select('Early stopping mode').selectOption('Conservative');
  await once.uncheck();
  // What it comes to is told before anything is made: all eight begin, and so many epochs at most.
  const cost = dialog().getByRole('region', { name: 'What it will cost' });
  await seen(cost.getByRole('definition').getByText('8', { exact: true }));
  await seen(cost.getByRole('row', { name: /^64 / }));

  await press('Select Hyperparameters');
  expect(await dialog().getByRole('listitem').nth(1).getAttribute('aria-current')).toBe('step');
  await press('Back');
  expect(await field('Max length').inputValue()).toBe('64');
  await press('Select Hyperparameters');
  await press('Run');
  const search = await made(id);
  expect(search).toMatchObject({
    forkedFrom: id,
    projectId,
    config: {
      name: 'wide',
      resources: { slots_per_trial: 0, resource_pool: 'default' },
      searcher: {
        name: 'adaptive_asha',
        metric: 'loss',
        max_trials: 8,
        max_time: 64,
        time_metric: 'epochs',
        mode: 'conservative',
        stop_once: false,
        max_concurrent_trials: 0,
        max_rungs: 5,
        divisor: 4,
      },
      hyperparameters: {
        lr: { type: 'log', base: 10, minval: -3, maxval: -1 },
        depth: { type: 'const', val: 3 },
      },
    },
  });
  expect(search?.originalConfig).toContain('# by hand');
});

test('[EXP-123, EXP-124, EXP-125, EXP-126, EXP-127, EXP-128, EXP-129, EXP-130, EXP-131, EXP-132, EXP-133, EXP-134, EXP-135, EXP-157] what is searched is asked next, and a grid is made', async () => {
  const id = await create(
    'kinds',
    `searcher: {name: random, metric: loss, max_trials: 2, max_length: {batches: 10}}
resources: {slots_per_trial: 0}
hyperparameters: {opt: {type: categorical, vals: [adam, sgd]}, width: {type: int, minval: 8, maxval: 64}}`,
  );
  await at.visitor.signIn(`/projects/${projectId}/experiments`);
  await fromMenu('kinds');
  expect(await options('Units')).toEqual(['Records', 'Batches']);
  await dialog().getByRole('radio', { name: 'Grid' }).check();
  await gone(field('Max trials'));
  await gone(select('Early stopping mode'));
  await press('Select Hyperparameters');
  await seen(dialog().getByRole('status').getByText('Categorical hyperparameters are not currently supported.'));
  const types = select('Type of width').getByRole('option');
  expect(await types.allTextContents()).toEqual(['Constant', 'Double', 'Int', 'Log', 'Categorical']);
  expect(await types.nth(4).isDisabled()).toBe(true);

  await press('Add Hyperparameter');
  await press('Run');
  await said('Name is required.');
  await said('Current value is required.');
  await field('Name of hyperparameter 3').fill('lr');
  await field('Current of lr').fill('0.1');
  const wrong = async (name: string, value: string, words: string) => {
    await field(name).fill(value);
    await press('Run');
    await said(words);
  };
  await said('Grid count is required.');
  await wrong('Grid count of width', 'few', 'Grid count must be a number.');
  await wrong('Grid count of width', '0', 'Grid count must be greater than or equal to 1.');
  await field('Grid count of width').fill('2');
  await wrong('Min value of width', '', 'Minimum value is required.');
  await wrong('Min value of width', 'low', 'Minimum value must be a number.');
  await field('Min value of width').fill('16.4');
  await wrong('Max value of width', '', 'Maximum value is required.');
  await wrong('Max value of width', 'high', 'Maximum value must be a number.');
  await wrong('Max value of width', '15', 'Maximum value must be greater or equal to than minimum value.');
  await field('Max value of width').fill('32');
  await field('Max value of width').blur();
  expect(await field('Min value of width').inputValue()).toBe('16');

  // Two widths, two optimizers: four trials.
  const cost = dialog().getByRole('region', { name: 'What it will cost' });
  await seen(cost.getByRole('definition').getByText('4', { exact: true }).first());
  await at.page.route('**/api/v1/experiments', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } }),
  );
  await press('Run');
  await seen(dialog().getByRole('alert').getByText('Unable to create experiment: out of order'));
  await at.page.unroute('**/api/v1/experiments');
  await press('Run');
  expect(await made(id)).toMatchObject({
    numTrials: 4,
    config: {
      name: 'kinds',
      searcher: { name: 'grid', max_length: { batches: 10 } },
      hyperparameters: {
        lr: { type: 'const', val: 0.1 },
        opt: { type: 'categorical', vals: ['adam', 'sgd'] },
        width: { type: 'int', minval: 16, maxval: 32, count: 2 },
      },
    },
  });
});

test('[EXP-121] a pool and units that can be used have to be chosen', async () => {
  const searcher = 'name: adaptive_asha, metric: loss, max_trials: 2, max_time: 9, time_metric: minutes';
  const id = await create('elsewhere', `searcher: {${searcher}}\nhyperparameters: {lr: 1}`);
  // A pool may have been taken from its workspace since.
  await at.page.route('**/available-resource-pools', (route) => route.fulfill({ json: { resourcePools: [] } }));
  await at.visitor.signIn(`/experiments/${id}`);
  await at.visitor.pageNamed('elsewhere');
  await fromMenu('elsewhere');
  expect(await options('Units')).toEqual(['Records', 'Batches', 'Minutes']);
  await dialog().getByRole('radio', { name: 'Random' }).check();
  await press('Select Hyperparameters');
  await said('Resource pool is required.');
  await said('Units are required.');
  await select('Units').selectOption('Records');
  await press('Select Hyperparameters');
  await gone(dialog().getByText('Units are required.'));
  await said('Resource pool is required.');
});

test('[EXP-025, TRIAL-019] hyperparameters of an experiment and a trial have it, with the trial’s values; those of an unmanaged one have not', async () => {
  const id = await create('plain', 'searcher: {name: single, metric: loss}\nhyperparameters: {lr: 0.25}');
  const [trialId] = (await client().call(getExperimentRoute, { experimentId: id })).experiment?.trialIds ?? [];
  const button = at.page.getByRole('main').getByRole('button', { name: 'Hyperparameter Search' });
  await at.visitor.signIn(`/experiments/${id}/hyperparameters`);
  await button.click();
  await field('Max length').fill('1');
  await press('Select Hyperparameters');
  expect(await field('Current of lr').inputValue()).toBe('0.25');
  await press('Cancel');
  await gone(dialog());
  await at.visitor.open(`/experiments/${id}/trials/${trialId}`);
  await at.page.getByRole('banner').getByRole('button', { name: 'Hyperparameter Search' }).click();
  await seen(dialog());

  const foreign = await create('foreign', 'searcher: {name: single, metric: loss}\nhyperparameters: {lr: 1}', true);
  await at.visitor.open(`/experiments/${foreign}/hyperparameters`);
  await at.visitor.pageNamed('foreign');
  await gone(button);
  await at.page.getByRole('button', { name: 'Actions of foreign' }).click();
  const entry = at.page.getByRole('menuitem', { name: /^Hyperparameter Search/ });
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
});
