import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What opens beside what it is of stands, like dialogs, in no landmark. */
const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip], [role=menu], [role=listbox]';

/** A page has a few colours, which axe reads hundreds of times at much cost: of each it is told what it has read before. */
const knowsColours = `(() => {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
})()`;

/** What axe finds, however light, one line each; of colours alone where the rest was looked at already. */
export async function violations(page: Page, within = 'html', only?: 'color-contrast'): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not hold back.
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    await page.evaluate(source);
    await page.evaluate(knowsColours);
    await page.evaluate(`axe.configure(${JSON.stringify({ checks: [{ id: 'region', options: { regionMatcher } }] })})`);
  }
  const options = { resultTypes: ['violations'], ...(only && { runOnly: [only] }) };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** Colours are as the scheme has them once the console has taken it up and what fades has come. */
async function inScheme(page: Page, scheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
  // A style's change begins its transitions with the next frame.
  await page.evaluate(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`);
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {}))).then(() => {})`);
}

/** The same by day and by night. */
export async function violationsDayAndNight(page: Page, within?: string): Promise<string[]> {
  await inScheme(page, 'light');
  const day = await violations(page, within);
  await inScheme(page, 'dark');
  return [...day, ...(await violations(page, within, 'color-contrast')).map((line) => `dark: ${line}`)];
}
