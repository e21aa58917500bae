import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// A trial that reports the norm of each of its layers.
const at = consoleTest();
const count = 500;
const nameOf = (layer: number) => `layer_${String(layer).padStart(3, '0')}`;

let path: string;
let compared: string;
beforeAll(async () => {
  const { client } = at.cluster.admin;
  const config = `{name: layers, entrypoint: 'true', searcher: {name: single, metric: ${nameOf(0)}}}`;
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true, activate: false });
  const experimentId = experiment?.id ?? 0;
  const { trial } = await client.call(createTrialRoute, { experimentId, hparams: {}, unmanaged: true });
  const trialId = trial?.id ?? 0;
  for (const stepsCompleted of [100, 200, 300]) {
    const avgMetrics = Object.fromEntries(Array.from({ length: count }, (_, i) => [nameOf(i), i + stepsCompleted]));
    const metrics = { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics } };
    await client.call(reportTrialMetricsRoute, { group: 'training', metrics });
  }
  compared = `/experiment-compare?id=${experimentId}`;
  path = `/experiments/${experimentId}/trials/${trialId}/metrics`;
});

const drawing = (layer: number) =>
  at.page.getByRole('main').getByRole('img', { name: new RegExp(`^1 line; ${nameOf(layer)} from`) });
const heading = (layer: number) => at.page.getByRole('main').getByRole('heading', { name: nameOf(layer) });

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  'hundreds of metrics on $width px: what is near is read and drawn, the others stand by their names',
  async (size) => {
    const { page } = at;
    await page.setViewportSize(size);
    const asked: string[][] = [];
    const hear = (request: { url(): string }) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/trials/time-series')) asked.push(url.searchParams.getAll('metricIds'));
    };
    page.on('request', hear);
    await at.visitor.signIn(path);
    await seen(drawing(0));
    expect(await page.getByRole('main').getByRole('figure').count()).toBe(count);
    const drawn = () => page.getByRole('main').locator('canvas').count();
    const length = () =>
      page.getByRole('main').evaluate((main) => {
        const charts = [...main.querySelectorAll('figure')];
        return (charts.at(-1)?.getBoundingClientRect().top ?? 0) - (charts[0]?.getBoundingClientRect().top ?? 0);
      });
    await expect.poll(drawn).toBeLessThan(40);
    const whole = await length();
    expect(asked.flat()).not.toContain(`training.${nameOf(count - 1)}`);

    await heading(count - 1).scrollIntoViewIfNeeded();
    await seen(drawing(count - 1));
    await gone(drawing(0));
    expect(await drawn()).toBeLessThan(40);
    // What is drawn is as high as what stood for it.
    expect(await length()).toBe(whole);
    for (const metrics of asked) expect(metrics.length).toBeLessThanOrEqual(24);
    // In between nothing was in sight.
    expect(asked.flat()).not.toContain(`training.${nameOf(count / 2)}`);
    page.off('request', hear);
  },
);

test('a chart for itself leads on to those that were out of sight', async () => {
  const { page } = at;
  await page.setViewportSize({ width: 1440, height: 900 });
  await at.visitor.signIn(path);
  await seen(drawing(0));
  await page.getByRole('button', { name: `Open ${nameOf(0)}` }).click();
  const dialog = page.getByRole('dialog');
  const shown = (layer: number) =>
    seen(dialog.getByRole('img', { name: new RegExp(`^1 line; ${nameOf(layer)} from`) }));
  await shown(0);
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await shown(count - 1);
  await seen(dialog.getByText(`${count} of ${count}`));
  await dialog.getByRole('button', { name: 'Next' }).click();
  await shown(0);
});

test('metrics that cannot be read say so once for those near by, and the others are not asked for', async () => {
  const { page } = at;
  await page.setViewportSize({ width: 1440, height: 900 });
  let asked = 0;
  let away = true;
  await page.route('**/trials/time-series*', (route) => {
    asked += 1;
    return away
      ? route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'the disk is full' } } })
      : route.continue();
  });
  await at.visitor.signIn(path);
  await seen(page.getByText('Error fetching metrics').first());
  await seen(page.getByText('the disk is full').first());
  const figures = page.getByRole('main').getByRole('figure');
  await expect.poll(() => figures.count()).toBe(count);
  expect(await page.getByText('Error fetching metrics').count()).toBe(1);
  // Each is tried again once or twice.
  expect(asked).toBeLessThan(5);
  away = false;
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await seen(drawing(0));
  await gone(page.getByText('Error fetching metrics'));
});

test('a metric is found by a part of its name', async () => {
  const { page } = at;
  await page.setViewportSize({ width: 1440, height: 900 });
  await at.visitor.signIn(path);
  await seen(drawing(0));
  const find = page.getByRole('searchbox', { name: 'Find a metric' });
  await find.fill('Layer_4');
  await seen(drawing(400));
  expect(await page.getByRole('main').getByRole('figure').count()).toBe(100);
  await find.fill('norm');
  await seen(page.getByText('No metric is called so.'));
  await find.fill('');
  await seen(drawing(0));
});

test('all of a comparison’s hundreds of metrics stand by their names; what is near is read and drawn', async () => {
  const { page } = at;
  await page.setViewportSize({ width: 1440, height: 900 });
  let read = 0;
  const hear = (request: { url(): string }) => {
    if (new URL(request.url()).pathname.endsWith('/run-curves')) read += 1;
  };
  page.on('request', hear);
  await at.visitor.signIn(compared);
  const chart = (layer: number) => page.getByRole('main').getByRole('figure', { name: nameOf(layer) });
  await seen(chart(0).getByRole('img'));
  await page.getByRole('button', { name: `Show all ${count} metrics` }).click();
  await expect.poll(() => page.getByRole('main').getByRole('figure').count()).toBe(count);
  await chart(count - 1).scrollIntoViewIfNeeded();
  await seen(chart(count - 1).getByRole('img'));
  expect(await page.getByRole('main').locator('canvas').count()).toBeLessThan(40);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(60);
  page.off('request', hear);
});
