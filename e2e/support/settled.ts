import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Goes somewhere and waits until every call of the page has been answered, also those that answers lead to, and the page
 * has nothing left to do: sooner than half a second without calls, and not before where the processor is busy elsewhere.
 */
export async function settled(page: Page, go: () => Promise<void>): Promise<void> {
  const open = new Set<Request>();
  let asked = 0;
  const begins = (request: Request) => {
    open.add(request);
    asked++;
  };
  const ends = (request: Request) => void open.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await go();
    await expect
      .poll(async () => {
        const before = asked;
        // What an answer brings about is done, and its frame drawn, by the second time that nothing is left to do.
        // A page that the browser draws no frames of gets no idle moment: then a second each stands for them.
        await page.evaluate(`new Promise((idle) => {
          const timeout = { timeout: 1_000 };
          requestIdleCallback(() => requestIdleCallback(idle, timeout), timeout);
        })`);
        return [...open].map((request) => request.url()).concat(asked === before ? [] : ['new calls']);
      })
      .toEqual([]);
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}
