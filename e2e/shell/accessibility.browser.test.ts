import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { quietPace, seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { launchBrowser, Visitor } from '../support/console-browser.ts';
import { classicWords } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

let cluster: DevCluster;
let browser: Browser;
const training = new AbortController();
beforeAll(async () => {
  const machines = new ScriptedLauncher([8, 8]);
  [cluster, browser] = await Promise.all([startDevCluster({ launcher: machines, env: classicWords }), launchBrowser()]);
  await seedScenario(cluster, machines, training.signal, quietPace);
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

describe.each(['light', 'dark'] as const)('in %s, axe finds nothing on', (colorScheme) => {
  test('sign-in', async () => {
    const visitor = await Visitor.arrive(browser, cluster, { colorScheme });
    await visitor.open('/login');
    await seen(visitor.page.getByLabel('Username'));
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.leave();
  });

  test('the settings, all of them open', async () => {
    const visitor = await Visitor.arrive(browser, cluster, { colorScheme });
    await visitor.signIn('/dashboard');
    await visitor.page.getByRole('button', { name: 'User menu of admin' }).click();
    await visitor.page.getByRole('menuitem', { name: 'User Settings' }).click();
    await visitor.page.getByRole('switch', { name: "I know what I'm doing" }).check();
    await visitor.page.getByRole('button', { name: 'Edit Password' }).click();
    await seen(visitor.page.getByRole('textbox', { name: 'Raw settings' }));
    expect(await violations(visitor.page)).toEqual([]);
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
    expect(await violations(visitor.page)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.keyboard.press('?');
    await seen(page.getByRole('dialog', { name: 'Help' }).getByText('pauseExperiment'));
    expect(await violations(visitor.page)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Search workspaces' }).click();
    await seen(page.getByRole('dialog').getByRole('link', { name: /Digits/ }));
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.leave();
  });
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
