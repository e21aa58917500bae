import type { Page } from 'playwright-core';
import { go, launchConsole, loopOf, medianOf, present, settled, signedIn, slowed, workOf } from './chromium.ts';
import type { Bench } from './figure.ts';
import { fill, points } from './live-curves.ts';
import { startTrials } from './running-trials.ts';

const runs = 50;
const metrics = ['loss', ...Array.from({ length: 9 }, (_, at) => `metric_${at}`)];
const amount = `${runs} runs × ${metrics.length} metrics × ${points.toLocaleString('en')} points`;

/** What a comparison costs until all of its charts are drawn, in an open console: by the clock, and of the page's main thread. */
export const comparedCurves: Bench = {
  name: 'compared-curves',
  measure: async ({ master: start, note }) => {
    const master = await start();
    note(amount);
    const running = await startTrials(master, runs);
    await fill(master, running, metrics);
    const browser = await launchConsole();
    try {
      const page = await signedIn(browser, master);
      const baseline = await loopOf(page);
      const ids = running.trials.map(({ trialId }) => trialId);
      const comparison = `/experiment-compare?id=${encodeURIComponent(JSON.stringify(ids))}&of=run`;
      const opened = (measure: (fresh: Page, open: () => Promise<void>) => Promise<number>) =>
        medianOf(async () => {
          const fresh = await page.context().newPage();
          try {
            await fresh.goto(`${master.address}/det/experiments/${running.experimentId}/overview`);
            await fresh.getByRole('main').getByText('Best').first().waitFor();
            await fresh.waitForLoadState('networkidle');
            return await measure(fresh, async () => {
              await go(fresh, comparison);
              const canvases = 'main [role="img"][aria-label*=" from "] canvas';
              await present(fresh, `document.querySelectorAll('${canvases}').length >= ${metrics.length}`);
            });
          } finally {
            await fresh.close();
          }
        });
      note('by the clock');
      const waited = await opened(async (_fresh, open) => {
        const began = performance.now();
        await open();
        return (performance.now() - began) / 1000;
      });
      note('work');
      const worked = await opened((fresh, open) =>
        workOf(fresh, slowed, async () => {
          await open();
          await settled(fresh);
        }),
      );
      return [
        { what: `${amount} compared, opened until drawn`, value: waited, unit: 's', aim: { atMost: 1 } },
        { what: `The same, main thread ${slowed} × slowed`, value: worked, unit: 'ms', baseline },
      ];
    } finally {
      await browser.close();
    }
  },
};
