import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { everyDialog, openedBy, seedPeople } from '../support/every-dialog.ts';
import { beyondTheEdge, markReached, unreached } from '../support/reach.ts';
import { gone, seen } from '../support/seen.ts';

// What opens over a page works in any width and by the keyboard alone.
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

/** Opens each in turn and tells what is wrong with it. */
async function ofEach(look: (opened: string, dialog: (typeof everyDialog)[number]) => Promise<string[]>) {
  await at.visitor.signIn('/dashboard');
  at.page.setDefaultTimeout(10_000);
  const found: Record<string, string[]> = {};
  for (const dialog of everyDialog) {
    await at.page.setViewportSize(dialog.on === 'phone' ? phone : desk);
    await at.visitor.open(dialog.path);
    await seen(at.page.getByRole('heading', { level: 1 }));
    try {
      await dialog.open(at.page);
      const opened = openedBy(dialog.name);
      await at.page.locator(opened).filter({ visible: true }).first().waitFor();
      found[dialog.name] = await look(opened, dialog);
    } catch (error) {
      found[dialog.name] = [String(error)];
    }
  }
  expect(found).toEqual(Object.fromEntries(everyDialog.map(({ name }) => [name, []])));
}

test('no dialog, menu or drawer scrolls sideways on phones and at 400 %', async () => {
  await ofEach(async (opened) => {
    const found: string[] = [];
    for (const size of sizes) {
      await at.page.setViewportSize(size);
      // It takes up the new size in its own time.
      const beyond = () => beyondTheEdge(at.page, opened);
      await expect
        .poll(beyond, { timeout: 2_000 })
        .toEqual([])
        .catch(() => undefined);
      found.push(...(await beyond()).map((one) => `${size.width} × ${size.height}: ${one}`));
    }
    return found;
  });
});

test('each dialog, menu and drawer is gone through and closed by the keyboard alone', async () => {
  await ofEach(async (opened, { name }) => {
    // Parts of the page that open in it: they are gone through with the page.
    if (!opened.includes('role=')) return [];
    const key = opened === '[role=menu]' ? 'ArrowDown' : 'Tab';
    const found: string[] = [];
    await expect
      .poll(() => markReached(at.page, opened), { timeout: 2_000 })
      .toBe(true)
      .catch(() => found.push('the keyboard is not in it'));
    for (let presses = 0; presses < 200 && (await unreached(at.page, opened)).length > 0; presses++) {
      await at.page.keyboard.press(key);
      if (!(await markReached(at.page, opened))) break;
    }
    found.push(...(await unreached(at.page, opened)));
    await at.page.keyboard.press('Escape');
    await gone(at.page.locator(opened).filter({ visible: true })).catch(() =>
      found.push(`Escape does not close ${name}`),
    );
    return found;
  });
});
