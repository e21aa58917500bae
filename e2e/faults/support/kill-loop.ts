import { appendFileSync } from 'node:fs';
import type { Client } from '@determined/contract/client.ts';
import { getAgentsRoute } from '@determined/contract/cluster/agents-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { expect } from 'vitest';
import type { MasterProcess } from '../../support/master-process.ts';
import { Account, linesOf } from './account.ts';
import { faults, leftFolders, ofTasks, seededRandom, shuffled, type World } from './faults.ts';
import { allProcesses } from './process-tree.ts';
import { RealTraining } from './real-training.ts';
import { Reporter } from './reporter.ts';

const whole = process.env.DET_FAULTS === 'whole';
/** How many faults one master has to bear. */
export const rounds = Number(process.env.DET_FAULT_ROUNDS ?? (whole ? 330 : 11));
const longestPauseMs = whole ? 40_000 : 6_000;
const seed = Number(process.env.DET_FAULT_SEED ?? Date.now() % 1_000_000);
// How long all may stand still before it counts as stuck: the harness waits up to two minutes between its tries.
const stuckMs = 300_000;

/** Does `count` faults of all kinds to what trains and reports, then accounts for all that was acknowledged. */
export async function killLoop(
  name: string,
  count: number,
  parts: Pick<World, 'masters' | 'start' | 'postmaster'>,
): Promise<void> {
  const account = new Account();
  const random = seededRandom(seed);
  const { masters } = parts;
  const clients = await Promise.all(masters.map((master) => master.client()));
  // Never an empty list.
  const anyClient = () => clients[Math.floor(random() * clients.length)] as Client;
  const client = anyClient();
  const training = new RealTraining();
  const seen = new Map<string, number>();
  let current = await training.start(client);
  const world: World = {
    ...parts,
    random,
    trains: async () => {
      if (await hasEnded(client, current)) current = await training.start(client);
    },
    // Mostly short, now and then longer than any timeout of a client or of the pool.
    pauseMs: () => 1_000 + random() ** 3 * (longestPauseMs - 1_000),
    // The task's id is what stands before the allocation's own number.
    runnerDies: async (allocationId) => {
      const taskId = allocationId.replace(/\.\d+$/, '');
      seen.set(allocationId, await linesOf(client, taskId, allocationId));
    },
  };
  const reporters = await Promise.all([1, 2].map(() => Reporter.start(anyClient)));

  const kinds = shuffled(random, Object.keys(faults));
  let kills = 0;
  for (let round = 1; round <= count; round++) {
    const kind = kinds.next().value;
    try {
      await faults[kind]?.(world);
      await progress(reporters);
    } catch (error) {
      account.stuck.push(`after "${kind}" (${round}): ${error instanceof Error ? error.message : error}`);
      for (const master of masters) if (master.pid === undefined) await world.start(master);
    }
    if (kind.startsWith('kill')) kills += 1;
    console.log(`${name} ${round}/${count} ${kind}: ${reporters.map((one) => one.acknowledged).join(', ')}`);
    await world.trains();
  }

  await Promise.all(reporters.map((reporter) => reporter.end()));
  for (const id of training.experimentIds) {
    await eventually(`experiment ${id} ends`, () => hasEnded(client, id), stuckMs).catch((error) =>
      account.stuck.push(error.message),
    );
  }
  for (const reporter of reporters) await account.checkReporter(client, reporter);
  await account.checkTraining(client, training, seen);
  await eventually('all is cleared away', async () => (await leftOvers(client, world)).length === 0).catch(async () =>
    account.orphaned.push(...(await leftOvers(client, world))),
  );
  for (const master of masters) {
    await master.stopOrderly();
    account.orphaned.push(...of(master).map(({ pid, command }) => `process ${pid} after the stop: ${command}`));
  }

  const { reports, lines, checkpoints } = account.looked;
  const summary = `${name}, ${count} faults (${kills} kills), seed ${seed}: ${account.counts} of ${reports} reports, ${lines} lines, ${checkpoints} checkpoints`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  const { lost, doubled, stuck, orphaned } = account;
  expect({ seed, lost, doubled, stuck, orphaned }).toEqual({ seed, lost: [], doubled: [], stuck: [], orphaned: [] });
  expect(Math.min(reports, lines, checkpoints)).toBeGreaterThan(0);
}

/** Whoever reports is answered again. */
async function progress(reporters: Reporter[]): Promise<void> {
  const before = reporters.map((reporter) => reporter.acknowledged);
  await eventually(
    'reports are acknowledged',
    () => reporters.every((reporter, index) => reporter.acknowledged > (before[index] ?? 0) + 10),
    stuckMs,
  );
}

async function hasEnded(client: Client, experimentId: number): Promise<boolean> {
  const { experiment } = await client.call(getExperimentRoute, { experimentId });
  return experiment?.state === 'STATE_COMPLETED';
}

/** The process that `look` finds, while it lives. */
export function live(look: () => number | undefined): number | undefined {
  try {
    const pid = look();
    return pid !== undefined && process.kill(pid, 0) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Of tasks that are over: processes, folders, slots. */
async function leftOvers(client: Client, world: World): Promise<string[]> {
  const { agents } = await client.call(getAgentsRoute, {});
  const slots = agents.flatMap((agent) => Object.values(agent.slots)).filter((slot) => slot.container !== null);
  return [
    ...ofTasks(world).map(({ pid, command }) => `process ${pid}: ${command}`),
    ...leftFolders(world).map((name) => `folder ${name}`),
    ...slots.map((slot) => `slot ${slot.id} is in use`),
  ];
}

/** Processes that stand in a master's data folder or name it. */
function of({ dataDir }: MasterProcess) {
  return allProcesses().filter(({ command, folder, environment }) =>
    [command, folder, ...environment].some((text) => text.includes(dataDir)),
  );
}
