import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until exactly one such element is seen on the page, and expects it to come. */
export async function seen(element: Locator, timeout?: number): Promise<void> {
  const visible = element.filter({ visible: true });
  // The page itself looks for it, which costs less than asking again and again from here.
  await visible.first().waitFor({ timeout });
  await expect.poll(() => visible.count(), { message: `seen: ${element}`, timeout }).toBe(1);
}

/** Waits until the page has no such element, and expects that. */
export async function gone(element: Locator): Promise<void> {
  await expect.poll(() => element.count(), { message: `gone: ${element}` }).toBe(0);
}
