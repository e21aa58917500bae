import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsDayAndNight } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { everyDialog, type Opened, openedBy, seedPeople } from '../support/every-dialog.ts';
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

/** What axe finds in it, what does not fit, what no key reaches; nothing of it where all is well. */
async function looked({ name, path, on, open }: Opened): Promise<string[]> {
  const { page, visitor } = at;
  const usual = on === 'phone' ? phone : desk;
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: 'light' });
  await visitor.open(path);
  await seen(page.getByRole('heading', { level: 1 }));
  await open(page);
  const opened = openedBy(name);
  await page.locator(opened).filter({ visible: true }).first().waitFor();
  // Parts of the page that open in it are gone through with the page.
  const found = opened.includes('role=') ? await keyboardAlone(opened) : [];
  found.push(...(await violationsDayAndNight(page, opened)));
  for (const size of sizes) {
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
