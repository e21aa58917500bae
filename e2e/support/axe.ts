import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe holds for serious or worse, one line each; of colours alone where the rest was looked at already. */
export async function violations(page: Page, within = 'html', only?: 'color-contrast'): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not hold back.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(only && { runOnly: [only] }) };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** What fades has its colours when it has come. */
const settled = (page: Page) =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {}))).then(() => {})`);

/** The same by day and by night. */
export async function violationsDayAndNight(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await settled(page);
  const day = await violations(page, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  await settled(page);
  return [...day, ...(await violations(page, within, 'color-contrast')).map((line) => `dark: ${line}`)];
}
