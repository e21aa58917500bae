import type { Page } from 'playwright-core';

interface Held {
  /** Lets them be answered; those that come later are not held. */
  answer: () => Promise<void>;
}

/** Calls of this address wait until they may be answered, so that one sees what is shown before; with `fail` they fail then. */
export async function hold(page: Page, address: string, { fail = false } = {}): Promise<Held> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  await page.route(address, (route) => {
    const json = { error: { code: 13, reason: 'Internal', error: 'out of order' } };
    held.push(promise.then(() => (fail ? route.fulfill({ status: 500, json }) : route.continue())));
    return held.at(-1);
  });
  return {
    answer: async () => {
      resolve();
      await Promise.all(held);
      await page.unroute(address);
    },
  };
}
