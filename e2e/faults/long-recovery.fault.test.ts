import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MasterProcess } from '../support/master-process.ts';
import { Account } from './support/account.ts';
import { holdRecovery, makeMuchToRecover, runSql } from './support/hold-recovery.ts';
import { childrenOf, send } from './support/process-tree.ts';
import { Reporter } from './support/reporter.ts';

const heldMs = process.env.DET_FAULTS === 'whole' ? 90_000 : 35_000;

let master: MasterProcess;
beforeEach(async () => {
  master = await MasterProcess.start();
});
afterEach(() => master.stop());

/** The recovering server was left alone: the same process, with the same child at work, in the end takes connections. */
async function heldAndReleased(killed: number, meanwhile: () => Promise<void>): Promise<void> {
  const { postmaster, release } = await holdRecovery(master, killed);
  try {
    await meanwhile();
    await delay(heldMs);
    expect(master.databasePid()).toBe(postmaster);
    expect(childrenOf(postmaster).filter(({ command }) => /startup/.test(command))).toHaveLength(1);
    expect(master.output).toMatch(new RegExp(`PostgreSQL \\(process ${postmaster}\\) is not ready after \\d+ s`));
  } finally {
    release();
  }
}

test('a database that recovers for longer than anything waits is left to it, and said so', async () => {
  const client = await master.client();
  const reporter = await Reporter.start(() => client);
  await makeMuchToRecover(master);
  const killed = master.databasePid();
  send(killed, 'SIGKILL');
  const health = async () => (await fetch(`${master.address}/health`)).status;
  await heldAndReleased(killed, () => eventually('it is down', async () => (await health()) === 503).then(() => {}));
  await eventually('it is up', async () => (await health()) === 200, 120_000);
  const before = reporter.acknowledged;
  await eventually('reports are acknowledged', () => reporter.acknowledged > before + 10, 120_000);
  await reporter.end();
  const account = new Account();
  await account.checkReporter(client, reporter);
  expect(account.counts).toBe('lost 0, doubled 0, stuck 0, orphaned 0');
});

test('a start waits for a recovery as long as that takes; killed on the way, the next one goes on with it', async () => {
  const client = await master.client();
  await makeMuchToRecover(master);
  const killed = master.databasePid();
  await master.killHard();
  for (const pid of [killed, ...childrenOf(killed).map((child) => child.pid)]) send(pid, 'SIGKILL');
  const first = master.start().catch(() => undefined);
  let second: Promise<void> | undefined;
  await heldAndReleased(killed, async () => {
    // The server that recovers outlives the master that started it.
    await master.killHard();
    await first;
    second = master.start();
  });
  await second;
  const reporter = await Reporter.start(() => client);
  await eventually('reports are acknowledged', () => reporter.acknowledged > 10);
  await reporter.end();
});

test('a sign-in link that cannot be made ends no server that runs', async () => {
  await runSql(
    master,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
     create trigger refuse before insert on sign_in_links for each row execute function refuse()`,
  );
  await master.stopOrderly();
  const before = master.output.length;
  await master.start();
  await eventually('the start is through', () => master.output.slice(before).includes('Ctrl-C stops the server'));
  expect(master.output.slice(before)).toMatch(/no one-time sign-in link could be made: .*not now/);
  expect(master.output.slice(before)).not.toContain('Sign in once');
  expect(await master.answers()).toBe(true);
});
