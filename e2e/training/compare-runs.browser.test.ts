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
import { seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const pane = () => main().getByRole('complementary', { name: 'Compare' });
const compare = () => main().getByRole('button', { name: 'Compare', exact: true });
const tick = (name: string) => main().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const row = (name: string) => {
  const box = at.page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  return main().getByRole('grid').getByRole('row').filter({ has: box });
};
const record = (name: string) =>
  main().getByRole('region', { name: 'Compared records' }).getByRole('listitem').filter({ hasText: name });
const chart = (name: string) => main().getByRole('figure', { name });
const styleOf = (place: Locator, property: 'backgroundColor' | 'borderTopColor') =>
  place.evaluate((element, key) => getComputedStyle(element)[key], property);
/** The colour of a record's line, as the list has it. */
const key = (name: string) => styleOf(record(name).locator('span').first(), 'borderTopColor');
const keys = (...names: string[]) => Promise.all(names.map(key));
const boxes = (...names: string[]) => Promise.all(names.map((name) => styleOf(tick(name), 'backgroundColor')));

let project = 0;
/** By name: `a0` to `a2` and `b0` to `b2` are equal but for their seeds. */
const ids = new Map<string, number>();

beforeAll(async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  for (const [of, setting] of ['a', 'b'].entries()) {
    for (const seed of [0, 1, 2]) {
      const name = `${setting}${seed}`;
      const config = {
        name,
        entrypoint: 'x',
        searcher: { name: 'single', metric: 'val_loss' },
        hyperparameters: { lr: 0.1 * (of + 1) },
        reproducibility: { experiment_seed: seed },
      };
      const asked = { config: JSON.stringify(config), projectId: project, unmanaged: true };
      const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
      ids.set(name, experimentId);
      const trial = { experimentId, hparams: config.hyperparameters, unmanaged: true };
      const trialId = (await admin().call(createTrialRoute, trial)).trial?.id ?? 0;
      // The last seed of the second setting ended earlier.
      for (let n = 1; n <= (name === 'b2' ? 3 : 5); n++) {
        const avgMetrics = { val_loss: of + seed / 10 + 10 / n, accuracy: n / 10 + seed / 100 };
        const metrics = { trialId, trialRunId: 0, stepsCompleted: n * 10, metrics: { avgMetrics } };
        await admin().call(reportTrialMetricsRoute, { metrics, group: 'validation' });
      }
    }
  }
});

const rows = () => `/projects/${project}/experiments`;
/** Comes as one who compares these, and nothing else. */
async function compareBeside(...names: string[]): Promise<void> {
  const selections = names.map((name) => ids.get(name));
  const value = JSON.stringify({ compare: true, selection: { type: 'ONLY_IN', selections } });
  await admin().call(postUserSettingRoute, {
    settings: [{ key: `projectTable-${project}`, storagePath: 'console', value }],
  });
  await at.visitor.signIn('/');
  await expect.poll(() => at.page.evaluate(() => Object.values(localStorage).join())).toContain(value);
  await at.visitor.open(rows());
  for (const name of names) await seen(record(name));
  await seen(chart('val_loss').getByRole('img'));
}

test('a record has one colour: in its row, in the list and on the page, whatever is ticked beside it', async () => {
  await compareBeside('a0', 'a1', 'a2');
  const [first, second, third] = await keys('a0', 'a1', 'a2');
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await boxes('a0', 'a1', 'a2')).toEqual([first, second, third]);
  await tick('a0').uncheck();
  await expect.poll(() => record('a0').count()).toBe(0);
  expect(await keys('a1', 'a2')).toEqual([second, third]);
  // What is new has the colour that was left.
  await tick('b0').check();
  await seen(record('b0'));
  const now = [second, third, first];
  expect(await keys('a1', 'a2', 'b0')).toEqual(now);
  expect(await boxes('a1', 'a2', 'b0')).toEqual(now);
  await at.visitor.open(rows());
  await seen(record('b0'));
  expect(await keys('a1', 'a2', 'b0')).toEqual(now);
  expect(await boxes('a1', 'a2', 'b0')).toEqual(now);
  expect(await violations(at.page)).toEqual([]);

  await pane().getByRole('link', { name: 'Open page' }).click();
  await seen(at.page.getByRole('heading', { name: 'Compare 3 experiments', exact: true }));
  await seen(record('b0'));
  expect(await keys('a1', 'a2', 'b0')).toEqual(now);
  await at.page.getByRole('link', { name: 'Details', exact: true }).click();
  await at.page.getByRole('link', { name: 'Metrics', exact: true }).click();
  await seen(record('b0'));
  expect(await keys('a1', 'a2', 'b0')).toEqual(now);

  // While nothing is compared a tick is a tick.
  await at.visitor.open(rows());
  await seen(record('b0'));
  await compare().click();
  await expect.poll(async () => new Set(await boxes('a1', 'a2', 'b0')).size).toBe(1);
});

/** Pixels of a record's line in its full colour. */
const inkOf = async (name: string, metric: string) =>
  chart(metric)
    .locator('canvas')
    .evaluate(
      (element: HTMLCanvasElement, color) => {
        const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
        const wanted = color.match(/\d+/g)?.map(Number) ?? [];
        let found = 0;
        for (let i = 0; i < data.length; i += 4) if (wanted.every((part, k) => data[i + k] === part)) found += 1;
        return found;
      },
      await key(name),
    );
const marked = (place: Locator) => styleOf(place, 'backgroundColor');

test('a record that is pointed at is marked in the list, in the charts and in its row, by pointer and by key', async () => {
  await compareBeside('a0', 'a1');
  const inked = (name: string) => inkOf(name, 'val_loss');
  await at.page.mouse.move(5, 5);
  await expect.poll(() => inked('a1')).toBeGreaterThan(100);
  const [plain, other, ofList] = await Promise.all([marked(row('a0')), marked(row('a1')), marked(record('a0'))]);
  const [thin, full] = await Promise.all([inked('a0'), inked('a1')]);
  const standsBack = () => expect.poll(() => inked('a1')).toBeLessThan(full / 3);
  const standsFull = () => expect.poll(() => inked('a1')).toBeGreaterThan(full / 2);
  // React keeps with each element what it was last drawn of.
  const drawnOf = () =>
    row('a1')
      .getByRole('gridcell')
      .evaluateAll((all) => {
        const kept = window as unknown as { drawnOf?: unknown[] };
        const before = kept.drawnOf;
        kept.drawnOf = all.map((cell) => Object.entries(cell).find(([key]) => key.startsWith('__reactProps'))?.[1]);
        return kept.drawnOf.every((one, at) => one !== undefined && one === before?.[at]);
      });
  await expect.poll(drawnOf).toBe(true);

  await record('a0').hover();
  await expect.poll(() => marked(row('a0'))).not.toBe(plain);
  expect(await marked(row('a1'))).toBe(other);
  // Its line is thicker, the other stands back.
  await standsBack();
  expect(await inked('a0')).toBeGreaterThan(thin);
  await at.page.mouse.move(5, 5);
  await expect.poll(() => marked(row('a0'))).toBe(plain);
  await standsFull();

  await row('a0').hover();
  await expect.poll(() => marked(record('a0'))).not.toBe(ofList);
  await standsBack();
  await at.page.mouse.move(5, 5);
  await expect.poll(() => marked(record('a0'))).toBe(ofList);
  // A row of which nothing is compared leaves the charts as they are.
  await row('b0').hover();
  await standsFull();

  await record('a0').getByRole('link').focus();
  await expect.poll(() => marked(row('a0'))).not.toBe(plain);
  await standsBack();
  expect(await drawnOf()).toBe(true);
});

test('a line that is read in a chart marks its record in the list, in its row and in the other charts, by key and by pointer', async () => {
  await compareBeside('a0', 'a1');
  await seen(chart('accuracy').getByRole('img'));
  await at.page.mouse.move(5, 5);
  await expect.poll(() => inkOf('a1', 'accuracy')).toBeGreaterThan(100);
  const full = await inkOf('a1', 'accuracy');
  const plot = chart('val_loss').getByRole('img');
  const [inList, inTable] = await Promise.all([marked(record('a0')), marked(row('a0'))]);
  const marks = async (name: string) =>
    (await marked(record(name))) !== inList && (await marked(row(name))) !== inTable;
  const marksOnly = async (one: string | undefined) => {
    for (const name of ['a0', 'a1']) await expect.poll(() => marks(name), { message: name }).toBe(name === one);
  };
  await marksOnly(undefined);
  await plot.focus();
  await at.page.keyboard.press('Home');
  await marksOnly('a0');
  await expect.poll(() => inkOf('a1', 'accuracy')).toBeLessThan(0.6 * full);
  await at.page.keyboard.press('ArrowDown');
  await marksOnly('a1');
  await expect.poll(() => inkOf('a1', 'accuracy')).toBeGreaterThan(0.8 * full);
  // What is said of the point stands above it and to its right.
  const told = await chart('val_loss')
    .getByText(/^\d+ · batch 10 [\d.]+$/)
    .boundingBox();
  const point = { x: (told?.x ?? 0) - 6, y: (told?.y ?? 0) + (told?.height ?? 0) + 6 };
  await at.page.keyboard.press('Escape');
  await marksOnly(undefined);
  await at.page.keyboard.press('End');
  await marksOnly('a0');
  await at.page.getByRole('button', { name: 'Close compare' }).focus();
  await marksOnly(undefined);

  await at.page.mouse.move(point.x, point.y);
  await marksOnly('a1');
  await expect.poll(() => inkOf('a1', 'accuracy')).toBeGreaterThan(0.8 * full);
  // In the chart, but with no line in reach.
  await at.page.mouse.move(point.x + 100, point.y);
  await marksOnly(undefined);
  await at.page.mouse.move(point.x, point.y);
  await marksOnly('a1');
  await at.page.mouse.move(5, 5);
  await marksOnly(undefined);
});

const page = (...names: string[]) => `/experiment-compare?${names.map((name) => `id=${ids.get(name)}`).join('&')}`;

test('all charts are read at one place, by key and by pointer, and the list says what each record has there', async () => {
  await at.visitor.signIn(page('a0', 'a1', 'b2'));
  const plot = (name: string) => chart(name).getByRole('img');
  const list = main().getByRole('region', { name: 'Compared records' });
  /** Below each name stands its value. */
  const values = async () =>
    (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').filter(Boolean)[1]);
  const line = (name: string) => chart(name).locator('[data-crosshair]');
  const saysOf = (metric: string, said: string[]) => async () => {
    await seen(list.getByText(metric, { exact: true }));
    await expect.poll(values).toEqual(said);
  };
  await seen(plot('accuracy'));
  const best = saysOf('val_loss min', ['2', '2.100000', '4.533333']);
  await best();
  await plot('val_loss').focus();
  await at.page.keyboard.press('Home');
  await saysOf('val_loss, batch 10', ['10', '10.100000', '11.200000'])();
  for (const name of ['val_loss', 'accuracy']) {
    await expect.poll(() => line(name).isVisible()).toBe(true);
    expect(await line(name).textContent()).toBe('10');
  }
  await at.page.keyboard.press('ArrowRight');
  await saysOf('val_loss, batch 20', ['5', '5.100000', '6.200000'])();
  // Ten points at once, which is to the end; the third has ended before.
  await at.page.keyboard.press('Shift+ArrowRight');
  await saysOf('val_loss, batch 50', ['2', '2.100000', '—'])();
  expect(await line('accuracy').textContent()).toBe('50');
  await at.page.keyboard.press('Escape');
  await best();
  expect(await line('accuracy').isVisible()).toBe(false);

  const { x, y, width, height } = (await plot('accuracy').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await at.page.mouse.move(x + 60, y + height / 2);
  await saysOf('accuracy, batch 10', ['0.100000', '0.110000', '0.120000'])();
  await expect.poll(() => line('val_loss').textContent()).toMatch(/^1\d$/);
  // Over the names at the lines' ends, their ends are read.
  await at.page.mouse.move(x + width - 20, y + height / 2);
  await saysOf('accuracy, batch 50', ['0.500000', '0.510000', '—'])();
  await at.page.mouse.move(5, 5);
  await best();
});

test('grouped by seed, charts draw the mean of each setting as far as all of its seeds go, over these', async () => {
  await at.visitor.signIn(page(...ids.keys()));
  await seen(chart('val_loss').getByRole('img'));
  const canvas = chart('val_loss').locator('canvas');
  /** How many pixels have any ink: a band is an area. */
  const inked = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
      return data.filter((part, i) => i % 4 === 3 && part > 0).length;
    });
  const choose = (group: string, name: string) =>
    main().getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check();
  await choose('Group by', 'Seed');
  await choose('Band', 'No band');
  await seen(chart('val_loss').getByText(/, mean of seeds$/));
  // The chart has become wider, which it is drawn anew for.
  await expect.poll(() => canvas.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(700);
  const bare = await inked();
  await choose('Band', 'Min, max');
  await expect.poll(inked).toBeGreaterThan(bare + 200);
  const ranged = await inked();
  // Of three seeds the interval is two and a half times as wide as they lie.
  await choose('Band', '95 % of the mean');
  await expect.poll(inked).toBeGreaterThan(ranged + 200);
  // What is said of a point stays in the chart, however long the setting's name is and however narrow the chart.
  await at.page.setViewportSize({ width: 320, height: 800 });
  await chart('val_loss').getByRole('img').focus();
  const told = chart('val_loss').getByText(/^lr 0\.\d, n = 3 · batch \d+ [\d.]+$/);
  const spans = async (place: Locator) => {
    const { x = 0, width = 0 } = (await place.boundingBox()) ?? {};
    return [x, x + width] as const;
  };
  const places = new Set<string | null>();
  for (const step of ['Home', ...Array.from({ length: 4 }, () => 'ArrowRight')]) {
    await at.page.keyboard.press(step);
    await seen(told);
    places.add(await told.textContent());
    const [[from, to], [start, end]] = await Promise.all([spans(told), spans(chart('val_loss'))]);
    expect.soft([from >= start, to <= end], `${step}: ${from} to ${to} in ${start} to ${end}`).toEqual([true, true]);
  }
  expect(places.size).toBe(5);
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await chart('val_loss').getByRole('button', { name: 'Show as table' }).click();
  const rows = () =>
    chart('val_loss')
      .getByRole('row')
      .evaluateAll((all) =>
        all.slice(1).map((one) => [...one.children].slice(0, 3).map(({ textContent }) => textContent)),
      );
  // The mean of 2, 2.1 and 2.2; of the others one has ended at batch 30.
  await expect.poll(rows).toEqual([
    ['lr 0.1, n = 3', '5', '2.1'],
    ['lr 0.2, n = 3', '3', '4.43333'],
  ]);
});
