import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@determined/contract/client.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from './support/faults.ts';
import { decisionsOf, searchState, startSearch } from './support/stopped-search.ts';
import { startTwoMasters } from './support/two-masters.ts';

const whole = process.env.DET_FAULTS === 'whole';
const kills = whole ? 30 : 3;
// So many that the search outlasts the kills.
const trials = whole ? 60 : 6;
const seed = Number(process.env.DET_FAULT_SEED ?? Date.now() % 1_000_000);

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('a search decides the same, whenever masters are killed', async () => {
  const { masters, databaseUrl, start, stop } = await startTwoMasters();
  cleanUp.push(stop);
  const random = seededRandom(seed);
  const clients = await Promise.all(masters.map((master) => master.client()));
  const [client] = clients as [Client];
  const completed = (id: number) =>
    eventually('the search ends', async () => (await searchState(client, id)) === 'STATE_COMPLETED', 1_200_000);

  const quiet = await startSearch(client, trials);
  await completed(quiet);
  const disturbed = await startSearch(client, trials);
  let killed = 0;
  for (; killed < kills && !(await hasEnded(clients, disturbed)); killed += 1) {
    // At any moment: of a program's start, a report, a decision, the other master's recovery.
    await delay(random() * 2_000);
    const master = masters[Math.floor(random() * masters.length)] as (typeof masters)[0];
    await master.killHard();
    await start(master);
  }
  await completed(disturbed);

  const expected = await decisionsOf(databaseUrl, quiet);
  expect(await decisionsOf(databaseUrl, disturbed)).toEqual(expected);
  expect(expected.trials).toHaveLength(trials);
  const stoppedEarly = expected.events.filter(
    ({ decided, event }) => decided.stopped.length > 0 && event.metrics.batches < 8,
  );
  expect(stoppedEarly.length).toBeGreaterThan(trials / 3);
  const summary = `an adaptive search of ${trials} trials, ${killed} kills, seed ${seed}: decided as undisturbed, ${stoppedEarly.length} stopped early`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  expect(killed).toBe(kills);
}, 3_600_000);

async function hasEnded(clients: readonly Client[], id: number): Promise<boolean> {
  const asked = await Promise.any(clients.map((client) => searchState(client, id)));
  return asked === 'STATE_COMPLETED' || asked === 'STATE_ERROR';
}
