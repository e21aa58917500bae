import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations, violationsDayAndNight } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { seedPeople } from '../support/every-dialog.ts';
import { everyPage, pagesMadeIn } from '../support/every-page.ts';
import { seen } from '../support/seen.ts';

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

/** In this browser alone: its session's cookie and what it keeps. */
async function signOut(): Promise<void> {
  await at.page.context().clearCookies();
  await at.page.evaluate('localStorage.clear()');
}

test('axe finds nothing on any page, by day, by night or on a phone', async () => {
  const { page, visitor } = at;
  await visitor.signIn('/dashboard');
  const found: Record<string, string[]> = {};
  for (const { path, shows } of [...(await pagesMadeIn(at.cluster)), ...everyPage]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    // Who is signed in does not stay at the sign-in page for longer than a second.
    if (path.startsWith('/login')) await signOut();
    await visitor.open(path);
    if (shows) await seen(page.getByRole('heading', { level: 1, name: shows }));
    await page.waitForLoadState('networkidle').catch(() => undefined);
    found[path] = await violationsDayAndNight(page);
    await page.setViewportSize({ width: 390, height: 844 });
    found[`${path} on a phone`] = await violations(page);
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
});
