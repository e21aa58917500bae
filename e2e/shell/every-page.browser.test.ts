import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { everyPage, pagesMadeIn } from '../support/every-page.ts';
import { beyondTheEdge, markReached, unreached } from '../support/reach.ts';
import { seen } from '../support/seen.ts';

// Whatever page there is works in any width: the page itself never scrolls sideways.
const machines = new ScriptedLauncher([8, 8]);
const at = consoleTest({ launcher: machines });
const training = new AbortController();
beforeAll(async () => {
  await seedScenario(at.cluster, machines, training.signal);
  await eventually(
    'the first experiment trains',
    async () => {
      const reply = await at.cluster.fetch('/api/v1/experiments/1/trials', { token: at.cluster.admin.token });
      return ((await reply.json()) as { trials: { totalBatchesProcessed: number }[] }).trials.some(
        ({ totalBatchesProcessed }) => totalBatchesProcessed > 0,
      );
    },
    60_000,
  );
});
afterAll(() => training.abort());

const pages = async () => [...(await pagesMadeIn(at.cluster)), ...everyPage];

// 1280 px at 400 % are 320 px, 900 px high ones 225.
const sizes = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a small phone', width: 320, height: 640 },
  { name: 'a desk at 400 %', width: 320, height: 225 },
];

test('no page scrolls sideways on phones and at 400 %', async () => {
  await at.visitor.signIn('/dashboard');
  const wide: Record<string, string[]> = {};
  const all = await pages();
  for (const { path, shows } of all) {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.visitor.open(path);
    if (shows) await seen(at.page.getByRole('heading', { level: 1, name: shows }));
    await at.page.waitForLoadState('networkidle').catch(() => undefined);
    for (const { name, ...size } of sizes) {
      await at.page.setViewportSize(size);
      wide[`${path} on ${name}`] = await beyondTheEdge(at.page);
    }
  }
  const paths = all.flatMap(({ path }) => sizes.map(({ name }) => `${path} on ${name}`));
  expect(wide).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
});

test('each page is reached, gone through and left by the keyboard alone', async () => {
  await at.visitor.signIn('/dashboard');
  for (const { path, shows } of (await pages()).filter(({ outside }) => !outside)) {
    await at.visitor.open(path);
    if (shows) await seen(at.page.getByRole('heading', { level: 1, name: shows }));
    await at.page.waitForLoadState('networkidle').catch(() => undefined);
    await at.page.keyboard.press('Tab');
    await seen(at.page.getByRole('link', { name: 'Skip to content' }));
    await at.page.keyboard.press('Enter');
    // It may lead to the heading: what stands before that is come by from the top.
    await at.page.evaluate('document.getElementById("main")?.focus()');
    // Within so many presses the keyboard has come by every control and left the page's main part again.
    let inside = true;
    for (let presses = 0; presses < 150 && inside; presses++) {
      await at.page.keyboard.press('Tab');
      inside = await markReached(at.page, 'main');
    }
    expect([path, inside, await unreached(at.page, 'main')]).toEqual([path, false, []]);
  }
});
