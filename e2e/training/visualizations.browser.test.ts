import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { Poll } from '../support/polls.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ launcher: new ScriptedLauncher([8]) });
const LONG = 'smoothing_of_labels_in_the_last_head';
const config = (metric: string, more = '') => `
name: charts
entrypoint: 'true'
searcher: {name: random, metric: ${metric}, max_trials: 8}
hyperparameters:
  lr: {type: log, base: 10, minval: -4, maxval: -1}
  optimizer: {type: categorical, vals: [adam, sgd]}
  ${LONG}: {type: double, minval: 0, maxval: 1}
  ${more}
`;
const nine = Array.from({ length: 9 }, (_, i) => `h${i}`);

type Losses = Record<number, number | 'NaN'>;

/** A detached search whose trials reported so. */
async function search(trials: { hparams: object; losses: Losses }[], more = ''): Promise<number> {
  const { client } = at.cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, {
    config: config('loss', more),
    unmanaged: true,
    activate: false,
  });
  const experimentId = experiment?.id ?? 0;
  for (const { hparams, losses } of trials) {
    const { trial } = await client.call(createTrialRoute, { experimentId, hparams, unmanaged: true });
    for (const [steps, loss] of Object.entries(losses)) {
      const metrics = {
        trialId: trial?.id ?? 0,
        trialRunId: 0,
        stepsCompleted: Number(steps),
        metrics: { avgMetrics: { loss, score: loss === 'NaN' ? 0 : 1 - loss } },
      };
      await client.call(reportTrialMetricsRoute, { group: 'validation', metrics });
    }
  }
  return experimentId;
}

let four: number;
beforeAll(async () => {
  const others = Object.fromEntries(nine.map((name) => [name, 1]));
  const hparams = (lr: number, optimizer: string, value: number) => ({ lr, optimizer, [LONG]: value, ...others });
  four = await search(
    [
      { hparams: hparams(0.0001, 'adam', 0), losses: { 100: 0.9, 200: 0.8 } },
      { hparams: hparams(0.001, 'sgd', 1), losses: { 100: 0.3, 205: 0.2 } },
      { hparams: hparams(0.01, 'adam', 0.5), losses: { 100: 0.5, 200: 0.4 } },
      { hparams: hparams(0.1, 'sgd', 0.25), losses: { 100: 0.7 } },
    ],
    nine.map((name) => `${name}: {type: double, minval: 0, maxval: 2}`).join('\n  '),
  );
});

const viz = (id: number, name: string) => `/experiments/${id}/visualization/${name}`;
const main = () => at.page.getByRole('main');
const choose = async (name: string, option: string | RegExp) => {
  await main().getByRole('button', { name }).click();
  await at.page.getByRole('menuitemradio', { name: option, exact: true }).click();
};
const optionsOf = async (page: Page, name: string) => {
  await page.getByRole('main').getByRole('button', { name }).click();
  await seen(page.getByRole('menuitemradio').first());
  const options = await page.getByRole('menuitemradio').allInnerTexts();
  await page.keyboard.press('Escape');
  return options;
};
const linesOf = async () =>
  (
    await main()
      .locator('path[data-part="lines"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('d')))
  )
    .join('')
    .split('M')
    .slice(1);

test('[SHELL-014, VIZ-001, VIZ-004, VIZ-015, VIZ-016, VIZ-018, VIZ-019, VIZ-021, VIZ-022, VIZ-024, VIZ-040] parallel coordinates: addresses, filters, lines and ranges', async () => {
  await at.visitor.signIn(viz(four, 'learning-curve'));
  const links = main().getByRole('navigation', { name: 'Visualizations' }).getByRole('link');
  await seen(links.first());
  const tabs = {
    'Learning Curve': 'learning-curve',
    'HP Scatter Plots': 'hp-scatter-plots',
    'HP Heat Map': 'hp-heat-map',
    'HP Parallel Coordinates': 'hp-parallel-coordinates',
  };
  expect(new Set(await links.allInnerTexts())).toEqual(new Set(Object.keys(tabs)));
  for (const [label, key] of Object.entries(tabs)) {
    await links.filter({ hasText: label }).click();
    await expect.poll(() => at.visitor.place).toBe(viz(four, key));
    await seen(links.and(main().locator('[aria-current="page"]')).filter({ hasText: label }));
  }
  // By default each trial's best, over the first ten of twelve hyperparameters and the metric.
  for (const words of [
    'Metric: loss (validation)',
    'Batches Processed: 0 (best of each trial)',
    'Batch Margin: 10',
    'HP: 10 of 12',
  ]) {
    await seen(main().getByRole('button', { name: words }));
  }
  expect(await optionsOf(at.page, 'Batch Margin')).toEqual(['1', '5', '10', '20', '50']);
  const chart = main().getByRole('img', {
    name: /^4 trials over 11 axes: lr, .*Best: trial \d+, lr 0.001, .*loss 0.2\.$/,
  });
  await seen(chart);
  const names = chart.locator('text[transform^="rotate(-45 "]');
  expect(await names.count()).toBe(11);
  expect(await linesOf()).toHaveLength(4);
  for (const line of await linesOf()) expect(line.match(/L/g)).toHaveLength(10);
  const scale = main().getByRole('radiogroup', { name: 'Scale' });
  expect(await scale.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(
    ['Linear', 'Log'],
  );
  const linear = await linesOf();
  await scale.getByRole('radio', { name: 'Log' }).check();
  await expect.poll(linesOf).not.toEqual(linear);

  // None chosen is the first ten.
  await main().getByRole('button', { name: 'HP: 10 of 12' }).click();
  const items = at.page.getByRole('menuitemcheckbox');
  await seen(items.first());
  const offered = await items.allInnerTexts();
  for (const name of offered.slice(1, 10)) await at.page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await seen(main().getByRole('img', { name: /^4 trials over 2 axes: lr, loss/ }));
  await at.page.getByRole('menuitemcheckbox', { name: 'lr', exact: true }).click();
  await seen(main().getByRole('img', { name: /^4 trials over 11 axes/ }));
  await at.page.keyboard.press('Escape');

  // A range by keys, then by the pointer; the list beside follows.
  await chart
    .or(main().getByRole('img', { name: /over 11 axes/ }))
    .first()
    .focus();
  await at.page.keyboard.press('Enter');
  await seen(main().getByText(/^lr 0\.000\d+ to 0\.00\d+ keep 1 of 4$/));
  await seen(main().getByRole('heading', { name: 'Inside the brush', exact: true }));
  expect(await linesOf()).toHaveLength(1);
  await main().getByRole('button', { name: 'Clear brush' }).click();
  await expect.poll(async () => (await linesOf()).length).toBe(4);
  const axis = main().locator('g[data-axis="lr"] rect').last();
  const box = await axis.boundingBox();
  if (!box) throw new Error('the axis is not drawn');
  await at.page.mouse.move(box.x + 12, box.y + 2);
  await at.page.mouse.down();
  await at.page.mouse.move(box.x + 12, box.y + box.height * 0.55, { steps: 4 });
  await at.page.mouse.up();
  await expect.poll(async () => (await linesOf()).length).toBe(2);
  expect(
    (await main().getByRole('region', { name: 'Inside the brush' }).getByRole('row').allInnerTexts())
      .slice(1)
      .map((row) => row.split('\t').at(-1)),
  ).toEqual(['0.400000', '0.700000']);

  // At a batch each trial stands with its value there; what was set is kept for the experiment.
  await main().getByRole('button', { name: 'Clear brush' }).click();
  await choose('Batches Processed', '200');
  await seen(main().getByRole('img', { name: /^3 trials over 11 axes/ }));
  await choose('Batch Margin', '1');
  await seen(main().getByRole('img', { name: /^2 trials over 11 axes/ }));
  await at.page.reload();
  await seen(main().getByRole('img', { name: /^2 trials over 11 axes/ }));
  await main().getByRole('button', { name: 'Reset' }).click();
  await choose('Metric', 'score (validation)');
  await seen(main().getByRole('img', { name: /Best: .*score 0.8\.$/ }));
});

test('[VIZ-006, VIZ-007, VIZ-008, VIZ-020, VIZ-048] scatter plots and heat maps, each for itself in a dialog', async () => {
  const id = await search([
    { hparams: { lr: 0.0001, optimizer: 'adam', [LONG]: 0 }, losses: { 100: 0.8 } },
    { hparams: { lr: 0.1, optimizer: 'sgd', [LONG]: 1 }, losses: { 100: 0.2 } },
    { hparams: { lr: 0.1, optimizer: 'sgd', [LONG]: 0.5 }, losses: { 100: 0.4 } },
  ]);
  await at.visitor.signIn(viz(id, 'hp-scatter-plots'));
  const charts = main().getByRole('figure');
  await seen(main().getByRole('img', { name: /^3 trials: loss by lr\. Best: trial \d+, lr 0.1, loss 0.2\./ }));
  expect(await charts.count()).toBe(3);
  // Two trials at the right edge of lr, one at the left.
  const dots = (
    await charts
      .first()
      .locator('path[data-part="points"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''))
  )
    .join('')
    .match(/M[\d.]+/g)
    ?.map((dot) => Number(dot.slice(1)))
    .sort((a, b) => a - b);
  expect(dots).toHaveLength(3);
  expect(dots?.[1]).toBe(dots?.[2]);
  expect((dots?.[1] ?? 0) - (dots?.[0] ?? 0)).toBeGreaterThan(200);
  const view = main().getByRole('radiogroup', { name: 'View' });
  expect(await view.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true);
  const widthOf = async () => (await charts.first().boundingBox())?.width ?? 0;
  const inGrid = await widthOf();
  await view.getByRole('radio', { name: 'List' }).check();
  await expect.poll(widthOf).toBeGreaterThan(inGrid * 2);

  const dialog = at.page.getByRole('dialog');
  const plotted = () => dialog.getByRole('img', { name: /trial/ });
  const title = (name: string) => seen(dialog.getByRole('heading', { level: 2, name }).first());
  await main().getByRole('button', { name: 'Open lr' }).click();
  await title('lr');
  expect((await plotted().boundingBox())?.height).toBe(400);
  await seen(dialog.getByText('1 of 3'));
  await at.page.keyboard.press('ArrowRight');
  await seen(dialog.getByText('2 of 3'));
  await at.page.keyboard.press('ArrowLeft');
  await at.page.keyboard.press('ArrowLeft');
  await seen(dialog.getByText('3 of 3'));
  await dialog.getByRole('button', { name: 'Next' }).click();
  await seen(dialog.getByText('1 of 3'));
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await seen(dialog.getByText('3 of 3'));
  // A chart that has the focus keeps the arrows.
  await plotted().focus();
  await at.page.keyboard.press('ArrowRight');
  await seen(dialog.getByText('3 of 3'));
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await gone(dialog);

  await main().getByRole('link', { name: 'HP Heat Map' }).click();
  const pairs = ['optimizer:lr', `${LONG}:lr`, `${LONG}:optimizer`];
  await seen(
    main().getByRole('img', {
      name: /^Mean loss by lr and optimizer; 2 cells of 16 with any trial\. Best: lr .*, optimizer sgd: mean loss 0.3 of 2 trials\.$/,
    }),
  );
  const first = await main()
    .getByRole('button', { name: /^Open / })
    .first()
    .getAttribute('aria-label');
  await main()
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  const walked = [];
  for (let i = 0; i < 3; i++) {
    walked.push(
      (await plotted().getAttribute('aria-label'))
        ?.match(/by (\S+) and (\S+);/)
        ?.slice(1)
        .reverse()
        .join(':'),
    );
    await seen(dialog.getByText(`${i + 1} of 3`));
    await at.page.keyboard.press('ArrowRight');
  }
  await seen(dialog.getByText('1 of 3'));
  expect(new Set(walked)).toEqual(new Set(pairs));
  expect(first).toBe(`Open ${walked[0]}`);
  await plotted().focus();
  await at.page.keyboard.press('ArrowUp');
  await seen(
    dialog
      .getByRole('region', { name: 'In this cell' })
      .getByText('2 trials')
      .or(dialog.getByText('1 trial').first())
      .first(),
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // One hyperparameter makes no pair.
  await main().getByRole('button', { name: 'HP: 3 of 3' }).click();
  for (const name of ['optimizer', LONG]) await at.page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await seen(main().getByText('No data available.'));
});

test('the head of a learning curve shows each choice whole, with those of a metric of another kind too', async () => {
  const cut = () =>
    main()
      .getByRole('figure')
      .getByRole('radiogroup')
      .evaluateAll((groups) => groups.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel));
  const beyond = () =>
    main()
      .getByRole('figure')
      .evaluate((figure) => figure.scrollWidth - figure.clientWidth);
  await at.visitor.signIn(`/experiments/${four}`);
  for (const metric of ['loss', 'score']) {
    await at.visitor.open(`${viz(four, 'learning-curve')}?metric=validation.${metric}`);
    await seen(main().getByRole('radiogroup', { name: `Scale of ${metric}` }));
    await seen(main().getByRole('button', { name: 'Show as table' }));
    expect(await cut(), metric).toEqual([]);
    expect(await beyond(), metric).toBe(0);
  }
});

test('the learning curve and parallel coordinates open for themselves; the arrows lead to the metrics beside', async () => {
  // Which metric was looked at last is kept; the address is over it.
  await at.visitor.signIn(`${viz(four, 'learning-curve')}?metric=validation.loss`);
  const dialog = at.page.getByRole('dialog');
  const place = (words: string) => seen(dialog.getByRole('status').filter({ hasText: words }));
  await main().getByRole('button', { name: 'Open loss' }).click();
  await seen(dialog.getByRole('img', { name: /^4 trials; loss from/ }));
  await place('1 of 2');
  await at.page.keyboard.press('ArrowRight');
  await seen(dialog.getByRole('img', { name: /^4 trials; score from/ }));
  await place('2 of 2');
  await at.page.keyboard.press('ArrowRight');
  await seen(dialog.getByRole('img', { name: /^4 trials; loss from/ }));
  // In the chart they read its points.
  await dialog.getByRole('img', { name: /^4 trials/ }).focus();
  await at.page.keyboard.press('ArrowRight');
  await place('1 of 2');
  expect(await violations(at.page, '[role=dialog]')).toEqual([]);
  await at.page.keyboard.press('Escape');
  await gone(dialog);
  expect(await at.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Open loss');

  await at.visitor.open(`${viz(four, 'hp-parallel-coordinates')}?metric=validation.loss`);
  await main().getByRole('button', { name: 'Open HP Parallel Coordinates' }).click();
  // Of as many as their filter leaves, which is kept.
  await seen(dialog.getByRole('img', { name: /^\d trials over 11 axes: .*, loss\./ }));
  await at.page.keyboard.press('ArrowLeft');
  await seen(dialog.getByRole('img', { name: /^\d trials over 11 axes: .*, score\./ }));
  await place('2 of 2');
  expect(await violations(at.page, '[role=dialog]')).toEqual([]);
});

test('a part of a long learning curve is read in detail: by the buttons, by a drag, by keys, and in the dialog', async () => {
  const long = await search([{ hparams: { lr: 0.1, optimizer: 'sgd', [LONG]: 1 }, losses: {} }]);
  const { id } = await at.cluster.master.db
    .selectFrom('trials')
    .select('id')
    .where('experiment_id', '=', long)
    .executeTakeFirstOrThrow();
  await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
    select ${id}, 'validation', 0, step, now(), json_build_object('loss', 1.0 / step)::text
    from generate_series(1, 3999) step`.execute(at.cluster.master.db);
  const report = (stepsCompleted: number, loss: number) =>
    at.cluster.admin.client.call(reportTrialMetricsRoute, {
      group: 'validation',
      metrics: { trialId: id, trialRunId: 0, stepsCompleted, metrics: { avgMetrics: { loss } } },
    });
  await report(4000, 0.0001);
  await at.visitor.signIn(viz(long, 'learning-curve'));
  const plot = main().getByRole('img', { name: /; loss from/ });
  await seen(plot);
  await main().getByRole('button', { name: 'Show as table' }).click();
  const pointsOf = () => main().getByRole('table').getByRole('cell').first().textContent();
  expect(await pointsOf()).toBe('500');
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
  // Half of 4,000 reports in 500 buckets each time: an eighth is every one of them.
  const zoomIn = await main().getByRole('button', { name: 'Zoom in', exact: true }).boundingBox();
  if (!zoomIn) throw new Error('no button');
  // At one place: the others that come do not push it from under the pointer.
  for (let times = 0; times < 4; times += 1)
    await at.page.mouse.click(zoomIn.x + zoomIn.width / 2, zoomIn.y + zoomIn.height / 2);
  await expect.poll(pointsOf).toBe('249');
  await press('Later');
  await expect.poll(pointsOf).toBe('250');
  // While the curve goes on behind the part, its detail stays.
  await main()
    .getByRole('table')
    .evaluate((table) => {
      const shown = new Set<string | null | undefined>();
      new MutationObserver(() => shown.add(table.querySelector('td')?.textContent)).observe(table, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      Object.assign(window, { shown });
    });
  const read = at.page.waitForResponse((response) => /\/curves\?(?!.*startBatches)/.test(response.url()));
  await report(4100, 0.0001);
  // Asks for the curves at once.
  await at.cluster.admin.client.call(patchTrialRoute, { trialId: id, state: 'STATE_COMPLETED' });
  await (await read).finished();
  await seen(main().getByRole('gridcell', { name: 'Completed' }));
  await at.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await at.page.evaluate('[...shown]')).toEqual([]);
  await press('Whole axis');
  await expect.poll(pointsOf).toBe('501');
  await gone(main().getByRole('button', { name: 'Zoom out' }));

  await main().getByRole('button', { name: 'Show as table' }).click();
  const box = await plot.boundingBox();
  if (!box) throw new Error('no plot');
  const y = box.y + box.height / 2;
  await at.page.mouse.move(box.x + box.width * 0.5, y);
  await at.page.mouse.down();
  await at.page.mouse.move(box.x + box.width * 0.52, y, { steps: 4 });
  await at.page.mouse.up();
  await seen(main().getByRole('button', { name: 'Zoom out' }));
  await plot.focus();
  await at.page.keyboard.press('0');
  await gone(main().getByRole('button', { name: 'Zoom out' }));
  await at.page.keyboard.press('+');
  await press('Open loss');
  await seen(at.page.getByRole('dialog').getByRole('button', { name: 'Zoom out' }));
});

test('[VIZ-011, VIZ-043, VIZ-044, VIZ-045, VIZ-047, VIZ-049, VIZ-017, VIZ-023] what charts say of failures and of what cannot be drawn', async () => {
  const broken = await search([{ hparams: { lr: 0.1, optimizer: 'sgd', [LONG]: 1 }, losses: { 1: 'NaN', 2: 'NaN' } }]);
  await at.visitor.signIn(viz(broken, 'hp-scatter-plots'));
  const unable = main().getByRole('alert').filter({ hasText: 'Unable to Load data for chart' });
  await seen(unable);
  await at.visitor.open(viz(broken, 'learning-curve'));
  await seen(unable.filter({ hasText: 'None of 2 values is finite.' }));
  await at.visitor.open(`${viz(broken, 'learning-curve')}?metric=validation.unheard`);
  await seen(main().getByText('No learning curve data to show.'));
  expect(await optionsOf(at.page, 'Top Trials')).toEqual(['1', '10', '20', '50', '100']);
  await seen(main().getByRole('button', { name: 'Top Trials: 100' }));

  const refuse = (path: string) =>
    at.page.route(path, (route) => route.fulfill({ status: 500, json: { error: { code: 13, message: 'disk gone' } } }));
  await refuse('**/metrics-stream/batches?**');
  await refuse('**/metrics-stream/metric-names?**');
  await at.visitor.open(viz(four, 'hp-parallel-coordinates'));
  await seen(main().getByText('Unable to retrieve experiment batches info.'));
  await seen(main().getByText('Unable to retrieve experiment metric info.'));
  const toast = at.page.locator('[data-tone="err"]').filter({ hasText: 'Metric name stream failed.' });
  await seen(toast.filter({ hasText: `Failed to load metric names for records [${four}]` }));
  // What was set before is kept for the experiment: another metric, which not all trials have.
  await seen(main().getByRole('img', { name: /^\d+ trials? over/ }));
  await refuse('**/points?**');
  await at.visitor.open(viz(four, 'hp-heat-map'));
  await seen(main().getByRole('heading', { name: 'Error fetching metrics', exact: true }));
  await seen(
    at.page.getByRole('alert').filter({ hasText: 'Error fetching metrics' }).and(at.page.locator('[data-tone="err"]')),
  );
  await at.page.unrouteAll();
  const held = Promise.withResolvers<void>();
  await at.page.route('**/points?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  const active = await activeSearch();
  await at.visitor.open(viz(active, 'hp-heat-map'));
  await seen(main().getByText('Fetching metrics...').last());
  held.resolve();
  await seen(main().getByText('Not enough data points to plot.'));
});

/** A search that goes on without any report. */
async function activeSearch(): Promise<number> {
  const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, {
    config: `${config('loss')}\nresources: {slots_per_trial: 0}`,
    activate: true,
  });
  return experiment?.id ?? 0;
}

test('[VIZ-030, VIZ-031] charts are read every 2 s while the experiment goes on; its streams end when their page is left', async () => {
  const id = await activeSearch();
  const streams: string[] = [];
  const ended: string[] = [];
  const isStream = (url: string) => /metrics-stream\/(batches|metric-names)/.exec(url)?.[1];
  at.page.on('request', (request) => void (isStream(request.url()) && streams.push(`${isStream(request.url())}`)));
  at.page.on('requestfailed', (request) => void (isStream(request.url()) && ended.push(`${isStream(request.url())}`)));
  await Poll.withoutLiveHints(at.page);
  const points = new Poll(at.page, ({ pathname }) => pathname.endsWith(`/experiments/${id}/points`));
  await at.visitor.signIn(viz(id, 'hp-parallel-coordinates'));
  await seen(main().getByText('Not enough data points to plot.'));
  await eventually('both streams are open', () => streams.length === 2);
  await points.comesEvery(2);
  expect(ended).toEqual([]);
  await main()
    .getByRole('link', { name: /^Trials/ })
    .click();
  await eventually('both streams are ended', () => ended.length === 2);
  expect(new Set(ended)).toEqual(new Set(['batches', 'metric-names']));
  await points.staysAwayFor(4);

  // Of one that goes on no more nothing is asked again.
  await at.cluster.admin.client.call(killExperimentRoute, { id });
  await eventually('it has ended', async () => {
    const { experiment } = await at.cluster.admin.client.call(getExperimentRoute, { experimentId: id });
    return experiment?.state === 'STATE_CANCELED';
  });
  await at.visitor.open(viz(id, 'hp-parallel-coordinates'));
  await seen(main().getByText('No data to plot.'));
  await points.staysAwayFor(8);
});

test('[VIZ-005, VIZ-009] searchers without hyperparameters of their own', async () => {
  const id = await search([{ hparams: { lr: 0.1 }, losses: { 1: 1 } }]);
  // Only an installation taken over from earlier versions has these: no configuration that names them is accepted.
  const rename = async (name: string) => {
    const { config: kept } = await at.cluster.master.db
      .selectFrom('experiments')
      .select('config')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const next = structuredClone(kept) as { searcher: { name: string } };
    next.searcher.name = name;
    await at.cluster.master.db
      .updateTable('experiments')
      .set({ config: JSON.stringify(next) as never })
      .where('id', '=', id)
      .execute();
  };
  await rename('custom');
  await at.visitor.signIn(viz(id, 'hp-heat-map'));
  const links = main().getByRole('navigation', { name: 'Visualizations' }).getByRole('link');
  await seen(links);
  expect(await links.allInnerTexts()).toEqual(['Learning Curve']);
  expect(at.visitor.place).toBe(viz(id, 'learning-curve'));
  const warning = main()
    .getByRole('alert')
    .filter({ hasText: 'Hyperparameter visualizations are not applicable for single and PBT searchers.' });
  await rename('pbt');
  await at.visitor.open(viz(id, 'hp-heat-map'));
  await seen(warning);
  await rename('single');
  await at.visitor.open(viz(id, 'hp-heat-map'));
  await seen(warning);
});
