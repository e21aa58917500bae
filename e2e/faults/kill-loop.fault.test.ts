import { afterEach, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { killLoop, live, rounds } from './support/kill-loop.ts';

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('what was acknowledged is there once, whatever is killed or paused on the way', async () => {
  const master = await MasterProcess.start();
  cleanUp.push(() => master.stop());
  const world = { masters: [master], start: () => master.start(), postmaster: () => live(() => master.databasePid()) };
  await killLoop('one master', rounds, world);
}, 10_800_000);
