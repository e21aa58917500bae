import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Account } from './support/account.ts';
import { Comparable } from './support/comparable.ts';
import { DaysWork } from './support/days-work.ts';
import { EitherMaster } from './support/either-master.ts';
import { ofTasks, seededRandom } from './support/faults.ts';
import { send } from './support/process-tree.ts';
import { Reporter } from './support/reporter.ts';
import { startTwoMasters, type TwoMasters } from './support/two-masters.ts';
import { explained } from './support/what-befell.ts';

const kills = process.env.DET_FAULTS === 'whole' ? 10 : 4;
const seed = Number(process.env.DET_FAULT_SEED ?? Date.now() % 1_000_000);

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('a day’s work with two masters that are killed in turn is answered as one that nothing befalls', async () => {
  const [undisturbed, disturbed] = await Promise.all([quietDay(), dayWithKills()]);
  await explained(disturbed.client, () => compare(undisturbed, disturbed.work));
  expect(disturbed.killed).toBe(kills);
  expect(disturbed.account.counts).toBe('lost 0, doubled 0, stuck 0, orphaned 0');
});

function compare(undisturbed: DaysWork, disturbed: DaysWork): void {
  expect(disturbed.starts()).toEqual({ runs: undisturbed.starts().runs, twice: [] });
  const [expected, found] = [undisturbed, disturbed].map(({ answers }) => {
    const comparable = new Comparable();
    return answers.map(([call, answer]) => [
      comparable.of(call.replaceAll(/\/\d+|=\d+/g, '/#')),
      comparable.of(answer),
    ]);
  });
  for (const [index, answer] of (expected ?? []).entries()) expect(found?.[index]).toEqual(answer);
  expect(found).toHaveLength(expected?.length ?? 0);
  for (const [call, answer] of undisturbed.answers)
    expect((answer as { status?: number }).status ?? 200, call).toBeLessThan(500);
}

async function quietDay(): Promise<DaysWork> {
  const master = await MasterProcess.start();
  cleanUp.push(() => master.stop());
  cleanUp.push(() => endTasks([master]));
  const work = new DaysWork(new EitherMaster([master.address], () => 0));
  await work.work();
  return work;
}

async function dayWithKills() {
  // As whoever runs two masters has to: what one has trained the other continues.
  const host_path = join(temporaryFolder('checkpoints'), 'checkpoints');
  const world = await startTwoMasters({ DET_CHECKPOINT_STORAGE: JSON.stringify({ type: 'shared_fs', host_path }) });
  cleanUp.push(() => world.stop());
  cleanUp.push(() => endTasks(world.masters));
  const random = seededRandom(seed);
  const { masters } = world;
  const addresses = masters.map(({ address }) => address);
  const killer = new Killer(world, random);
  const either = new EitherMaster(addresses, random, () => settled(world));
  const work = new DaysWork(either, (finished) => killer.look(finished));
  const clients = await Promise.all(masters.map((master) => master.client()));
  const anyClient = () => clients[Math.floor(random() * 2)] as (typeof clients)[0];
  const reporter = await Reporter.start(anyClient);
  await work.work();
  await killer.end();
  await reporter.end();
  const account = new Account();
  await account.checkReporter(anyClient(), reporter);
  const { broken, refused } = either.met;
  const summary = `a day's work, ${killer.killed} kills, seed ${seed}: ${work.answers.length} calls, ${broken} broken and ${refused} refused, ${account.counts} of ${account.looked.reports} reports`;
  console.log(summary);
  if (process.env.DET_FAULT_SUMMARY) appendFileSync(process.env.DET_FAULT_SUMMARY, `${summary}\n`);
  return { work, account, killed: killer.killed, client: anyClient() };
}

/** Of a day that failed: tasks outlive their masters, and one of them never ends by itself. */
function endTasks(masters: MasterProcess[]): void {
  for (const { pid } of ofTasks({ masters })) send(pid, 'SIGKILL');
}

/** Kills one or the other after some finished calls, while the next is on its way, and starts it again. */
class Killer {
  killed = 0;
  private readonly world: TwoMasters;
  private readonly random: () => number;
  private next: number;
  private restarting: Promise<void> = Promise.resolve();

  constructor(world: TwoMasters, random: () => number) {
    this.world = world;
    this.random = random;
    this.next = this.gap();
  }

  async look(finished: number): Promise<void> {
    if (this.killed === kills || finished < this.next) return;
    // One of them always runs: who calls is answered.
    await this.restarting;
    this.killed += 1;
    this.next = finished + this.gap();
    this.restarting = this.kill();
  }

  async end(): Promise<void> {
    await this.restarting;
  }

  private gap(): number {
    return 5 + Math.floor(this.random() * 4);
  }

  private async kill(): Promise<void> {
    const master = this.world.masters[Math.floor(this.random() * 2)] as MasterProcess;
    await delay(this.random() * 10);
    await master.killHard();
    await this.world.start(master);
  }
}

/** Until what was begun before now has come to its end: of a master that was killed, the database carries out the rest. */
async function settled({ databaseUrl }: TwoMasters): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select clock_timestamp() as now');
    await eventually('what was begun has ended', async () => {
      const open = `select 1 from pg_stat_activity where backend_type = 'client backend' and xact_start < $1`;
      return (await client.query(open, [rows[0].now])).rows.length === 0;
    });
  } finally {
    await client.end();
  }
}
