import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, Visitor } from '../support/console-browser.ts';

let cluster: DevCluster;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [cluster, browser] = await Promise.all([startDevCluster({ launcher: new ScriptedLauncher([4]) }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await cluster.stop();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, cluster);
});
afterEach(() => visitor.leave());

test('who has run nothing is offered examples, and one press makes an experiment', async () => {
  await visitor.signIn('/dashboard');
  const main = visitor.page.getByRole('main');
  await main.getByRole('heading', { name: 'Run your first experiment' }).waitFor();
  await main.getByText('det experiment create').waitFor();
  await main.getByRole('button', { name: 'Run The smallest script' }).click();
  await visitor.page.waitForURL(/\/det\/experiments\/\d+/);
  await visitor.open('/dashboard');
  await main.getByText('Your experiment is active.').waitFor();
  const row = main.getByRole('row').filter({ hasText: 'Uncategorized' });
  expect(await row.getByRole('link').getAttribute('href')).toMatch(/\/det\/experiments\/\d+/);
  expect(await main.getByText('Run your first experiment').count()).toBe(0);
});

test('live hints bring what others start, without asking again', async () => {
  const { username, token } = await cluster.newUser();
  const connected = visitor.page.waitForEvent('websocket');
  await visitor.signIn('/dashboard', username);
  await connected;
  const main = visitor.page.getByRole('main');
  await main.getByRole('heading', { name: 'Run your first experiment' }).waitFor();
  const reply = await cluster.fetch('/api/ext/v1/examples/first-script/run', { method: 'POST', token });
  expect(reply.status).toBe(200);
  // Sooner than the fall-back of ten seconds would have brought it.
  await main.getByText('Your experiment is active.').waitFor({ timeout: 6_000 });
});
