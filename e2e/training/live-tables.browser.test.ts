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
import { wholeRow } from '../support/whole-row.ts';

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
const news = (name: string) => place.page.getByRole('button', { name, exact: true });
const focusedRow = () => place.page.locator('[role="row"]:focus-within');

describe('a live table', () => {
  test('keys go on from the focused cell when rows have come in above it', async () => {
    const below = await create('below');
    await create('held');
    await place.visitor.signIn(list);
    await row('held').getByRole('gridcell').nth(1).click();
    await create('came in');
    await seen(news('1 new'));
    await place.page.keyboard.press('ArrowDown');
    await eventually('the row below is focused', async () =>
      ((await focusedRow().textContent()) ?? '').startsWith(`${below}below`),
    );
    await news('1 new').focus();
    await place.page.keyboard.press('Enter');
    await seen(row('came in'));
    await eventually('the first row is focused', async () =>
      ((await focusedRow().textContent()) ?? '').includes('came in'),
    );
    await gone(news('1 new'));
  });

  test('no row moves under the pointer; what came in is shown when it is pressed for, or the pointer has gone', async () => {
    await create('pointed at');
    await place.visitor.signIn(list);
    await row('pointed at').hover();
    const before = await row('pointed at').boundingBox();
    await create('first to come');
    await seen(news('1 new'));
    await create('second to come');
    await seen(news('2 new'));
    expect(await row('second to come').count()).toBe(0);
    expect(await row('pointed at').boundingBox()).toEqual(before);
    await news('2 new').click();
    await seen(row('second to come'));
    const [first, second] = await Promise.all([
      row('second to come').getAttribute('aria-rowindex'),
      row('first to come').getAttribute('aria-rowindex'),
    ]);
    expect([first, second]).toEqual(['2', '3']);
    await row('pointed at').hover();
    await create('third to come');
    await seen(news('1 new'));
    await place.page.getByRole('button', { name: 'Columns' }).hover();
    await place.page.getByRole('button', { name: 'Columns' }).focus();
    await seen(row('third to come'));
  });

  test('what is acted on meanwhile shows its new state, and what is gone goes', async () => {
    const goes = await create('goes meanwhile');
    const runs = await create('runs meanwhile');
    await place.visitor.signIn(list);
    await row('runs meanwhile').hover();
    await create('comes meanwhile');
    await seen(news('1 new'));
    await place.cluster.admin.client.call(killExperimentRoute, { id: runs });
    await seen(row('runs meanwhile').getByText('Stopped'));
    await remove(goes);
    await gone(row('goes meanwhile'));
    expect(await row('comes meanwhile').count()).toBe(0);
  });

  test('rows of a further page stay, and of a page that is scrolled down', async () => {
    for (let n = 0; n < 21; n++) await create(`filling ${n}`);
    const { page } = place;
    await page.setViewportSize({ width: 1000, height: 600 });
    await place.visitor.signIn(`${list}?page=2`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
    await seen(rows.first());
    // Further columns of a row may come after those in sight.
    const first = rows.first().getByRole('link').first();
    const firstBefore = await first.textContent();
    await create('on the first page');
    await seen(news('1 new'));
    expect(await first.textContent()).toBe(firstBefore);
    await news('1 new').click();
    await seen(row('on the first page'));
    expect(new URL(page.url()).searchParams.has('page')).toBe(false);
    await page.getByRole('grid').hover();
    await page.mouse.wheel(0, 200);
    await page.mouse.move(2, 2);
    const scrolled = () => page.getByRole('grid').evaluate((grid) => grid.scrollTop);
    await eventually('it is scrolled', async () => (await scrolled()) > 0);
    await create('while scrolled');
    await seen(news('1 new'));
    await news('1 new').click();
    await seen(row('while scrolled'));
    expect(await scrolled()).toBe(0);
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
    await seen(place.page.getByRole('heading', { name: 'Stop asked about?', exact: true }));
    await remove(goes);
    await gone(row('asked about'));
    expect(await place.page.getByRole('heading', { name: 'Stop asked about?', exact: true }).count()).toBe(1);
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

  test('a row that says what it said is not drawn anew: not when the table is pointed at, nor when another row changes', async () => {
    const changes = await create('is stopped', false, 'random, max_trials: 2');
    await create('says the same');
    const { page } = place;
    await place.visitor.signIn(list);
    await seen(row('says the same'));
    // React keeps with each element what it was last drawn of; the page keeps it here from one look to the next.
    const cells = (await wholeRow(row('says the same'))).getByRole('gridcell');
    const stays = () =>
      cells.evaluateAll((all) => {
        const kept = window as unknown as { drawnOf?: unknown[] };
        const before = kept.drawnOf;
        kept.drawnOf = all.map((cell) => Object.entries(cell).find(([key]) => key.startsWith('__reactProps'))?.[1]);
        return kept.drawnOf.map((one, at) => one !== undefined && one === before?.[at]);
      });
    await eventually('all is drawn', async () => {
      const all = await stays();
      return all.length > 5 && !all.includes(false);
    });
    await page.mouse.move(5, 5);
    await row('is stopped').hover();
    await place.cluster.admin.client.call(killExperimentRoute, { id: changes });
    await seen((await wholeRow(row('is stopped'))).getByText('Stopped', { exact: true }));
    expect(await stays()).not.toContain(false);
  });
});
