import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations, violationsDayAndNight } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { seedPeople } from '../support/every-dialog.ts';
import { everyPage, type PageOfConsole, pagesMadeIn } from '../support/every-page.ts';
import { beyondTheEdge, markReached, unreached } from '../support/reach.ts';
import { gone, seen } from '../support/seen.ts';

const machines = new ScriptedLauncher([8, 8]);
const at = consoleTest({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
const training = new AbortController();
beforeAll(async () => {
  await seedScenario(at.cluster, machines, training.signal);
  await seedPeople(at.cluster);
  await eventually(
    'the second experiment has ended',
    async () => {
      const reply = await at.cluster.fetch('/api/v1/experiments/2', { token: at.cluster.admin.token });
      return ((await reply.json()) as { experiment: { state: string } }).experiment.state === 'STATE_COMPLETED';
    },
    120_000,
  );
});
afterAll(() => training.abort());

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
// 1280 px at 400 % are 320 px, 900 px high ones 225.
const sizes = [phone, { width: 320, height: 640 }, { width: 320, height: 225 }];

/** What axe finds by day, by night and on a phone, what no key reaches, what does not fit; nothing of it where all is well. */
async function looked({ path, shows, outside }: PageOfConsole): Promise<string[]> {
  const { page, visitor } = at;
  await page.setViewportSize(desk);
  await page.emulateMedia({ colorScheme: 'light' });
  await visitor.open(path);
  if (shows) await seen(page.getByRole('heading', { level: 1, name: shows }));
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const found = outside ? [] : await keyboardAlone();
  found.push(...(await violationsDayAndNight(page)));
  for (const size of sizes) {
    await page.setViewportSize(size);
    const sideways = await beyondTheEdge(page);
    found.push(...sideways.map((one) => `${size.width} × ${size.height}: ${one}`));
    if (size === phone) found.push(...(await violations(page)).map((one) => `on a phone: ${one}`));
  }
  return found;
}

async function keyboardAlone(): Promise<string[]> {
  const { page } = at;
  await page.keyboard.press('Tab');
  await seen(page.getByRole('link', { name: 'Skip to content' }));
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
      await at.page.context().clearCookies();
      await at.page.evaluate('localStorage.clear()');
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
