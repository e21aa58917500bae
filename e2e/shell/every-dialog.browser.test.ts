import { expect, test } from 'vitest';
import { violationsDayAndNight } from '../support/axe.ts';
import { everyDialog, type Opened, openedBy } from '../support/every-dialog.ts';
import { beyondTheEdge, markReached, unreached } from '../support/reach.ts';
import { desk, narrow, phone, seededConsole } from '../support/seeded-console.ts';
import { gone } from '../support/seen.ts';

const at = seededConsole();

/** What axe finds in it, what does not fit, what no key reaches; nothing of it where all is well. */
async function looked({ name, path, on, open }: Opened): Promise<string[]> {
  const { page, visitor } = at;
  const usual = on === 'phone' ? phone : desk;
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: 'light' });
  await visitor.turnTo(path);
  await open(page);
  const opened = openedBy(name);
  await page.locator(opened).filter({ visible: true }).first().waitFor();
  // Parts of the page that open in it are gone through with the page.
  const found = opened.includes('role=') ? await keyboardAlone(opened) : [];
  found.push(...(await violationsDayAndNight(page, opened)));
  for (const size of narrow) {
    await page.setViewportSize(size);
    // It takes up the new size in its own time.
    const beyond = () => beyondTheEdge(page, opened);
    await expect
      .poll(beyond, { timeout: 2_000 })
      .toEqual([])
      .catch(() => undefined);
    found.push(...(await beyond()).map((one) => `${size.width} × ${size.height}: ${one}`));
  }
  await page.setViewportSize(usual);
  if (opened.includes('role=')) {
    await page.keyboard.press('Escape');
    await gone(page.locator(opened).filter({ visible: true })).catch(() => found.push('Escape does not close it'));
  }
  return found;
}

async function keyboardAlone(opened: string): Promise<string[]> {
  // One that has to read something first gives the keyboard its place anew then.
  const inside = () =>
    expect
      .poll(() => markReached(at.page, opened), { timeout: 2_000 })
      .toBe(true)
      .then(() => true)
      .catch(() => false);
  for (let presses = 0; await inside(); presses++) {
    const left = await unreached(at.page, opened);
    if (left.length === 0 || presses === 200) return left;
    await at.page.keyboard.press(opened === '[role=menu]' ? 'ArrowDown' : 'Tab');
  }
  return ['the keyboard is not in it', ...(await unreached(at.page, opened))];
}

const areas = Map.groupBy(everyDialog, ({ path }) => path.split(/[/?]/)[1] ?? '');
test.each([...areas])(
  'axe finds nothing in what opens over pages below /%s, it fits phones and 400 %, and the keyboard alone goes through it and closes it',
  async (_area, dialogs) => {
    await at.visitor.signIn('/dashboard');
    at.page.setDefaultTimeout(10_000);
    const found: Record<string, string[]> = {};
    for (const dialog of dialogs) found[dialog.name] = await looked(dialog).catch((error) => [String(error)]);
    expect(found).toEqual(Object.fromEntries(dialogs.map(({ name }) => [name, []])));
  },
);
