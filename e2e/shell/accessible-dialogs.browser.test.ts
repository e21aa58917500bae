import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsDayAndNight } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { everyDialog, openedBy, seedPeople } from '../support/every-dialog.ts';
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

test('axe finds nothing in any dialog, menu or drawer, by day or by night', async () => {
  await at.visitor.signIn('/dashboard');
  at.page.setDefaultTimeout(10_000);
  const found: Record<string, string[]> = {};
  for (const { name, path, on, open } of everyDialog) {
    await at.page.setViewportSize(on === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 });
    await at.page.emulateMedia({ colorScheme: 'light' });
    await at.visitor.open(path);
    await seen(at.page.getByRole('heading', { level: 1 }));
    try {
      await open(at.page);
      const opened = openedBy(name);
      await at.page.locator(opened).filter({ visible: true }).first().waitFor();
      found[name] = await violationsDayAndNight(at.page, opened);
    } catch (error) {
      found[name] = [String(error)];
    }
  }
  expect(found).toEqual(Object.fromEntries(everyDialog.map(({ name }) => [name, []])));
});
