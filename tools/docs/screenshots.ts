import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { manualScenario } from '@determined/dev-cluster/manual-scenario.ts';
import { PaperClock } from '@determined/dev-cluster/paper-clock.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../start/console-build.mjs';
import { repository } from '../start/repository.mjs';
import { ensureChromium } from '../test/chromium.mjs';
import { installDebianPackages } from '../test/debian-packages.mjs';

// Draws the pictures of the manual: the built console on a real master, with a team's work on machines of paper.
const images = join(repository, 'docs', 'manual', 'images');
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const largest = 150 * 1024;

await ensureConsole(process.execPath);
if (spawnSync('pngquant', ['--version']).error)
  await installDebianPackages(['pngquant'], 'The pictures are compressed by pngquant');
const clock = new PaperClock(80);
const machines = new ScriptedLauncher([8, 8]);
const training = new AbortController();
const cluster = await startDevCluster({ launcher: machines, clock, env: { DET_CLUSTER_NAME: 'tide' } });
const browser = await chromium.launch({
  executablePath: await ensureChromium({ env: process.env }),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
mkdirSync(images, { recursive: true });
try {
  const { projectId, experiments } = await manualScenario(cluster, machines, clock, training.signal);
  const search = experiments.get('lr-hidden-random') ?? 0;
  const trial = `/experiments/${search}/trials/${await bestRunningTrial(search)}`;
  const curve = `/experiments/${search}/visualization/learning-curve`;
  const project = `/projects/${projectId}/runs`;
  await draw('sign-in', '/login', { signedOut: true });
  await draw('project', project);
  await draw('experiment-light', curve, { waitFor: 'canvas' });
  await draw('experiment-dark', curve, { waitFor: 'canvas', dark: true });
  await draw('trial-metrics', `${trial}/metrics`, { waitFor: 'canvas' });
  await draw('trial-logs', `${trial}/logs`, { waitFor: '[role="log"]' });
  // After the project, which it lists as viewed.
  await draw('home', '/dashboard');
  await draw('project-phone', project, { size: phone });
  await draw('experiment-phone', curve, { waitFor: 'canvas', size: phone });
} finally {
  training.abort();
  await browser.close();
  await cluster.stop();
}

interface Look {
  dark?: boolean;
  size?: { width: number; height: number };
  signedOut?: boolean;
  /** What shows that the page's content has come. */
  waitFor?: string;
}

async function draw(name: string, path: string, look: Look = {}) {
  const { dark = false, size = desk, signedOut = false, waitFor } = look;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await page.goto(`${cluster.address}/det${signedOut ? path : '/login'}`);
    await page.getByLabel('Username').waitFor();
    if (!signedOut) {
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Password', { exact: true }).fill(devPassword);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/login'));
      await page.goto(`${cluster.address}/det${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    if (waitFor) await page.locator(`main ${waitFor}`).first().waitFor();
    await settled(page);
    const file = join(images, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    // 256 colours are what such pages have, and a third of the bytes.
    execFileSync('pngquant', ['--force', '--speed', '1', '--strip', '--output', file, '256', file]);
    const { size: bytes } = statSync(file);
    if (bytes > largest) throw new Error(`${name}.png has ${bytes} bytes, more than ${largest}`);
    process.stdout.write(`${name}.png ${Math.round(bytes / 1024)} KiB\n`);
  } finally {
    await context.close();
  }
}

/** Waits until nothing is loaded and nothing on the page has changed for a moment. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction('document.fonts.ready.then(() => true)');
  let before = '';
  for (let tries = 0; tries < 20; tries++) {
    const now = (await page.screenshot({ animations: 'disabled' })).toString('base64');
    if (now === before && (await page.locator('[aria-busy="true"]').count()) === 0) return;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** The best of the trials that run. */
async function bestRunningTrial(experimentId: number): Promise<number> {
  const { trials } = await cluster.admin.client.call(getExperimentTrialsRoute, {
    experimentId,
    states: ['STATE_ACTIVE'],
    sortBy: 'SORT_BY_BEST_VALIDATION_METRIC',
    orderBy: 'ORDER_BY_ASC',
    limit: 1,
  });
  const [trial] = trials;
  if (!trial) throw new Error(`experiment ${experimentId} has no trial that runs`);
  return trial.id;
}
