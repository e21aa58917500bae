import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { everyPage } from '../support/every-page.ts';
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

// 1280 px at 400 % are 320 px, 900 px high ones 225.
const sizes = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a small phone', width: 320, height: 640 },
  { name: 'a desk at 400 %', width: 320, height: 225 },
];

/**
 * What lies beyond the edge of the page outside of any box that scrolls by itself; what is for screen readers only is one
 * pixel wide.
 */
const beyondTheEdge = `(() => {
  const inside = (box) => box.right <= innerWidth + 1 && box.left >= -1;
  const beyond = [...document.querySelectorAll('main, header, nav, h1, h2, button, a, input')].filter((one) => {
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || inside(box)) return false;
    for (let around = one.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== 'visible' && inside(around.getBoundingClientRect())) return false;
    }
    return true;
  });
  const found = beyond.slice(0, 3).map((one) => one.outerHTML.slice(0, 120));
  return document.scrollingElement.scrollWidth > innerWidth ? ['the page scrolls', ...found] : found;
})()`;

test('no page scrolls sideways on phones and at 400 %', async () => {
  await at.visitor.signIn('/dashboard');
  const wide: Record<string, string[]> = {};
  for (const { path, shows } of everyPage) {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.visitor.open(path);
    if (shows) await seen(at.page.getByRole('heading', { level: 1, name: shows }));
    await at.page.waitForLoadState('networkidle').catch(() => undefined);
    for (const { name, ...size } of sizes) {
      await at.page.setViewportSize(size);
      wide[`${path} on ${name}`] = await at.page.evaluate<string[]>(beyondTheEdge);
    }
  }
  const paths = everyPage.flatMap(({ path }) => sizes.map(({ name }) => `${path} on ${name}`));
  expect(wide).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
});

/** Where the keyboard is; what it comes by is marked. */
const step = `(() => {
  const at = document.activeElement;
  at?.setAttribute('data-reached', '');
  return at?.closest('main') ? 'main' : (at?.tagName ?? '');
})()`;

/** Controls of the page that Tab has not come by. Of a composite widget it comes by one part; arrows go on from there. */
const unreached = `(() => {
  const composite = '[role=grid], [role=treegrid], [role=radiogroup], [role=listbox], [role=tablist], [role=toolbar], [role=tree]';
  const named = (one) => one.type === 'radio' && one.name ? document.getElementsByName(one.name) : [];
  return [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [role=button], [contenteditable=true])')]
    .filter((one) => !one.disabled && !one.closest('[inert], [aria-hidden=true]') && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => ![one, ...named(one)].some((each) => each.hasAttribute('data-reached')))
    .filter((one) => !one.closest(composite)?.matches('[data-reached], :has([data-reached])'))
    .map((one) => one.outerHTML.slice(0, 160));
})()`;

test('each page is reached, gone through and left by the keyboard alone', async () => {
  await at.visitor.signIn('/dashboard');
  for (const { path, shows } of everyPage.filter(({ outside }) => !outside)) {
    await at.visitor.open(path);
    if (shows) await seen(at.page.getByRole('heading', { level: 1, name: shows }));
    await at.page.waitForLoadState('networkidle').catch(() => undefined);
    await at.page.keyboard.press('Tab');
    await seen(at.page.getByRole('link', { name: 'Skip to content' }));
    await at.page.keyboard.press('Enter');
    // It may lead to the heading: what stands before that is come by from the top.
    await at.page.evaluate('document.getElementById("main")?.focus()');
    // Within so many presses the keyboard has come by every control and left the page's main part again.
    let where = 'main';
    for (let presses = 0; presses < 150 && where === 'main'; presses++) {
      await at.page.keyboard.press('Tab');
      where = await at.page.evaluate<string>(step);
    }
    expect([path, where === 'main', await at.page.evaluate<string[]>(unreached)]).toEqual([path, false, []]);
  }
});
