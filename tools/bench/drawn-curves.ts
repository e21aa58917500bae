import type { Page } from 'playwright-core';
import { go, launchConsole, loopOf, medianOf, present, settled, signedIn, slowed, workOf } from './chromium.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller } from './http-load.ts';
import { processorMs } from './processor.ts';
import { startTrials } from './running-trials.ts';
import { fillSealed } from './sealed-curves.ts';

const [trials, points] = [1_000, 100_000];
/** A move a frame, as a hand makes them; and where it rests, longer than a reading waits for. */
const [moves, frameMs] = [200, 16];
const [reads, restMs] = [20, 120];
/** Rows of a table are drawn ahead for a while after the first ones. */
const restedMs = 1_500;
const amount = `the best 100 of ${trials.toLocaleString('en')} curves × ${points.toLocaleString('en')} points`;

/** What a learning curve costs the page: until it is drawn, cold, and for each move of the pointer over it. */
export const drawnCurves: Bench = {
  name: 'drawn-curves',
  measure: async ({ master: start, note }) => {
    const master = await start();
    note(amount);
    const running = await startTrials(master, trials);
    await fillSealed(master, running, points);
    const packed = await packedCall(master, running.experimentId);
    const browser = await launchConsole();
    try {
      const page = await signedIn(browser, master);
      const baseline = await loopOf(page);
      const experiment = `/experiments/${running.experimentId}`;
      const curve = `${experiment}/visualization/learning-curve`;
      const drawing = async (on: Page) => {
        await drawn(on);
        await settled(on);
      };
      const onFreshPage = (measure: (fresh: Page) => Promise<number>) =>
        medianOf(async () => {
          const fresh = await page.context().newPage();
          try {
            return await measure(fresh);
          } finally {
            await fresh.close();
          }
        });
      note('until it is drawn, from the page of its experiment');
      const opened = await onFreshPage(async (fresh) => {
        await fresh.goto(`${master.address}/det${experiment}/overview`);
        await fresh.getByRole('main').getByText('Best').first().waitFor();
        await fresh.locator('main [data-row-link]').first().waitFor();
        await fresh.waitForLoadState('networkidle');
        // What that page still does by itself is no part of the way to the other.
        await fresh.waitForTimeout(restedMs);
        return workOf(fresh, slowed, async () => {
          await go(fresh, curve);
          await drawing(fresh);
        });
      });
      note('until it is drawn, with the console');
      const cold = await onFreshPage((fresh) =>
        workOf(fresh, slowed, async () => {
          await fresh.goto(`${master.address}/det${curve}`);
          await drawing(fresh);
        }),
      );
      note('the pointer');
      await page.goto(`${master.address}/det${curve}`);
      await drawing(page);
      const [still, stiller] = [await rested(page, moves * frameMs), await rested(page, reads * restMs)];
      const moved = await medianOf(async () => ((await hovered(page, moves, frameMs)) - still) / moves);
      const read = await medianOf(async () => ((await hovered(page, reads, restMs)) - stiller) / reads);
      return [
        {
          what: `Packed call of ${amount}, processor`,
          value: packed,
          unit: 'ms',
          aim: { atMost: 60 },
        },
        {
          what: `A learning curve of ${amount}, opened until drawn, main thread ${slowed} × slowed`,
          value: opened,
          unit: 'ms',
          aim: { atMost: 500 },
          baseline,
        },
        {
          what: 'The same with the start of the console, cold',
          value: cold,
          unit: 'ms',
          baseline,
        },
        {
          what: `A move of the pointer over it, main thread ${slowed} × slowed`,
          value: moved,
          unit: 'ms',
          aim: { atMost: 16 },
          baseline,
        },
        {
          what: `A point of it read where the pointer rests, main thread ${slowed} × slowed`,
          value: read,
          unit: 'ms',
          aim: { atMost: 50 },
          baseline,
        },
      ];
    } finally {
      await browser.close();
    }
  },
};

/** As the page asks. */
async function packedCall(master: BenchMaster, experimentId: number): Promise<number> {
  const caller = new Caller(master.address, 1);
  try {
    const path = `/api/ext/v1/experiments/${experimentId}/curves?maxTrials=100&maxPoints=500&maxPointsBehind=250`;
    return await processorMs(master, () => caller.send({ method: 'GET', path, token: master.token }));
  } finally {
    caller.close();
  }
}

/** By its attributes: looking for a role would be work of the page, and counted. */
const plotPath = 'main [role="img"][aria-label*="; loss from"]';
const plot = (page: Page) => page.locator(plotPath);

const drawn = (page: Page) =>
  present(page, `document.querySelector(${JSON.stringify(plotPath)}) && document.querySelector('main canvas')`);

/** What the page does by itself in the time that the moves take: nothing of that is theirs. */
const rested = (page: Page, ms: number) => workOf(page, slowed, () => page.waitForTimeout(ms));

/** Over the lines from left to right, with a wait after each move. */
async function hovered(page: Page, count: number, waitMs: number): Promise<number> {
  const box = (await plot(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  try {
    return await workOf(page, slowed, async () => {
      for (let at = 0; at < count; at += 1) {
        const x = box.x + box.width * (0.1 + (0.7 * at) / count);
        const y = box.y + box.height * (0.5 + 0.3 * Math.sin((20 * at) / count));
        await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        await new Promise((after) => setTimeout(after, waitMs));
      }
    });
  } finally {
    await session.detach();
  }
}
