import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { chromium } from 'playwright-core';
import { everyDialog, seedPeople } from '../../e2e/support/every-dialog.ts';
import { everyPage, pagesMadeIn } from '../../e2e/support/every-page.ts';
import { ensureConsole } from '../start/console-build.mjs';
import { repository } from '../start/repository.mjs';
import { ensureChromium } from '../test/chromium.mjs';

// Draws every page and dialog, by day and by night, on a desk and on a phone, to be looked at. `npm run screenshots -- groups`
// draws those with the word in their name or path.
const words = process.argv.slice(2);
const folder = join(repository, 'test-results', 'screens');
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const asked = (name: string, path: string) =>
  words.length === 0 || words.some((word) => `${name} ${path}`.includes(word));

await ensureConsole(process.execPath);
const executablePath = await ensureChromium({ env: process.env });
const machines = new ScriptedLauncher([8, 8]);
const training = new AbortController();
const cluster = await startDevCluster({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
const missed: string[] = [];
try {
  await seedScenario(cluster, machines, training.signal);
  await seedPeople(cluster);
  mkdirSync(folder, { recursive: true });
  for (const [device, viewport] of Object.entries(sizes)) await drawAll(device, viewport);
} finally {
  training.abort();
  await browser.close();
  await cluster.stop();
}
process.stdout.write(`The pictures lie in ${folder}.\n`);
if (missed.length > 0) {
  process.stderr.write(`Not drawn:\n${missed.join('\n')}\n`);
  process.exitCode = 1;
}

async function drawAll(device: string, viewport: { width: number; height: number }): Promise<void> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const goTo = async (path: string) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${cluster.address}/det${path}`);
    await page.getByRole('heading', { level: 1 }).or(page.getByLabel('Username')).first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  };
  const draw = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(folder, `${name}-${device}-${colorScheme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
    process.stdout.write(`${name} ${device}\n`);
  };
  await goTo('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(devPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  for (const { path } of [...everyPage, ...(await pagesMadeIn(cluster))]) {
    // With what is asked of it: pages of one path differ by that.
    const name = path.slice(1).replaceAll(/[^\w.]+/g, '-');
    if (!asked(name, path)) continue;
    await goTo(path);
    await draw(name);
  }
  for (const { name, path, on = device, open } of everyDialog) {
    if (on !== device || !asked(name, path)) continue;
    try {
      await goTo(path);
      await open(page);
      await page.waitForTimeout(400);
      await draw(`over-${name}`);
    } catch (error) {
      missed.push(`${name} ${device}: ${String(error).split('\n')[0]}`);
    }
  }
  await context.close();
}
