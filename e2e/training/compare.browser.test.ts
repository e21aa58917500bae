import { readFile } from 'node:fs/promises';
import { postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { hold } from '../support/held-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const pane = () => main().getByRole('complementary', { name: 'Compare' });
const compare = () => main().getByRole('button', { name: 'Compare', exact: true });
const tab = (name: string) => pane().getByRole('tab', { name, exact: true });
const tick = (name: string) => main().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const chart = (name: string) => main().getByRole('figure', { name });

/** Ends what it stands in, wherever texts are not kept apart from what they are written into. */
const hostile = '</script><img src=x onerror=alert(1)>';

let project = 0;
let other = 0;
const ids: number[] = [];
const experiments: number[] = [];

async function create(i: number, projectId: number): Promise<number> {
  const { client } = at.cluster.admin;
  const config = {
    name: `e${i}`,
    entrypoint: 'x',
    searcher: { name: 'single', metric: 'val_loss', max_length: { batches: 100 } },
    hyperparameters: { lr: i < 2 ? 0.1 : 0.2, width: 8, ...(i === 1 && { note: hostile }) },
    reproducibility: { experiment_seed: 1 },
  };
  const asked = { config: JSON.stringify(config), projectId, unmanaged: true };
  const experimentId = (await client.call(createExperimentRoute, asked)).experiment?.id ?? 0;
  const trial = { experimentId, hparams: config.hyperparameters, unmanaged: true };
  const trialId = (await client.call(createTrialRoute, trial)).trial?.id ?? 0;
  for (const step of [10, 20, 30]) await report(trialId, step, i + 10 / step);
  if (projectId === project) experiments.push(experimentId);
  return trialId;
}

const report = (trialId: number, stepsCompleted: number, value: number) =>
  admin().call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics: { val_loss: value } } },
    group: 'validation',
  });

/** What this reader has set for the table before he comes. */
async function keep(table: object): Promise<void> {
  const value = JSON.stringify(table);
  await admin().call(postUserSettingRoute, {
    settings: [{ key: `projectTable-${project}`, storagePath: 'console', value }],
  });
  await at.visitor.signIn('/');
  await expect.poll(() => at.page.evaluate(() => Object.values(localStorage).join())).toContain(value);
}

beforeAll(async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  other = (await admin().call(postProjectRoute, { workspaceId, name: 'Many' })).project?.id ?? 0;
  for (let i = 0; i < 3; i++) ids.push(await create(i, project));
  const config = 'name: m\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';
  for (let i = 0; i < 51; i++) await admin().call(createExperimentRoute, { config, projectId: other, unmanaged: true });
});

test('[COMPARE-001, COMPARE-002, COMPARE-005, COMPARE-006, COMPARE-013, COMPARE-016] what is ticked is compared beside the table', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await seen(tick('e0'));
  await gone(pane());
  await compare().click();
  await seen(pane().getByRole('heading', { name: 'No items selected.', exact: true }));
  await seen(pane().getByText('Select records you would like to compare.', { exact: true }));
  // To the right of the table.
  const [beside, table] = await Promise.all([pane().boundingBox(), main().getByRole('grid').boundingBox()]);
  expect(beside?.x).toBeGreaterThanOrEqual((table?.x ?? 0) + (table?.width ?? 0) - 1);
  expect(beside?.width).toBe(444);
  expect(await pane().getByRole('tab').allTextContents()).toEqual(['Metrics', 'Hyperparameters', 'Details']);

  for (const name of ['e0', 'e1', 'e2']) await tick(name).check();
  await seen(chart('val_loss').getByRole('img'));
  const record = pane().getByRole('region', { name: 'Compared records' }).getByRole('listitem');
  await seen(record.filter({ hasText: 'e2' }).getByText('lr 0.2'));
  await seen(record.filter({ hasText: 'e0' }).getByText('the majority in every setting'));
  await seen(record.filter({ hasText: 'e0' }).getByText('0.333333', { exact: true }));
  // What is reported meanwhile comes by itself.
  await report(ids[0] ?? 0, 40, 0.25);
  await seen(record.filter({ hasText: 'e0' }).getByText('0.250000', { exact: true }));
  await chart('val_loss').getByRole('button', { name: 'Show as table' }).click();
  await seen(chart('val_loss').getByRole('row').filter({ hasText: '0.25' }).getByText('batch 40', { exact: true }));
  expect(await violations(at.page)).toEqual([]);

  await tab('Metrics').focus();
  await at.page.keyboard.press('ArrowRight');
  await seen(pane().getByRole('region', { name: 'Hyperparameters of records' }));
  await tab('Details').click();
  const row = (path: string) => pane().getByRole('row').filter({ hasText: path });
  await expect
    .poll(() => row('lr').getByRole('cell').allTextContents())
    .toEqual(['0.1', '0.1', '0.2', 'too few to say']);
  // The odd one out is told by its weight.
  expect(await row('lr').locator('b').allTextContents()).toEqual(['0.2']);
  await gone(row('width'));
  await pane().getByRole('radio', { name: /^All/ }).check();
  await seen(row('width'));
  expect(await violations(at.page)).toEqual([]);

  // Kept for this project, and not for another one.
  await at.visitor.open(`/projects/${other}/experiments`);
  await seen(main().getByRole('grid'));
  await gone(pane());
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(pane().getByRole('region', { name: 'Compared records' }));

  // The same as a page of its own.
  await pane().getByRole('link', { name: 'Open page' }).click();
  await seen(at.page.getByRole('heading', { name: 'Compare 3 experiments', exact: true }));
  expect(new URL(at.page.url()).search).toMatch(new RegExp(`^\\?projectId=${project}&id=\\d+&id=\\d+&id=\\d+$`));
  await seen(chart('val_loss').getByRole('img'));
  expect(await violations(at.page)).toEqual([]);

  // One file that says the same without a network, and in which nothing runs.
  await seen(main().getByText(/^Of 3 experiments, experiment \d+ leads on val_loss by \d/));
  const [file] = await Promise.all([
    at.page.waitForEvent('download'),
    main().getByRole('button', { name: 'One-file report' }).click(),
  ]);
  const saved = await at.page.context().newPage();
  await saved.context().setOffline(true);
  const requests: string[] = [];
  saved.on('request', (request) => requests.push(request.url()));
  await saved.setContent(await readFile(await file.path(), 'utf8'));
  await saved.getByRole('heading', { name: 'Compare 3 experiments', exact: true }).waitFor();
  expect(await saved.getByRole('img', { name: 'validation.val_loss' }).locator('path').count()).toBe(3);
  expect(await saved.getByRole('cell', { name: hostile, exact: true }).count()).toBe(1);
  const data = JSON.parse((await saved.locator('#data').textContent()) ?? '');
  expect(data.records.map(({ id }: { id: number }) => id)).toEqual(experiments);
  expect(data.curves[0].trials).toHaveLength(3);
  expect(requests).toEqual([]);
  await saved.context().setOffline(false);
  await saved.close();
});

test('[COMPARE-014, COMPARE-015] a comparison that cannot be read says so, and is tried again', async () => {
  await keep({ compare: true, selection: { type: 'ONLY_IN', selections: experiments.slice(0, 1) } });
  const reads = '**/api/ext/v1/compare?*';
  const fail = () =>
    at.page.route(reads, (route) => route.fulfill({ status: 500, json: { error: { code: 13, error: 'broken' } } }));
  const failure = (of: string) =>
    main()
      .getByRole('alert')
      .filter({ hasText: `Unable to fetch ${of} for comparison` });
  /** What is asked by itself meanwhile is answered no sooner: it would take the button away. */
  const retry = async (of: string) => {
    await at.page.unroute(reads);
    const answers = await hold(at.page, reads);
    await failure(of).getByRole('button', { name: 'Retry' }).click();
    await answers.answer();
  };
  await fail();
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(failure('experiments'));
  await retry('experiments');
  await seen(pane().getByRole('region', { name: 'Compared records' }));
  await fail();
  await at.visitor.open(`/experiment-compare?id=${ids[0]}&id=${ids[1]}&of=run`);
  await seen(failure('runs'));
  await retry('runs');
  await seen(
    main().getByRole('region', { name: 'Compared records' }).getByRole('heading', { name: 'Runs', exact: true }),
  );
});

test('[COMPARE-007, COMPARE-008] fifty records at most', async () => {
  await at.visitor.signIn(`/projects/${other}/experiments`);
  await seen(main().getByRole('grid'));
  await compare().click();
  const selectFrom = async (name: RegExp) => {
    await main().getByRole('button', { name: 'Select rows' }).click();
    await at.page.getByRole('menuitem', { name }).click();
  };
  await selectFrom(/that match$/);
  await seen(pane().getByRole('heading', { name: 'Only up to 50 records can be compared', exact: true }));
  await tick('m').first().uncheck();
  await seen(pane().getByRole('region', { name: 'Compared records' }));
  expect(await pane().getByRole('listitem').count()).toBe(50);
  await seen(pane().getByRole('button', { name: 'Copy link', exact: true }));
  // More of them one by one have no page and no link either.
  await keep({
    compare: true,
    selection: { type: 'ONLY_IN', selections: Array.from({ length: 51 }, (_, n) => n + 1) },
  });
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(pane().getByRole('heading', { name: 'Only up to 50 records can be compared', exact: true }));
  await gone(pane().getByRole('button', { name: 'Copy link', exact: true }));
  await gone(pane().getByRole('link', { name: 'Open page' }));
});

test('[COMPARE-004, EXPLIST-058] without pinned columns there is no table to compare beside', async () => {
  // As an earlier console may have kept it.
  await keep({ compare: true, pinned: 0 });
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(main().getByRole('heading', { name: 'Pin columns to see them in "Compare View"', exact: true }));
  const heading = main().getByRole('heading', { name: 'Pin columns to see them in "Compare View"', exact: true });
  const beside = heading.locator('xpath=ancestor::section/..');
  await expect.poll(async () => (await beside.boundingBox())?.width).toBe(200);
  await seen(pane());
  const [left, right] = [await beside.boundingBox(), await pane().boundingBox()];
  expect(right?.x).toBe((left?.x ?? 0) + 200);
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBe(1440);
});

test('[COMPARE-003, COMPARE-009, COMPARE-010, COMPARE-011, COMPARE-012] charts of hyperparameters show what has all of them, and a brush keeps some', async () => {
  const names = Array.from({ length: 12 }, (_, k) => `h${String(k).padStart(2, '0')}`);
  const made: number[] = [];
  for (const i of [0, 1, 2, 3]) {
    const hyperparameters = Object.fromEntries(
      names.filter((name) => i < 3 || name !== 'h05').map((name) => [name, i]),
    );
    const config = {
      name: `w${i}`,
      entrypoint: 'x',
      searcher: { name: 'single', metric: 'val_loss' },
      hyperparameters,
    };
    const { experiment } = await admin().call(createExperimentRoute, {
      config: JSON.stringify(config),
      projectId: other,
      unmanaged: true,
    });
    const trial = { experimentId: experiment?.id ?? 0, hparams: hyperparameters, unmanaged: true };
    const trialId = (await admin().call(createTrialRoute, trial)).trial?.id ?? 0;
    await report(trialId, 10, 4 - i);
    if (i === 3) {
      await admin().call(reportTrialMetricsRoute, {
        metrics: { trialId, trialRunId: 0, stepsCompleted: 20, metrics: { avgMetrics: { rare: 1 } } },
        group: 'validation',
      });
    }
    made.push(experiment?.id ?? 0);
  }
  await at.visitor.signIn(`/experiment-compare?${made.map((id) => `id=${id}`).join('&')}&tab=hyperparameters`);
  const records = main().getByRole('region', { name: 'Hyperparameters of records' });
  const shown = () => records.getByRole('rowheader').allTextContents();
  const ids = (some: number[]) => some.map((at) => ` ${made[at]}`);
  const choose = async (button: RegExp, item: string) => {
    await main().getByRole('button', { name: button }).click();
    await at.page.getByRole('menu').getByText(item, { exact: true }).click();
    await at.page.keyboard.press('Escape');
    await gone(at.page.getByRole('menu'));
  };
  for (const title of ['Parallel Coordinates', 'Scatter Plots', 'Heat Maps'])
    await seen(main().getByRole('heading', { name: title, exact: true }));
  // The first ten; the fourth record lacks one of them.
  await seen(main().getByRole('button', { name: 'HP: 10 of 12' }));
  const head = ['ID', ...names.slice(0, 10), 'val_loss'];
  expect(await records.getByRole('columnheader').allTextContents()).toEqual(head);
  expect(await shown()).toEqual(ids([2, 1, 0]));
  const notDrawn = main().getByRole('note', { name: 'Not drawn' });
  await expect.poll(() => notDrawn.textContent()).toContain(`3 of 4 experiments drawn.${made[3]} has no h05.`);
  expect(await violations(at.page)).toEqual([]);
  await notDrawn.getByRole('button', { name: 'Leave out h05' }).click();
  await gone(notDrawn);
  await expect.poll(shown).toEqual(ids([3, 2, 1, 0]));
  expect(await violations(at.page)).toEqual([]);

  // Enter sets a range around the best; what is outside leaves the table.
  const plot = main().getByRole('img', { name: /^4 experiments over 10 axes/ });
  await plot.focus();
  await at.page.keyboard.press('Enter');
  await expect.poll(shown).toEqual(ids([3]));
  const brushes = main().getByRole('list', { name: 'Brushes' }).getByRole('listitem');
  expect(await brushes.allTextContents()).toEqual(['h00 from 3']);
  await seen(main().getByText('keeps 1 of 4', { exact: true }));
  // So do the other charts.
  const points = (count: number) =>
    main().getByRole('img', { name: new RegExp(`^${count} experiments?: val_loss by h0`) });
  await seen(points(1).first());
  expect(await points(4).count()).toBe(0);
  const heat = main().getByRole('img', { name: /^Mean val_loss by h0\d and h0\d; 1 cell of/ });
  await seen(heat.first());
  // A second one leaves less: all have to hold.
  await plot.focus();
  for (const key of ['ArrowRight', 'Enter', '+', '+', '+', '+', '+']) await at.page.keyboard.press(key);
  await expect.poll(() => brushes.allTextContents()).toEqual(['h00 from 3', 'andh01 from 2']);
  await main().getByRole('button', { name: 'Clear h00 from 3' }).click();
  await expect.poll(shown).toEqual(ids([3, 2]));
  await main().getByRole('button', { name: 'Clear brush' }).click();
  await seen(points(4).first());
  await expect.poll(shown).toEqual(ids([3, 2, 1, 0]));

  // Only the fourth has reported it, and that lacks what is chosen now.
  await choose(/^HP: /, 'h05');
  await choose(/^Metric: /, 'rare (validation)');
  await seen(
    main().getByRole('heading', { name: 'Records are not comparable using current parameters.', exact: true }),
  );
  await seen(main().getByText('Please modify the selected metric or hyperparameters.', { exact: true }));
});

test('grouped by seed, each setting has its mean with an interval, and what cannot be told apart is said so', async () => {
  const made: number[] = [];
  const best = [1, 1.01, 1.02, 3, 3.01, 3.02];
  for (const [i, value] of best.entries()) {
    const config = {
      name: `s${i}`,
      entrypoint: 'x',
      searcher: { name: 'single', metric: 'val_loss' },
      hyperparameters: { weight_decay: i < 3 ? 0.1 : 0.2 },
      reproducibility: { experiment_seed: i % 3 },
    };
    const asked = { config: JSON.stringify(config), projectId: other, unmanaged: true };
    const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
    const trial = { experimentId, hparams: config.hyperparameters, unmanaged: true };
    await report((await admin().call(createTrialRoute, trial)).trial?.id ?? 0, 10, value);
    made.push(experimentId);
  }
  await at.visitor.signIn(`/experiment-compare?${made.map((id) => `id=${id}`).join('&')}`);
  await main().getByRole('radiogroup', { name: 'Group by' }).getByRole('radio', { name: 'Seed' }).check();
  const seeds = main().getByRole('region', { name: 'Seeds' });
  const cells = (name: RegExp) => seeds.getByRole('row', { name }).getByRole('cell').allTextContents();
  const [first, second] = [/weight_decay 0\.1/, /weight_decay 0\.2/];
  await expect.poll(() => cells(first)).toEqual(['', '1.010000', '0.024843', '3']);
  expect(await cells(second)).toEqual(['', '3.010000', '0.024843', '3']);
  const verdict = main().getByRole('region', { name: 'Told apart' }).getByRole('listitem');
  await expect
    .poll(() => verdict.allTextContents())
    .toEqual(['weight_decay 0.1 is better than weight_decay 0.2−2.000000']);
  await seen(main().getByText(/^6 experiments: 2 settings with 3 seeds each, equal in everything but/));
  // Beside them, the charts: the first with its settings below, as wide as all.
  const left = async (place: Locator) => (await place.boundingBox())?.x ?? 0;
  expect(await left(chart('val_loss'))).toBe(await left(seeds));
  expect(await left(verdict)).toBeGreaterThan(await left(seeds));
  expect(await violations(at.page)).toEqual([]);

  // What lies around a mean is the reader's to say; charts and table say which it is.
  const band = (name: string) => main().getByRole('radiogroup', { name: 'Band' }).getByRole('radio', { name }).check();
  await seen(chart('val_loss').getByText(/, mean of seeds ± 95 %$/));
  await seen(seeds.getByText('dots: seeds; tick: mean; bar: 95 % interval of the mean', { exact: true }));
  await band('Min, max');
  await expect.poll(() => cells(first)).toEqual(['', '1.010000', '1', '1.020000', '3']);
  await seen(chart('val_loss').getByText(/, mean of seeds, min to max$/));
  await seen(seeds.getByText('dots: seeds; tick: mean; bar: min to max of the seeds', { exact: true }));
  await band('No band');
  await expect.poll(() => cells(first)).toEqual(['', '1.010000', '3']);
  await seen(chart('val_loss').getByText(/, mean of seeds$/));
  await seen(seeds.getByText('dots: seeds; tick: mean', { exact: true }));

  // A setting's name at the end of its line is not cut off; where it has no room, what differs stands there.
  const label = (text: string) => chart('val_loss').getByText(text, { exact: true });
  const whole = (text: string) => label(text).evaluate((element) => element.scrollWidth <= element.clientWidth);
  await expect.poll(() => whole('weight_decay 0.1')).toBe(true);
  await at.page.setViewportSize({ width: 320, height: 844 });
  await expect.poll(() => whole('0.1')).toBe(true);
  // Where the table is wider than the screen it scrolls, by key too.
  await at.page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(at.page)).toEqual([]);
});

test('charts of a comparison are zoomed alike, by buttons and by keys, and drawn over epochs and on a logarithmic scale', async () => {
  const config = '{name: zoomed, searcher: {name: single, metric: val_loss}, hyperparameters: {}}';
  const asked = { config, projectId: other, unmanaged: true };
  const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  const trialId = (await admin().call(createTrialRoute, { experimentId, unmanaged: true })).trial?.id ?? 0;
  for (let n = 0; n <= 8; n++) {
    const metrics = {
      trialId,
      trialRunId: 0,
      stepsCompleted: n * 10,
      metrics: { avgMetrics: { val_loss: 9 - n, accuracy: n, error: 10 ** n, epochs: n / 2 } },
    };
    await admin().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
  }
  await at.visitor.signIn(`/experiment-compare?id=${experimentId}`);
  const button = (name: string) => main().getByRole('button', { name, exact: true });
  // Each chart says from where to where its line goes.
  const charts = (words: string) => main().getByRole('img', { name: new RegExp(words) });
  await seen(charts('val_loss from 1 to 9'));
  await seen(charts('accuracy from 0 to 8'));
  const detail = at.page.waitForRequest((request) =>
    /run-curves\?.*metric=accuracy.*startBatches=20/.test(request.url()),
  );
  await button('Zoom in').click();
  await seen(button('Whole axis'));
  await detail;
  await seen(charts('val_loss from [2-4] to [6-8];'));
  await seen(charts('accuracy from [1-3] to [5-7]\\.'));
  await button('Whole axis').click();
  await gone(button('Whole axis'));
  await charts('val_loss from 1 to 9').focus();
  await at.page.keyboard.press('+');
  await seen(button('Zoom out'));
  await at.page.keyboard.press('0');
  await gone(button('Zoom out'));

  const choose = (group: string, name: string) =>
    main().getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true }).check();
  await choose('X-Axis', 'Epochs');
  await seen(main().getByRole('figure', { name: 'error' }).getByText('epochs', { exact: true }));
  /** Where the points of a line are at its begin, its middle and its end, as somebody sees who reads it by keys. */
  const places = async (words: string) => {
    const of = charts(words);
    const found: number[] = [];
    await of.focus();
    for (const [epoch, key, times] of [
      [0, 'Home', 1],
      [2, 'ArrowRight', 4],
      [4, 'End', 1],
    ] as const) {
      for (let time = 0; time < times; time++) await at.page.keyboard.press(key);
      const point = of.getByText(`· epoch ${epoch} `);
      await seen(point);
      const { y = 0, height = 0 } = (await point.boundingBox()) ?? {};
      found.push(y + height / 2);
    }
    return found;
  };
  /** From 0 at the height of the first point to 1 at that of the last one. */
  const middleOf = async (words: string) => {
    const [first = 0, middle = 0, last = 0] = await places(words);
    return (middle - first) / (last - first);
  };
  expect(await middleOf('error from 1 to')).toBeLessThan(0.02);
  await choose('Scale', 'Log');
  // Each decade is as high as any other; what lies within one stays as it was.
  await expect.poll(() => middleOf('error from 1 to')).toBeCloseTo(0.5, 1);
  expect(await middleOf('val_loss from 1 to 9')).toBeCloseTo(0.5, 1);
});
