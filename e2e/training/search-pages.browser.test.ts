import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true });

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const banner = () => at.page.getByRole('banner');
const tab = (name: string) => at.page.getByRole('link', { name: new RegExp(`^${name}`) });
const ids = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((id) => Number(id.trim()));

let project = 0;
let [search, alone] = [0, 0];
let runs: number[] = [];
let only = 0;

beforeAll(async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  const create = async (name: string, searcher: string, projectId: number) => {
    const config = `name: ${name}\nsearcher: ${searcher}\nhyperparameters: {}`;
    const asked = { config, projectId, unmanaged: true };
    return (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  };
  const run = async (experimentId: number) =>
    (await admin().call(createTrialRoute, { experimentId, unmanaged: true })).trial?.id ?? 0;
  search = await create('sweep', '{name: random, metric: loss, max_trials: 2}', project);
  runs = [await run(search), await run(search)];
  alone = await create('alone', '{name: single, metric: loss}', 1);
  only = await run(alone);
});

test('[SHELL-017, EXP-005, EXP-027, EXP-030, EXP-031, EXP-032] an experiment is a search there, with its runs', async () => {
  await at.visitor.signIn(`/experiments/${search}`);
  await expect.poll(() => at.visitor.place).toContain(`/searches/${search}/runs`);
  await seen(main().getByRole('heading', { level: 1, name: 'sweep' }));
  expect(await at.page.title()).toContain(`Search ${search}`);
  await expect.poll(ids).toEqual(runs.toReversed());
  await seen(banner().getByRole('link', { name: 'Vision' }));
  await seen(banner().getByRole('link', { name: 'Digits' }));
  await seen(main().getByText(`Search ${search}`, { exact: true }));
  expect(await violations(at.page)).toEqual([]);

  // A tab that there is none of is the one before.
  await tab('Notes').click();
  await expect.poll(() => at.visitor.place).toContain(`/searches/${search}/notes`);
  await at.visitor.open(`/searches/${search}/shoe`);
  await expect.poll(() => at.visitor.place).toContain(`/searches/${search}/notes`);
  await at.visitor.open(`/searches/${search}`);
  await expect.poll(() => at.visitor.place).toContain(`/searches/${search}/runs`);
  await tab('Visualization').click();
  await seen(tab('Runs'));
  await seen(tab('Visualization').and(at.page.locator('[aria-current="page"]')));
});

test('[EXP-087, EXP-166] a search of one run leads to it; uncategorized ones lie under runs', async () => {
  await at.page.route(/run-rows\?limit=2/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await at.visitor.signIn(`/searches/${alone}`);
  await seen(main().getByText('Failed to fetch run information for search'));
  await at.page.unroute(/run-rows\?limit=2/);
  await seen(banner().getByRole('link', { name: 'Uncategorized Runs' }));
  await main()
    .getByRole('link', { name: `Run ${only}`, exact: true })
    .click();
  await expect.poll(() => at.visitor.place).toContain(`/trials/${only}/`);
});

test('[SHELL-016, TRIAL-008, TRIAL-009] a trial is a run there', async () => {
  const [run = 0] = runs;
  await at.visitor.signIn(`/trials/${run}`);
  await seen(main().getByRole('heading', { level: 1, name: `Run ${run}` }));
  await at.visitor.open(`/trials/shoe`);
  await seen(main().getByText('Invalid Run ID shoe'));
});

test('runs of a search are told apart by the hyperparameters that it searches, in a grid and on a phone', async () => {
  const config = `name: ranged
searcher: {name: random, metric: loss, max_trials: 2}
hyperparameters: {fixed: 3, nested: {rate: {type: double, minval: 0, maxval: 1}}, width: {type: int, minval: 4, maxval: 9}}
`;
  const { experiment } = await admin().call(createExperimentRoute, { config, projectId: project, unmanaged: true });
  const hparams = { fixed: 3, nested: { rate: 0.123456789 }, width: 7 };
  const request = { experimentId: experiment?.id ?? 0, unmanaged: true, hparams };
  const { trial: first } = await admin().call(createTrialRoute, request);
  const { trial } = await admin().call(createTrialRoute, { ...request, hparams: { ...hparams, width: 4 } });
  await at.visitor.signIn(`/searches/${experiment?.id}`);
  await expect.poll(ids).toEqual([trial?.id, first?.id]);
  const heads = await main().getByRole('columnheader').allTextContents();
  expect(heads.filter((head) => head !== '')).toEqual([
    'ID',
    'State',
    'loss',
    'nested.rate',
    'width',
    'Start Time',
    'Duration',
    'Actions',
  ]);
  await seen(main().getByRole('columnheader', { name: 'Global Run ID' }));
  await at.page.setViewportSize({ width: 390, height: 844 });
  await seen(main().getByRole('link', { name: `Run ${trial?.id}`, exact: true }));
  await seen(main().getByText(/nested.rate 0.123457 · width 4/));
});
