import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from '../support/console-browser.ts';
import { gone, seen } from '../support/seen.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The scenario's first experiment, in the project Digits, and its trial.
const pages = [
  { name: 'home', path: '/dashboard', shows: 'Home' },
  { name: 'admin users', path: '/admin/user-management', shows: 'Admin Settings' },
  { name: 'audit log', path: '/admin/audit-log', shows: 'Admin Settings' },
  { name: 'workspaces', path: '/workspaces', shows: 'Workspaces' },
  { name: 'project', path: '/projects/2/experiments', shows: 'Digits' },
  { name: 'experiment', path: '/experiments/2', shows: 'digits random search' },
  { name: 'experiment, one trial', path: '/experiments/1', shows: 'digits baseline' },
  { name: 'trial logs', path: '/experiments/2/trials/2/logs', shows: 'Trial 2' },
];

let cluster: DevCluster;
let browser: Browser;
const training = new AbortController();
beforeAll(async () => {
  const machines = new ScriptedLauncher([8, 8]);
  [cluster, browser] = await Promise.all([startDevCluster({ launcher: machines }), launchBrowser()]);
  await seedScenario(cluster, machines, training.signal);
  await eventually(
    'the second experiment has ended',
    async () => {
      const reply = await cluster.fetch('/api/v1/experiments/2', { token: cluster.admin.token });
      return ((await reply.json()) as { experiment: { state: string } }).experiment.state === 'STATE_COMPLETED';
    },
    120_000,
  );
});
afterAll(async () => {
  training.abort();
  await browser.close();
  await cluster.stop();
});

/** What axe holds for serious or worse, one line each. */
async function violations(visitor: Visitor): Promise<string[]> {
  const { page } = visitor;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // Evaluated by the browser's debugger, which the content security policy does not hold back.
  await page.evaluate(axeSource);
  const results = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

describe.each(['light', 'dark'] as const)('in %s, no page has a serious accessibility violation:', (colorScheme) => {
  test('sign-in', async () => {
    const visitor = await Visitor.arrive(browser, cluster, { colorScheme });
    await visitor.open('/login');
    await seen(visitor.page.getByLabel('Username'));
    expect(await violations(visitor)).toEqual([]);
    await visitor.leave();
  });

  test('the pages of signed-in people', async () => {
    const visitor = await Visitor.arrive(browser, cluster, { colorScheme });
    await visitor.signIn('/dashboard');
    const found: Record<string, string[]> = {};
    for (const { name, path, shows } of pages) {
      await visitor.open(path);
      await seen(visitor.page.getByRole('heading', { level: 1, name: shows }));
      found[name] = await violations(visitor);
    }
    expect(found).toEqual(Object.fromEntries(pages.map(({ name }) => [name, []])));
    await visitor.page.getByRole('button', { name: 'User menu of admin' }).click();
    await visitor.page.getByRole('menuitem', { name: 'User Settings' }).click();
    await visitor.page.getByRole('switch', { name: "I know what I'm doing" }).check();
    await visitor.page.getByRole('button', { name: 'Edit Password' }).click();
    await seen(visitor.page.getByRole('textbox', { name: 'Raw settings' }));
    expect(await violations(visitor)).toEqual([]);
    await visitor.leave();
  });

  test('what opens over a page: command bar, help, quick search', async () => {
    const visitor = await Visitor.arrive(browser, cluster, { colorScheme });
    await visitor.signIn('/dashboard');
    await visitor.pageNamed('Home');
    const { page } = visitor;
    await page.keyboard.press('Control+Space');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('digits');
    await seen(page.getByRole('option', { name: /digits baseline/ }));
    expect(await violations(visitor)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.keyboard.press('?');
    await seen(page.getByRole('dialog', { name: 'Help' }).getByText('pauseExperiment'));
    expect(await violations(visitor)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Search workspaces' }).click();
    await seen(page.getByRole('dialog').getByRole('link', { name: /Digits/ }));
    expect(await violations(visitor)).toEqual([]);
    await visitor.leave();
  });
});

test('on a phone, no page scrolls sideways or has a serious violation', async () => {
  const visitor = await Visitor.arrive(browser, cluster, { viewport: { width: 390, height: 844 } });
  await visitor.signIn('/dashboard');
  const found: Record<string, string[]> = {};
  for (const { name, path, shows } of pages) {
    await visitor.open(path);
    await seen(visitor.page.getByRole('heading', { level: 1, name: shows }));
    const sideways = await visitor.page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    found[name] = [...(sideways ? ['scrolls sideways'] : []), ...(await violations(visitor))];
  }
  expect(found).toEqual(Object.fromEntries(pages.map(({ name }) => [name, []])));
  await visitor.leave();
});

test('the table of experiments is one tab stop, and Enter on a row’s last cell opens its menu', async () => {
  const visitor = await Visitor.arrive(browser, cluster);
  await visitor.signIn('/projects/2/experiments');
  const { page } = visitor;
  const grid = page.getByRole('grid', { name: 'Experiments' });
  const row = grid.getByRole('row').filter({ hasText: 'digits random search' });
  await row.getByRole('gridcell').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await seen(page.getByRole('menuitem', { name: 'Archive' }));
  await page.keyboard.press('Escape');
  await gone(page.getByRole('menu'));
  await row.getByRole('gridcell').first().focus();
  await page.keyboard.press('Tab');
  const inside = await page.evaluate<boolean>("document.activeElement.closest('[role=grid]') !== null");
  expect(inside).toBe(false);
  await visitor.leave();
});
