import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true });

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const pane = () => main().getByRole('complementary', { name: 'Compare' });
const radio = (group: string, name: string) =>
  main().getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
const smoothing = () => main().getByRole('slider', { name: /^Smoothing/ });
const plot = () => main().getByRole('img', { name: /^4 runs over \d axes/ });
const brushes = () => main().getByRole('list', { name: 'Brushes' }).getByRole('listitem').allTextContents();
const heading = () => at.page.getByRole('heading', { name: 'Compare 4 runs', exact: true });
const tab = (name: string) => at.page.getByRole('link', { name, exact: true });
const press = async (...keys: string[]) => {
  for (const key of keys) await at.page.keyboard.press(key);
};

let project = 0;
const runs: number[] = [];

beforeAll(async () => {
  await at.cluster.admin.client.call(postUserRoute, {
    user: { username: 'grace', active: true },
    password: devPassword,
  });
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  const config = '{name: sweep, searcher: {name: random, metric: loss, max_trials: 9}, hyperparameters: {}}';
  const asked = { config, projectId: project, unmanaged: true };
  const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  for (const depth of [0, 1, 2, 3]) {
    const trial = { experimentId, hparams: { depth, width: 8 - depth }, unmanaged: true };
    const trialId = (await admin().call(createTrialRoute, trial)).trial?.id ?? 0;
    runs.push(trialId);
    for (const step of [1, 2, 3, 4]) {
      const avgMetrics = { loss: depth + 1 / step, epochs: step / 2 };
      const metrics = { trialId, trialRunId: 0, stepsCompleted: step * 10, metrics: { avgMetrics } };
      await admin().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
    }
  }
});

const address = (ids: readonly number[]) => `/experiment-compare?${ids.map((id) => `id=${id}`).join('&')}&of=run`;

/** What somebody else sees who opens what was copied. */
async function openCopied(by: RegExp): Promise<void> {
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main().getByRole('button', { name: 'Copy link', exact: true }).click();
  await seen(at.page.getByText('Link copied', { exact: true }));
  const link = new URL(await at.page.evaluate<string>('navigator.clipboard.readText()'));
  expect(link.pathname).toMatch(/^\/det\/v\/[a-z0-9]{8,16}$/);
  await at.visitor.signIn(link.pathname.slice('/det'.length), 'grace');
  await seen(heading());
  expect(at.visitor.place).toMatch(by);
}

test('how it is looked at goes with it: from the pane to its page, into the address and under a short link', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  await main().getByRole('button', { name: 'Select rows' }).click();
  await at.page.getByRole('menuitem', { name: /that match$/ }).click();
  await radio('X-Axis', 'Epochs').check();
  await radio('Scale', 'Log').check();
  // Another tab and back: it is looked at as before.
  await pane().getByRole('tab', { name: 'Details', exact: true }).click();
  await pane().getByRole('tab', { name: 'Metrics', exact: true }).click();
  await expect.poll(() => radio('X-Axis', 'Epochs').isChecked()).toBe(true);
  await pane().getByRole('link', { name: 'Open page' }).click();
  await seen(heading());
  expect(at.visitor.place).toMatch(/%22axis%22%3A%22epochs%22%2C%22scale%22%3A%22log%22/);

  await seen(main().getByRole('button', { name: 'Zoom in', exact: true }));
  await smoothing().fill('0.6');
  await main().getByRole('button', { name: 'Zoom in', exact: true }).click();
  // While the address follows, the tab stays the one that is looked at.
  expect(await tab('Metrics').getAttribute('aria-current')).toBe('page');
  await expect.poll(() => at.visitor.place).toMatch(/%22smoothing%22%3A0.6/);
  await expect.poll(() => at.visitor.place).toMatch(/%22from%22/);
  await openCopied(/%22smoothing%22%3A0.6%2C%22from%22/);
  expect(await radio('X-Axis', 'Epochs').isChecked()).toBe(true);
  expect(await radio('Scale', 'Log').isChecked()).toBe(true);
  expect(await smoothing().inputValue()).toBe('0.6');
  await seen(main().getByRole('button', { name: 'Whole axis', exact: true }));
});

test('on the page what is brushed is in the address, apart from the view that was chosen from, and in the link', async () => {
  await at.visitor.signIn(`${address(runs)}&tab=hyperparameters`);
  await plot().focus();
  // depth lies from 0 to 3; the best of them is that of 0.
  await press('Enter', '+', '+');
  await expect.poll(brushes).toEqual([expect.stringMatching(/^depth up to /)]);
  const [brushed] = await brushes();
  await expect.poll(() => at.visitor.place).toMatch(/%22brushed%22/);
  expect(at.visitor.place).not.toMatch(/filter=/);
  await at.visitor.open(at.visitor.place);
  await expect.poll(brushes).toEqual([brushed]);
  // The other tabs keep it.
  await tab('Details').click();
  await tab('Hyperparameters').click();
  await expect.poll(brushes).toEqual([brushed]);
  await openCopied(/tab=hyperparameters&look=/);
  await expect.poll(brushes).toEqual([brushed]);
  await main().getByRole('button', { name: 'Clear brush', exact: true }).click();
  await gone(main().getByRole('list', { name: 'Brushes' }));
});

test('a link that the server does not make is said so', async () => {
  await at.visitor.signIn(address(runs));
  await fail(at.page, 'POST', '**/view-links');
  await main().getByRole('button', { name: 'Copy link', exact: true }).click();
  await seen(at.page.getByText('Unable to make a link', { exact: true }));
});

test('a zoom beside the curves is moved onto them', async () => {
  const zoomed = (from: number, to: number) =>
    `${address(runs)}&look=${encodeURIComponent(JSON.stringify({ from, to }))}`;
  const whole = main().getByRole('button', { name: 'Whole axis', exact: true });
  await at.visitor.signIn(zoomed(1000, 1010));
  await seen(whole);
  await seen(main().getByRole('img', { name: /loss/ }).first());
  await at.visitor.open(zoomed(1000, 9000));
  await seen(main().getByRole('button', { name: 'Zoom in', exact: true }));
  await gone(whole);
});
