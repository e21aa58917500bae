import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const place = consoleTest();

const built = join(import.meta.dirname, '../../apps/console/dist');
const textOf = (path: string) => readFileSync(join(built, path.replace('/det/', '')), 'utf8');
/** What the files weigh on their way, in KB of gzip. */
const weightOf = (files: ReadonlySet<string>) =>
  [...files].reduce((sum, path) => sum + gzipSync(textOf(path)).length, 0) / 1024;

test('the first screen loads few files, and each page few more', async () => {
  const { page, visitor } = place;
  const config =
    '{name: looked at, entrypoint: python3 train.py, searcher: {name: random, metric: loss, max_trials: 2}, resources: {slots_per_trial: 0}}';
  const { experiment } = await place.cluster.admin.client.call(createExperimentRoute, { config, activate: false });
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // What draws toasts, and what dialogs stand in, comes after the first screen, whenever the browser has time for it.
    if (/\.(js|css)$/.test(pathname) && !/\/(?:toast-list|scroll|overlay-boxes|forms)-/.test(pathname))
      loaded.add(pathname);
  });
  /** The files that a page needs when it is opened by its address; each holds this text once it is there. */
  const filesOf = async (path: string, text: string) => {
    loaded.clear();
    await visitor.open(path);
    await seen(page.getByText(text, { exact: true }).first());
    await page.waitForLoadState('networkidle');
    return new Set(loaded);
  };
  const first = await filesOf('/login', 'Sign In');
  expect(first.size).toBeGreaterThan(0);
  // With the page itself and what it asks the server, twelve at most.
  expect(first.size).toBeLessThanOrEqual(8);
  // What the next page is going to need may have come as well by now.
  expect(weightOf(new Set([...first].filter((file) => !/\/(frame|shell)-/.test(file))))).toBeLessThanOrEqual(195);
  await visitor.fillSignIn();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  const home = await filesOf('/', 'Home');
  for (const path of ['/workspaces', '/projects/1/experiments', `/experiments/${experiment?.id}`]) {
    const files = await filesOf(path, path === '/workspaces' ? 'Workspaces' : 'looked at');
    const more = [...files].filter((file) => !first.has(file));
    expect(more.filter((file) => !home.has(file)).length, path).toBeLessThanOrEqual(6);
    // The frame of all pages, the page, and a tab in it.
    expect(more.length, path).toBeLessThanOrEqual(16);
    // The code editor alone, which no page needs before it is opened, is a third of that.
    expect(weightOf(files), path).toBeLessThanOrEqual(310);
    // What pages share the browser compiles as it comes, not when it is called.
    const shared = [...files].filter((file) => /\/(index|frame|common|tables|training)-[\w-]{8}\.js$/.test(file));
    expect(shared.length, path).toBeGreaterThanOrEqual(3);
    for (const file of shared) expect(textOf(file).startsWith('//# allFunctionsCalledOnLoad\n'), file).toBe(true);
  }
});

test('what asks before something is done opens where the server has gone, and what cannot open leaves the page as it is', async () => {
  const { page, visitor } = place;
  const config =
    '{name: stopped, entrypoint: python3 train.py, searcher: {name: random, metric: loss, max_trials: 2}, resources: {slots_per_trial: 0}}';
  const { experiment } = await place.cluster.admin.client.call(createExperimentRoute, { config, activate: false });
  // They come when the page has been at rest.
  const boxes = page.waitForResponse((response) => response.url().includes('/overlay-boxes-'));
  await visitor.signIn(`/experiments/${experiment?.id}`);
  await (await boxes).finished();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const asked = page.getByRole('alertdialog', { name: 'Stop stopped?' });
  await seen(asked);
  await page.keyboard.press('Escape');
  await gone(asked);
  // A form whose own file does not come: the page stays as it is.
  await page.getByRole('button', { name: 'New Workspace' }).click();
  await seen(page.getByText('Unable to open the form.'));
  await page.keyboard.press('?');
  await seen(page.getByText('Unable to open the help.'));
  await seen(page.getByRole('button', { name: 'Stop', exact: true }));
  await page.context().setOffline(false);
  await visitor.open('/projects/1/experiments');
  const open = page.getByRole('button', { name: 'Filter' });
  await seen(open);
  await page.context().setOffline(true);
  const failed = page.getByRole('alert').filter({ hasText: 'Unable to open the filter.' });
  for (let time = 0; time < 2; time++) {
    await open.click();
    await seen(failed);
    await failed.getByRole('button', { name: 'Close' }).click();
    await gone(failed);
  }
  await seen(page.getByRole('grid', { name: 'Experiments' }));
  // Once the server is back, it opens, in its own style.
  await page.context().setOffline(false);
  await open.click();
  await seen(page.getByRole('region', { name: 'Filter', exact: true }));
  const rules = await page
    .locator('link[rel="stylesheet"][href*="/filter-box-"]')
    .evaluateAll((all: HTMLLinkElement[]) => all.map(({ sheet }) => (sheet?.cssRules.length ?? 0) > 0));
  expect(rules).toEqual([true]);
});

test('to a drawn curve no page makes one of the formats of the browser, of which the first takes as long as a page', async () => {
  const { page, visitor } = place;
  const { client } = place.cluster.admin;
  const config = '{name: drawn, searcher: {name: random, metric: loss, max_trials: 2}}';
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true, activate: true });
  const { trial } = await client.call(createTrialRoute, { experimentId: experiment?.id ?? 0, unmanaged: true });
  for (const stepsCompleted of [1, 2]) {
    const metrics = { avgMetrics: { loss: 1 / stepsCompleted } };
    const report = { trialId: trial?.id ?? 0, trialRunId: 0, stepsCompleted, metrics };
    await client.call(reportTrialMetricsRoute, { metrics: report, group: 'validation' });
  }
  await visitor.signIn('/');
  await page.addInitScript(() => {
    const made: string[] = [];
    for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator'] as const) {
      const construct = (format: object, given: unknown[]): object => {
        made.push(name);
        // It is one of the three.
        return Reflect.construct(format as typeof Intl.Collator, given);
      };
      Object.defineProperty(Intl, name, { value: new Proxy<object>(Intl[name], { construct }) });
    }
    Object.assign(window, { formatsMade: made });
  });
  for (const [path, there] of [
    ['/projects/1/experiments', 'main [data-row-link]'],
    [`/experiments/${experiment?.id}/visualization/learning-curve`, 'main canvas'],
  ]) {
    await visitor.open(path ?? '');
    await seen(page.locator(there ?? '').first());
    expect(await page.evaluate('formatsMade'), path).toEqual([]);
  }
});
