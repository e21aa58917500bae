import { expect, test } from 'vitest';
import { violations, violationsDayAndNight } from '../support/axe.ts';
import { everyPage, type PageOfConsole, pagesMadeIn } from '../support/every-page.ts';
import { beyondTheEdge, markReached, unreached } from '../support/reach.ts';
import { desk, narrow, phone, seededConsole } from '../support/seeded-console.ts';
import { gone, seen } from '../support/seen.ts';

const at = seededConsole();

/** What axe finds by day, by night and on a phone, what no key reaches, what does not fit; nothing of it where all is well. */
async function looked({ path, shows, outside, leadsOn }: PageOfConsole): Promise<string[]> {
  const { page, visitor } = at;
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light' });
  await visitor.open(path);
  if (shows) await seen(page.getByRole('heading', { level: 1, name: shows }));
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const found = outside ? [] : await keyboardAlone(leadsOn);
  found.push(...(await violationsDayAndNight(page)));
  for (const size of narrow) {
    await page.setViewportSize(size);
    const sideways = await beyondTheEdge(page);
    found.push(...sideways.map((one) => `${size.width} × ${size.height}: ${one}`));
    if (size === phone) found.push(...(await violations(page)).map((one) => `on a phone: ${one}`));
  }
  return found;
}

async function keyboardAlone(leadsOn = false): Promise<string[]> {
  const { page } = at;
  const skip = page.getByRole('link', { name: 'Skip to content' });
  // On a page that another one has led to, the keyboard stands at its heading, or comes there in a moment.
  if (leadsOn) await skip.focus();
  else await page.keyboard.press('Tab');
  await seen(skip);
  await page.keyboard.press('Enter');
  // It may lead to the heading: what stands before that is come by from the top.
  await page.evaluate('document.getElementById("main")?.focus()');
  // Within so many presses the keyboard has come by every control and left the page's main part again.
  let inside = true;
  for (let presses = 0; presses < 150 && inside; presses++) {
    await page.keyboard.press('Tab');
    inside = await markReached(page, 'main');
  }
  const found = [...(inside ? ['the keyboard does not leave it'] : []), ...(await unreached(page, 'main'))];
  // What is told of the control that it stands on goes away.
  await page.evaluate('document.activeElement?.blur()');
  await gone(page.getByRole('tooltip'));
  return found;
}

async function nothingIsWrongWith(pages: readonly PageOfConsole[]): Promise<void> {
  await at.visitor.signIn('/dashboard');
  const found: Record<string, string[]> = {};
  for (const page of pages) {
    // Who is signed in does not stay at the sign-in page for longer than a second.
    if (page.path.startsWith('/login')) {
      await at.visitor.loseSession();
    }
    found[page.path] = await looked(page);
  }
  expect(found).toEqual(Object.fromEntries(pages.map(({ path }) => [path, []])));
}

const areas = Map.groupBy(everyPage, ({ path }) => path.split(/[/?]/)[1] ?? '');
test.each([...areas])(
  'axe finds nothing on pages below /%s, the keyboard alone goes through them, and they fit phones and 400 %',
  (_area, pages) => nothingIsWrongWith(pages),
);

test('so it is with pages whose addresses somebody has to make', async () =>
  nothingIsWrongWith(await pagesMadeIn(at.cluster)));
