import type { Locator } from 'playwright-core';

/** All of a grid's row that one part of it was found of: where a table is wide, the columns that stay stand in panes of their own. */
export async function wholeRow(part: Locator): Promise<Locator> {
  const index = await part.first().getAttribute('data-r');
  if (index === null) return part;
  return part.first().locator('xpath=ancestor::*[@role="grid"]').locator(`[data-r="${index}"]`);
}
