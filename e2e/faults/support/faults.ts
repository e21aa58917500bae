import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { MasterProcess } from '../../support/master-process.ts';
import { allProcesses, childrenOf, type SeenProcess, send } from './process-tree.ts';

/** What the faults are done to. */
export interface World {
  masters: MasterProcess[];
  /** As whoever looks after the masters would: again until it runs. */
  start(master: MasterProcess): Promise<void>;
  /** The database's first process; undefined while it is down. */
  postmaster(): number | undefined;
  /** From 0 (included) to 1. */
  random(): number;
  /** How long a stopped process stays stopped, in ms. */
  pauseMs(): number;
  /** Starts another training where the last one has ended: there is always a program to be hit. */
  trains(): Promise<void>;
  /** Told before a runner is killed: what it has not sent cannot be asked for afterwards. */
  runnerDies(allocationId: string): Promise<void>;
}

type Fault = (world: World) => Promise<void>;

/** Each is over when everything that belongs to the server runs again. */
export const faults: Record<string, Fault> = {
  'kill the master': async (world) => {
    const master = pick(world, world.masters);
    await master.killHard();
    await world.start(master);
  },
  'kill the master twice': async (world) => {
    const master = pick(world, world.masters);
    await master.killHard();
    const first = master.start().catch(() => undefined);
    await delay(world.random() * 2_500);
    await master.killHard();
    await first;
    await world.start(master);
  },
  'stop and start the master': async (world) => {
    const master = pick(world, world.masters);
    await master.stopOrderly();
    await world.start(master);
  },
  'pause the master': async (world) => {
    const master = pick(world, world.masters);
    await paused(world, [master.pid]);
  },
  'kill the database': async (world) => {
    const pid = await runningPostmaster(world);
    send(pid, 'SIGKILL');
    await eventually('another database process', () => world.postmaster() !== pid && world.postmaster(), 120_000);
  },
  'kill a backend': async (world) => {
    const backends = childrenOf(await runningPostmaster(world)).filter(({ command }) => command.includes('determined'));
    const backend = backends.length > 0 ? pick(world, backends) : undefined;
    if (backend) send(backend.pid, 'SIGKILL');
  },
  'pause the database': async (world) => {
    const pid = await runningPostmaster(world);
    await paused(world, [pid, ...childrenOf(pid).map((child) => child.pid)]);
  },
  'kill master and database': async (world) => {
    const master = pick(world, world.masters);
    const pid = await runningPostmaster(world);
    const all = [pid, ...childrenOf(pid).map((child) => child.pid)];
    const ended = master.killHard();
    for (const each of all) send(each, 'SIGKILL');
    await ended;
    await world.start(master);
  },
  'kill a runner': async (world) => {
    const program = await runningProgram(world);
    const runner = runners(world).find(({ allocationId }) => allocationId === allocationOf(program));
    if (!runner) return;
    await world.runnerDies(runner.allocationId);
    send(runner.pid, 'SIGKILL');
  },
  'kill a training program': async (world) => {
    send((await runningProgram(world)).pid, 'SIGKILL');
  },
  'pause a training program': async (world) => paused(world, [(await runningProgram(world)).pid]),
};

/** Every kind comes before any comes again. */
export function* shuffled<T>(random: () => number, kinds: T[]): Generator<T, never> {
  for (;;) {
    const bag = [...kinds];
    while (bag.length > 0) yield bag.splice(Math.floor(random() * bag.length), 1)[0] as T;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function paused(world: World, pids: (number | undefined)[]): Promise<void> {
  const stopped = pids.filter((pid) => pid !== undefined && send(pid, 'SIGSTOP')) as number[];
  try {
    await delay(world.pauseMs());
  } finally {
    for (const pid of stopped) send(pid, 'SIGCONT');
  }
}

const runningPostmaster = (world: World) => eventually('a database process', () => world.postmaster(), 120_000);

/** A training's own program: what the task runs beside the harness's launch layer. */
function runningProgram(world: World): Promise<SeenProcess> {
  return eventually(
    'a training program',
    async () => {
      await world.trains();
      const found = ofTasks(world).filter(({ command }) => /^\S*python\S* train\.py/.test(command));
      return found.length > 0 ? pick(world, found) : undefined;
    },
    180_000,
  );
}

const taskFolders = (world: Pick<World, 'masters'>) => world.masters.map(({ dataDir }) => join(dataDir, 'allocations'));

/** Processes of the tasks of any of the masters. */
export function ofTasks(world: Pick<World, 'masters'>): SeenProcess[] {
  const marks = taskFolders(world).map((folder) => `DET_RUN_DIR=${folder}/`);
  return allProcesses().filter(({ environment }) =>
    environment.some((entry) => marks.some((mark) => entry.startsWith(mark))),
  );
}

/** Folders of tasks that nobody has cleared away. */
export const leftFolders = (world: World): string[] => taskFolders(world).flatMap(names);

const allocationOf = ({ environment }: SeenProcess) =>
  environment.find((entry) => entry.startsWith('DET_ALLOCATION_ID='))?.split('=')[1];

function runners(world: World): { allocationId: string; pid: number }[] {
  return taskFolders(world).flatMap((folder) =>
    names(folder).flatMap((allocationId) => {
      try {
        const { pid } = JSON.parse(readFileSync(join(folder, allocationId, 'process.json'), 'utf8')) as { pid: number };
        return [{ allocationId, pid }];
      } catch {
        return [];
      }
    }),
  );
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pick<T>({ random }: World, from: T[]): T {
  // Never asked of an empty list.
  return from[Math.floor(random() * from.length)] as T;
}
