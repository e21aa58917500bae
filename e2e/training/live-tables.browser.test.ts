import {
  archiveExperimentRoute,
  createExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// What a table's reader uses stays his while rows come and go.
const place = consoleTest({ launcher: new ScriptedLauncher([8]) });
const list = '/projects/1/experiments';

async function create(name: string, activate = false, searcher = 'single'): Promise<number> {
  const config = `{name: ${name}, entrypoint: python3 train.py, searcher: {metric: loss, name: ${searcher}}}`;
  const { experiment } = await place.cluster.admin.client.call(createExperimentRoute, { config, activate });
  return experiment?.id ?? 0;
}

/** Takes an experiment off the list. */
async function remove(id: number): Promise<void> {
  const { client } = place.cluster.admin;
  await client.call(killExperimentRoute, { id });
  await eventually('it is archived', async () => {
    await client.call(archiveExperimentRoute, { id });
    return true;
  });
}

const row = (name: string) => place.page.getByRole('row').filter({ has: place.page.getByRole('link', { name }) });
const focusedRow = () => place.page.locator('[role="row"]:focus-within');

describe('a live table', () => {
  test('keys go on from the focused cell when rows have come in above it', async () => {
    const below = await create('below');
    await create('held');
    await place.visitor.signIn(list);
    await row('held').getByRole('gridcell').nth(1).click();
    await create('came in');
    await seen(row('came in'));
    await place.page.keyboard.press('ArrowDown');
    await eventually('the row below is focused', async () =>
      ((await focusedRow().textContent()) ?? '').startsWith(`${below}below`),
    );
  });

  test('the focus goes on at its place when its row has gone', async () => {
    await create('stays');
    const goes = await create('goes');
    await place.visitor.signIn(list);
    await row('goes').getByRole('gridcell').nth(1).click();
    await remove(goes);
    await gone(row('goes'));
    await eventually('the row in its place is focused', async () =>
      ((await focusedRow().textContent({ timeout: 1_000 })) ?? '').includes('stays'),
    );
  });

  test('the dialog of a row stays when the row has gone', async () => {
    const goes = await create('asked about', true);
    await place.visitor.signIn(list);
    await row('asked about').getByRole('button', { name: 'Actions of asked about' }).click();
    await place.page.getByRole('menuitem', { name: 'Stop' }).click();
    await seen(place.page.getByRole('heading', { name: 'Stop asked about?' }));
    await remove(goes);
    await gone(row('asked about'));
    expect(await place.page.getByRole('heading', { name: 'Stop asked about?' }).count()).toBe(1);
  });

  test('the actions of a row are in reach without scrolling, on a phone too', async () => {
    await create('reached');
    await place.visitor.signIn(list);
    const menu = place.page.getByRole('button', { name: 'Actions of reached' });
    for (const width of [900, 390]) {
      await place.page.setViewportSize({ width, height: 800 });
      await eventually(`it is within ${width} pixels`, async () => {
        const box = await menu.boundingBox();
        return box !== null && box.x + box.width <= width;
      });
    }
    await menu.click();
    await seen(place.page.getByRole('menuitem', { name: 'Activate' }));
  });

  test('a table at rest does nothing', async () => {
    const id = await create('rests', false, 'random, max_trials: 2');
    const { page } = place;
    await page.addInitScript(() => {
      const { observe } = ResizeObserver.prototype;
      const counted = window as unknown as { observed: number };
      counted.observed = 0;
      ResizeObserver.prototype.observe = function (...given) {
        counted.observed += 1;
        observe.apply(this, given);
      };
    });
    await place.visitor.signIn(`/experiments/${id}/visualization/learning-curve`);
    await seen(page.getByRole('grid', { name: 'Trials by metric' }).getByText('Paused').first());
    // Sizes are observed when a part of the page comes, not again and again.
    const observedWithin = (frames: number) =>
      page.evaluate(async (count) => {
        const counted = window as unknown as { observed: number };
        const before = counted.observed;
        for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
        return counted.observed - before;
      }, frames);
    await eventually('it rests', async () => (await observedWithin(60)) === 0);
  });
});
