import { getTrialCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { quietPace, seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// What pages of ended experiments show is what the API answers, and it stands still.
const BASELINE = 1;
const RANDOM = 2;
const machines = new ScriptedLauncher([8, 8]);
const at = consoleTest({ launcher: machines });
const training = new AbortController();
beforeAll(async () => {
  await seedScenario(at.cluster, machines, training.signal, quietPace);
  for (const experimentId of [BASELINE, RANDOM]) {
    const state = async () =>
      (await at.cluster.admin.client.call(getExperimentRoute, { experimentId })).experiment?.state;
    await eventually('it has ended', async () => (await state()) === 'STATE_COMPLETED', 120_000);
  }
});
afterAll(() => training.abort());

const trialsOf = async (experimentId: number) =>
  (
    await at.cluster.admin.client.call(getExperimentTrialsRoute, {
      experimentId,
      sortBy: 'SORT_BY_BEST_VALIDATION_METRIC',
      orderBy: 'ORDER_BY_ASC',
      limit: 0,
    })
  ).trials;
const lossOf = (workload: { metrics: { avgMetrics: unknown } | null } | null) =>
  Number((workload?.metrics?.avgMetrics as Record<string, number> | undefined)?.validation_loss);
const cells = (row: Locator) => row.getByRole('gridcell').allInnerTexts();
const figure = (name: string) =>
  at.page.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition').textContent();
const tab = (name: string | RegExp) => at.page.getByRole('main').getByRole('navigation').getByRole('link', { name });
/** As the pages write sizes and counts. */
const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
const count = (number: number) => number.toLocaleString('en');

describe('values', () => {
  test('of a search’s head are those of its trials', async () => {
    const trials = await trialsOf(RANDOM);
    const { experiment } = await at.cluster.admin.client.call(getExperimentRoute, { experimentId: RANDOM });
    const [best] = trials;
    await at.visitor.signIn(`/experiments/${RANDOM}`);
    await seen(at.page.getByRole('term').filter({ hasText: 'Best validation_loss' }));
    const told = `${lossOf(best?.bestValidation ?? null).toFixed(6)} trial ${best?.id}, batch ${count(best?.bestValidation?.totalBatches ?? 0)}`;
    await expect.poll(() => figure('Best validation_loss')).toBe(told);
    expect(await figure('Trials')).toBe(`${trials.length} of 8`);
    expect(await figure('Checkpoints')).toBe(
      `${experiment?.checkpointCount} ${kibibytes(Number(experiment?.checkpointSize))}`,
    );
    expect(await figure('Duration')).toMatch(/^\d+ (s|min)/);
  });

  test('of a trial’s row are those of the trial, and its metrics by the searcher', async () => {
    const trial = (await trialsOf(RANDOM)).find(({ id }, _at, all) => id === Math.max(...all.map((one) => one.id)));
    await at.visitor.signIn(`/experiments/${RANDOM}/trials`);
    const row = at.page.getByRole('row').nth(1);
    await seen(row.getByRole('link'));
    const [id, state, batches, best, latest, , , , restarts, checkpoint, size] = await cells(row);
    expect({ id, state, batches, best, latest, restarts, checkpoint, size }).toEqual({
      id: String(trial?.id),
      state: 'Completed',
      batches: count(trial?.totalBatchesProcessed ?? 0),
      best: lossOf(trial?.bestValidation ?? null).toFixed(6),
      latest: lossOf(trial?.latestValidation ?? null).toFixed(6),
      restarts: '0',
      checkpoint: trial?.bestCheckpoint?.uuid,
      size: kibibytes(Number(trial?.totalCheckpointSize)),
    });
  });

  test('of hyperparameters are those that the trial was given', async () => {
    const [trial] = await trialsOf(RANDOM);
    await at.visitor.signIn(`/experiments/${RANDOM}/trials/${trial?.id}/hyperparameters`);
    const rows = at.page.getByRole('region', { name: 'Hyperparameters' }).getByRole('row');
    await seen(rows.nth(1));
    const shown = await Promise.all((await rows.all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
    const given = trial?.hparams as { hidden: number; learning_rate: number };
    expect(shown.map(([name]) => name)).toEqual(['hidden', 'learning_rate']);
    expect(shown[0]?.[1]).toBe(String(given.hidden));
    expect(Number(shown[1]?.[1])).toBeCloseTo(given.learning_rate, 5);
  });

  test('of the chart as a table have the best trial first', async () => {
    const [best] = await trialsOf(RANDOM);
    await at.visitor.signIn(`/experiments/${RANDOM}`);
    await at.page.getByRole('button', { name: 'Show as table' }).click();
    const rows = at.page.getByRole('figure').getByRole('table').getByRole('row');
    await seen(rows.nth(8));
    expect(await rows.count()).toBe(9);
    expect(await rows.nth(1).getByRole('rowheader').textContent()).toBe(`trial ${best?.id}`);
    const least = await Promise.all(
      (await rows.all()).slice(1).map(async (row) => Number(await row.getByRole('cell').nth(2).textContent())),
    );
    expect(least).toEqual(least.toSorted((a, b) => a - b));
    // None is cut off: the box has room for all, or scrolls from the best on.
    expect(await rows.nth(1).isVisible()).toBe(true);
  });
});

describe('a row', () => {
  test('of a trial opens it wherever it is pressed', async () => {
    const ids = (await trialsOf(RANDOM)).map(({ id }) => id);
    await at.visitor.signIn(`/experiments/${RANDOM}/trials`);
    const row = at.page.getByRole('grid').getByRole('row').nth(1);
    await seen(row.getByRole('link'));
    await row.getByRole('gridcell').nth(2).click();
    await at.visitor.pageNamed(`Trial ${Math.max(...ids)}`);
    await at.visitor.open(`/experiments/${RANDOM}`);
    const ranked = at.page.getByRole('grid', { name: 'Trials by metric' }).getByRole('row').nth(1);
    await seen(ranked.getByRole('link'));
    await ranked.getByRole('gridcell').nth(3).click();
    await at.visitor.pageNamed(`Trial ${ids[0]}`);
  });

  test('of a checkpoint opens what there is to know of it, on a search’s trial, too', async () => {
    const [trial] = await trialsOf(RANDOM);
    const { checkpoints } = await at.cluster.admin.client.call(getTrialCheckpointsRoute, { id: trial?.id ?? 0 });
    const [checkpoint] = checkpoints;
    const sizes = Object.entries(checkpoint?.resources ?? {});
    await at.visitor.signIn(`/experiments/${RANDOM}/trials/${trial?.id}?f_flat_runs=on`);
    await tab('Checkpoints').click();
    const row = at.page.getByRole('grid').getByRole('row').nth(1);
    await seen(row.getByText(checkpoint?.uuid ?? ''));
    const [, uuid, state, batches, metric, size] = await cells(row);
    expect({ uuid, state, batches, metric, size }).toEqual({
      uuid: checkpoint?.uuid,
      state: 'Ready',
      batches: count(Number(checkpoint?.metadata?.steps_completed)),
      metric: checkpoint?.training?.searcherMetric?.toFixed(6),
      size: kibibytes(sizes.reduce((sum, [, bytes]) => sum + Number(bytes), 0)),
    });
    await row.getByRole('gridcell').nth(4).click();
    const dialog = at.page.getByRole('dialog', { name: 'Checkpoint' });
    await seen(dialog.getByText(`det checkpoint download ${checkpoint?.uuid}`));
    const files = await dialog.getByRole('region', { name: 'Files' }).getByRole('row').allInnerTexts();
    expect(files.slice(1).map((line) => line.split(/\s+/)[0])).toEqual(sizes.map(([path]) => path).toSorted());
    await at.page.keyboard.press('Escape');
    await gone(dialog);
    await eventually('the focus is back on the row', () =>
      at.page.evaluate("document.activeElement.closest('[role=row]') !== null"),
    );
  });
});

test('[TRIAL-024, TRIAL-025, TRIAL-026, TRIAL-027, TRIAL-028] a checkpoint’s row views it, and asks before its deletion is requested', async () => {
  const [trial] = await trialsOf(RANDOM);
  const read = async () =>
    (await at.cluster.admin.client.call(getTrialCheckpointsRoute, { id: trial?.id ?? 0 })).checkpoints[0];
  const checkpoint = await read();
  await at.visitor.signIn(`/experiments/${RANDOM}/trials/${trial?.id}/checkpoints?f_flat_runs=on`);
  const menu = at.page.getByRole('button', { name: `Actions of checkpoint ${checkpoint?.uuid}` });
  await menu.click();
  await at.page.getByRole('menuitem', { name: 'View Checkpoint' }).click();
  await seen(
    at.page.getByRole('dialog', { name: 'Checkpoint' }).getByText(`det checkpoint download ${checkpoint?.uuid}`),
  );
  await at.page.keyboard.press('Escape');
  await menu.click();
  await at.page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = at.page.getByRole('alertdialog', { name: 'Confirm Checkpoint Deletion' });
  await seen(
    dialog.getByText(
      'Are you sure you want to request checkpoint deletion for 1 checkpoint(s)? This action may complete or fail without further notification.',
    ),
  );
  await dialog.getByRole('button', { name: 'Request Delete' }).click();
  await gone(dialog);
  await eventually('a task is to delete its files', async () => {
    const tasks = await at.cluster.master.db.selectFrom('checkpoint_gc_tasks').select('uuids').execute();
    return tasks.some(({ uuids }) => uuids.includes(checkpoint?.uuid ?? ''));
  });
});

test('an experiment’s number stands on its page and can be taken along', async () => {
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at.visitor.signIn(`/experiments/${RANDOM}`);
  await seen(at.page.getByText(`Experiment ${RANDOM}`, { exact: true }));
  await at.page.getByRole('button', { name: 'Copy experiment ID' }).click();
  await seen(at.page.getByText(`Copied experiment ID ${RANDOM}`));
  expect(await at.page.evaluate('navigator.clipboard.readText()')).toBe(String(RANDOM));
});

test('another tab keeps metric and scale, and Back leads to the tab before', async () => {
  await at.visitor.signIn(`/experiments/${RANDOM}/visualization/learning-curve?metric=training.loss&scale=log`);
  await seen(at.page.getByRole('img', { name: /^8 trials; loss from/ }));
  await tab(/^Trials/).click();
  await seen(at.page.getByRole('grid', { name: /^Trials of/ }));
  await at.page.getByRole('columnheader', { name: 'Batches' }).click();
  await eventually('the order is in the address', () => at.visitor.place.includes('sort=batches'));
  await tab('Visualization').click();
  await seen(at.page.getByRole('img', { name: /^8 trials; loss from/ }));
  expect(await at.page.getByRole('radio', { name: 'Log' }).isChecked()).toBe(true);
  expect(at.visitor.place).not.toContain('sort=');
  await at.page.goBack();
  await seen(at.page.getByRole('grid', { name: /^Trials of/ }));
  expect(at.visitor.place).toContain('sort=batches');
  await at.page.goBack();
  await seen(at.page.getByRole('img', { name: /^8 trials; loss from/ }));
  expect(at.visitor.place).toContain('metric=training.loss');
});

test('links from one thing to another take no tab along, and the side bar marks the workspace one is in', async () => {
  await at.visitor.signIn(`/experiments/${RANDOM}/trials`);
  const [trial] = await trialsOf(RANDOM);
  const link = at.page.getByRole('grid').getByRole('link', { name: String(trial?.id), exact: true });
  expect(await link.getAttribute('href')).toBe(`/det/experiments/${RANDOM}/trials/${trial?.id}`);
  const crumbs = at.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  expect(await Promise.all((await crumbs.all()).map((one) => one.getAttribute('href')))).toEqual([
    '/det/workspaces/2',
    '/det/projects/2/experiments',
  ]);
  const marked = at.page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  for (const path of [`/experiments/${RANDOM}/trials`, '/projects/2/experiments', '/workspaces/2']) {
    await at.visitor.open(path);
    await eventually('Vision is marked', async () => (await marked.allInnerTexts()).join().includes('Vision'));
    expect(await marked.count()).toBe(1);
  }
  await at.visitor.open('/projects/1/experiments');
  await eventually('Vision is marked no more', async () => !(await marked.allInnerTexts()).join().includes('Vision'));
});

test('nothing moves when what an ended experiment shows comes in', async () => {
  await at.page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      // The browser's types do not know this kind of entry.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await at.visitor.signIn(`/experiments/${BASELINE}`);
  for (const path of [`/experiments/${BASELINE}/overview`, `/experiments/${RANDOM}/visualization/learning-curve`]) {
    await at.visitor.open(path);
    await seen(at.page.getByRole('figure').locator('canvas').first());
    await at.page.waitForLoadState('networkidle');
    expect(await at.page.evaluate<number>('shifted'), path).toBeLessThan(0.03);
  }
  // What comes with the data finds room in the line that is there.
  const tools = at.page.getByRole('figure').getByRole('button', { name: /^(Metric|Top Trials|Zoom in|Show as table)/ });
  const middles = await tools.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
  );
  expect(middles).toHaveLength(4);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  expect(
    (
      await at.page
        .getByRole('button', { name: /^Download/ })
        .first()
        .boundingBox()
    )?.width,
  ).toBe(24);
});

test('at 320 pixels and at twice the size the content keeps its room, and the page scrolls', async () => {
  await at.visitor.signIn('/dashboard');
  const [trial] = await trialsOf(RANDOM);
  const logs = `/experiments/${RANDOM}/trials/${trial?.id}/logs`;
  const contents: [path: string, content: () => Locator][] = [
    [`/experiments/${BASELINE}/overview`, () => at.page.getByRole('figure')],
    [logs, () => at.page.getByRole('log')],
    [`/experiments/${RANDOM}/trials`, () => at.page.getByRole('main').locator('[role="grid"], ul').last()],
  ];
  for (const [width, height] of [
    [320, 256],
    [720, 450],
  ] as const) {
    await at.page.setViewportSize({ width, height });
    for (const [path, content] of contents) {
      await at.visitor.open(path);
      await seen(content());
      await eventually(`${path} has room at ${width}`, async () => {
        const box = await content().boundingBox();
        return box !== null && box.height >= 180 && box.x + box.width <= width;
      });
      await content().scrollIntoViewIfNeeded();
      expect(await at.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true);
    }
  }
});
