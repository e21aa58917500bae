import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true });

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const pane = () => main().getByRole('complementary', { name: 'Compare' });
const conditions = () => main().getByRole('list', { name: 'Conditions' }).getByRole('listitem').allTextContents();
const brushes = () => pane().getByRole('list', { name: 'Brushes' }).getByRole('listitem').allTextContents();
const rows = () =>
  main()
    .getByRole('grid')
    .getByRole('checkbox', { name: /^Select / })
    .count();
const kept = () => pane().getByRole('region', { name: 'Hyperparameters of records' }).getByRole('rowheader').count();
const plot = (of: string) => pane().getByRole('img', { name: new RegExp(`^${of} over \\d axes`) });

let project = 0;
const searchers = 'random, max_trials: 9';

async function create(name: string, searcher: string, given: readonly object[]): Promise<void> {
  const config = `{name: ${name}, searcher: {name: ${searcher}, metric: loss}, hyperparameters: {}}`;
  const asked = { config, projectId: project, unmanaged: true };
  const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  for (const [i, hparams] of given.entries()) {
    const trial = { experimentId, hparams: hparams as never, unmanaged: true };
    const trialId = (await admin().call(createTrialRoute, trial)).trial?.id ?? 0;
    const metrics = { trialId, trialRunId: 0, stepsCompleted: 10, metrics: { avgMetrics: { loss: i } } };
    await admin().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
  }
}

beforeAll(async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  const given = ['adam', 'lamb', 'sgd'].flatMap((optimizer, i) =>
    [0, 1].map((k) => ({ depth: 2 * i + k, optimizer, ema: k === 1 })),
  );
  await create('sweep', searchers, given);
  await create('other', searchers, given.slice(0, 2));
});

async function compareAll(address: string): Promise<void> {
  await at.visitor.signIn(address);
  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  await main().getByRole('button', { name: 'Select rows' }).click();
  await at.page.getByRole('menuitem', { name: /that match$/ }).click();
  await pane().getByRole('tab', { name: 'Hyperparameters', exact: true }).click();
}
const press = async (...keys: string[]) => {
  for (const key of keys) await at.page.keyboard.press(key);
};

test('what is brushed filters the table beside, and what is compared stays', async () => {
  await compareAll(`/projects/${project}/runs`);
  await seen(plot('8 runs'));
  expect(await rows()).toBe(8);
  // depth lies from 0 to 5; the best of them is that of 0.
  await plot('8 runs').focus();
  await press('Enter', '+', '+', '+');
  await expect.poll(conditions).toEqual(['depth <= 1']);
  await expect.poll(rows).toBe(4);
  expect(await brushes()).toEqual(['depth up to 1']);
  expect(await kept()).toBe(4);
  await seen(main().getByText('8 selected', { exact: true }));
  await seen(plot('8 runs'));
  // A choice, and what is true or not; the axes stand by name: depth, ema, optimizer.
  await press('ArrowRight', 'Enter');
  await expect.poll(rows).toBe(2);
  expect(await conditions()).toEqual(['depth <= 1', 'ema = false']);
  expect(await kept()).toBe(2);
  expect(await violations(at.page)).toEqual([]);

  // The address says it, and a condition that is taken away is a brush that is.
  await at.visitor.open(at.visitor.place);
  await pane().getByRole('tab', { name: 'Hyperparameters', exact: true }).click();
  await expect.poll(brushes).toEqual(['depth up to 1', 'andema false']);
  await main().getByRole('button', { name: 'Remove depth <= 1', exact: true }).click();
  await expect.poll(brushes).toEqual(['ema false']);
  await expect.poll(rows).toBe(4);
  await pane().getByRole('button', { name: 'Clear brush', exact: true }).click();
  await expect.poll(rows).toBe(8);
  await gone(main().getByRole('list', { name: 'Conditions' }));
  await expect.poll(kept).toBe(8);
});

test('beside searches a brush is the chart’s own: their configurations have no such values', async () => {
  await compareAll(`/projects/${project}/searches`);
  await plot('2 searches').focus();
  await press('ArrowRight', 'Enter');
  await expect.poll(brushes).toHaveLength(1);
  expect([await rows(), await kept()]).toEqual([2, 2]);
  await gone(main().getByRole('list', { name: 'Conditions' }));
});
