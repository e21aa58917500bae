import { afterEach, test } from 'vitest';
import { killLoop, live, rounds } from './support/kill-loop.ts';
import { startTwoMasters } from './support/two-masters.ts';

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('the same with two masters over one database: what runs is started once', async () => {
  const { masters, start, databasePid, stop } = await startTwoMasters();
  cleanUp.push(stop);
  await killLoop('two masters', Math.ceil(rounds / 3), { masters, start, postmaster: () => live(databasePid) });
}, 10_800_000);
