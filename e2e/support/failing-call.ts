import type { Page } from 'playwright-core';

/** Each call of this kind fails, until it is let through again. */
export async function fail(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}
