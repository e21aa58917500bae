import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/console-browser.ts';
import { seen } from '../support/seen.ts';

const repository = resolve(import.meta.dirname, '../..');
const screenshots = join(repository, 'test-results');
const minutes = 60_000;

let place: string;
let product: ChildProcess;
let browser: Browser;
let output = '';

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'determined-clone-'));
  chmodSync(place, 0o711);
  for (const folder of ['home', 'data']) mkdirSync(join(place, folder), { mode: 0o711 });
  copyTree(join(place, 'clone'));
  mkdirSync(screenshots, { recursive: true });
  browser = await launchBrowser();
}, 5 * minutes);

afterAll(async () => {
  await browser?.close();
  if (product && product.exitCode === null) {
    const ended = once(product, 'exit');
    product.kill('SIGINT');
    await ended;
  }
  rmSync(place, { recursive: true, force: true });
}, 2 * minutes);

/** What a clone of the repository would hold once what lies in the tree is committed. */
function copyTree(clone: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(repository, path)))) {
    cpSync(join(repository, path), join(clone, path));
  }
}

/** Pixels of the drawn chart that differ from its background, by what the page itself has on its canvas. */
async function inkOf(page: Page): Promise<number> {
  return page
    .getByRole('figure')
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let drawn = 0;
      // Saturated ones only: lines are coloured, axes and grid are grey.
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
        if (alpha > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) drawn += 1;
      }
      return drawn;
    });
}

/** Points of all curves, as the chart tells them to who cannot see it: the second column of its table. */
async function curvePoints(page: Page): Promise<number> {
  const points = page.getByRole('figure').getByRole('table').getByRole('row').locator('td:first-of-type');
  return (await points.allTextContents()).reduce((sum, text) => sum + (Number(text) || 0), 0);
}

test(
  'from a fresh clone in an empty home to a learning curve that grows: one command, one link, one click',
  async () => {
    product = spawn('npm', ['start'], {
      cwd: join(place, 'clone'),
      env: {
        PATH: process.env.PATH,
        HOME: join(place, 'home'),
        DET_DATA_DIR: join(place, 'data'),
        DET_PORT: '0',
        // Where this machine fetches packages from; a person has his own settings.
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) =>
            /^(npm_config_|PIP_|SSL_CERT|NODE_EXTRA_CA|.*_CA_BUNDLE$)/i.test(name),
          ),
        ),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [product.stdout, product.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const link = await eventually(
      'the sign-in link',
      () => {
        if (product.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
        return /(http:\/\/\S+\/det\/login\S*#token=\S+)/.exec(output)?.[1];
      },
      15 * minutes,
    );
    expect(output).toMatch(/Password of admin\s+\S+/);
    expect(output).toContain(join(place, 'data'));

    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(2 * minutes);
    await page.goto(link);
    await seen(page.getByRole('heading', { name: 'Run your first search', exact: true }), 2 * minutes);
    await page.getByRole('listitem').filter({ hasText: 'Random search' }).getByRole('button', { name: /run/i }).click();
    await page.waitForURL(/\/experiments\/\d+/).catch(async (error) => {
      await page.screenshot({ path: join(screenshots, 'main-job-not-started.png') });
      throw new Error(`the example did not start:\n${await page.getByRole('main').textContent()}\n${output}`, {
        cause: error,
      });
    });
    await seen(page.getByRole('heading', { level: 1, name: /digits, random search/ }), 2 * minutes);
    // The trials wait for their Python environment, which is made meanwhile, then run.
    const asTable = page.getByRole('button', { name: 'Show as table' });
    await seen(asTable, 15 * minutes);
    await asTable.click();
    const patiently = { timeout: 5 * minutes, interval: 500 };
    await expect.poll(() => curvePoints(page), patiently).toBeGreaterThan(0);
    const first = await curvePoints(page);
    await expect.poll(() => curvePoints(page), patiently).toBeGreaterThan(first + 10);
    await asTable.click();
    await eventually('the curves are drawn', async () => (await inkOf(page)) > 300, 2 * minutes);
    await page.screenshot({ path: join(screenshots, 'main-job-running.png') });
    const state = page.getByRole('heading', { level: 1 }).locator('..').getByText('Completed', { exact: true });
    await seen(state, 10 * minutes);
    await page.screenshot({ path: join(screenshots, 'main-job-completed.png') });
    await page.close();
  },
  50 * minutes,
);
