import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { quietPace, seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll } from 'vitest';
import { consoleTest } from './console-test.ts';
import { seedPeople } from './every-dialog.ts';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
/** Widths that everything has to fit: 1280 px at 400 % are 320 px, 900 px high ones 225. */
export const narrow = [phone, { width: 320, height: 640 }, { width: 320, height: 225 }];

/** A console with roles in force, over the scenario with people, whose first search has ended. */
export function seededConsole(): ReturnType<typeof consoleTest> {
  const machines = new ScriptedLauncher([8, 8]);
  const at = consoleTest({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
  const training = new AbortController();
  beforeAll(async () => {
    await seedScenario(at.cluster, machines, training.signal, quietPace);
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
  return at;
}
