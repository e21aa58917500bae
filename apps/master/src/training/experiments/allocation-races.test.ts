import { patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { LauncherNotReadyError, type TaskSpec } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

/** Is not ready for the first tasks although it seemed so. */
class HastyLauncher extends ScriptedLauncher {
  refusals = 0;

  override async start(spec: TaskSpec): Promise<void> {
    if (this.refusals-- > 0) throw new LauncherNotReadyError('the environment is being made again');
    await super.start(spec);
  }
}

let bed: LifeTestBed;
const machines = () => bed.machines as HastyLauncher;
beforeEach(async () => {
  bed = await startLifeTestBed(new HastyLauncher([2]));
});
afterEach(() => bed.cluster.stop());

const db = () => bed.cluster.master.db;

/** Somebody waits for a lock in the test's database. */
const somebodyWaits = () =>
  eventually('somebody waits', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    return rows.length > 0;
  });

/** A task whose start is stored whole. */
async function settledTask(): Promise<TaskSpec> {
  const task = await bed.oneRunning();
  await eventually('it is known to run', async () => {
    const { state } = await db()
      .selectFrom('allocations')
      .select('state')
      .where('id', '=', task.allocationId)
      .executeTakeFirstOrThrow();
    return state === 'RUNNING';
  });
  return task;
}

test('the end of a task waits for who changes its experiment, and not the other way round as well', async () => {
  const id = await bed.create();
  const task = await settledTask();
  await db()
    .transaction()
    .execute(async (tx) => {
      // As a pause does: first the experiment, then what runs of it.
      await sql`select 1 from experiments where id = ${id} for no key update`.execute(tx);
      machines().end(task.allocationId, { exitCode: 0 });
      await somebodyWaits();
      // Others may hold it for a moment; who waits for the experiment would hold it until this ends.
      await eventually('the allocation is free', async () => {
        await sql`savepoint tried`.execute(tx);
        const locked = await sql`select 1 from allocations where id = ${task.allocationId} for no key update nowait`
          .execute(tx)
          .then(() => true)
          .catch(() => false);
        if (!locked) await sql`rollback to savepoint tried`.execute(tx);
        return locked;
      });
    });
  await bed.isState(id, 'COMPLETED');
  expect(await bed.trials(id)).toMatchObject([{ state: 'COMPLETED', restarts: 0 }]);
});

test.each(['ready', 'waiting', 'all_gather'])('%s of a task that ends meanwhile opens it no more', async (call) => {
  await bed.create();
  const { allocationId, ...rest } = await settledTask();
  const body = { numPeers: 1, data: {} };
  const reply = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`select 1 from allocations where id = ${allocationId} for update`.execute(tx);
      const asked = bed.asTask({ allocationId, ...rest }, call, 'POST', body);
      await somebodyWaits();
      await sql`update allocations set state = 'TERMINATED' where id = ${allocationId}`.execute(tx);
      return { asked };
    });
  expect((await reply.asked).status).toBe(404);
  const row = await db().selectFrom('allocations').select('state').where('id', '=', allocationId).executeTakeFirst();
  expect(row?.state).toBe('TERMINATED');
});

test('a database that fails while a task is started costs no trial, and what it left half done is found', async () => {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    db(),
  );
  await sql`create trigger refuse before update on allocations for each row
    when (new.state = 'ASSIGNED') execute function refuse()`.execute(db());
  const id = await bed.create();
  // A row that was committed although nobody was told, so that its task never began.
  const half = await bed.create();
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table allocations in access exclusive mode`.execute(tx);
      await sql`alter table allocations disable trigger refuse`.execute(tx);
      await sql`update allocations set state = 'ASSIGNED' where task_id like ${`${half}.%`}`.execute(tx);
      await sql`alter table allocations enable trigger refuse`.execute(tx);
    });
  await eventually('it is started anew', async () => (await bed.trials(half))[0]?.run_id === 2);
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ACTIVE', run_id: 1 });
  await sql`drop trigger refuse on allocations`.execute(db());
  await eventually('both run', () => machines().running().length === 2);
  for (const { allocationId } of machines().running()) machines().end(allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
  await bed.isState(half, 'COMPLETED');
});

test("connections that break on the way, the leader's too, hold nothing up for long", async () => {
  const id = await bed.create({ searcher: 'name: random, metric: loss, max_trials: 3, max_concurrent_trials: 1' });
  const seen: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { allocationId } = await bed.oneRunning(seen);
    seen.push(allocationId);
    machines().end(allocationId, { exitCode: 0 });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db());
  }
  await bed.isState(id, 'COMPLETED');
  expect((await bed.trials(id)).map(({ state, restarts }) => [state, restarts])).toEqual([
    ['COMPLETED', 0],
    ['COMPLETED', 0],
    ['COMPLETED', 0],
  ]);
});

test('a launcher that turns out not to be ready is asked again', async () => {
  machines().refusals = 2;
  const id = await bed.create({ maxRestarts: 0 });
  const task = await bed.oneRunning();
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ACTIVE', restarts: 0, run_id: 3 });
  machines().end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
});

test('a task that is lost again and again before it begins is given up', async () => {
  const id = await bed.create();
  const seen: string[] = [];
  for (let run = 1; run <= 5; run++) {
    const { allocationId } = await bed.oneRunning(seen);
    seen.push(allocationId);
    machines().end(allocationId, { exitCode: 137, cause: 'lost', message: 'the disk is full' });
  }
  await bed.isState(id, 'ERROR');
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ERROR', restarts: 0, run_id: 5 });
  const change = await db().selectFrom('state_changes').select('reason').where('to_state', '=', 'ERROR').execute();
  expect(change[0]?.reason).toBe('lost 5 times before it began: the disk is full');
});

test('what is asked to stop by the scheduler has the time that its configuration gives it', async () => {
  const searcher = 'name: random, metric: loss, max_trials: 2, max_concurrent_trials: 2';
  const id = await bed.create({ searcher, more: 'preemption_timeout: 0' });
  await eventually('both run', () => machines().running().length === 2);
  for (const task of machines().running()) expect((await bed.asTask(task, 'ready')).status).toBe(200);
  const patch = { experiment: { id, resources: { maxSlots: 1 } } };
  await bed.cluster.admin.client.call(patchExperimentRoute, patch);
  await eventually('one was stopped', () => machines().running().length === 1);
  expect((await bed.trials(id)).map(({ state, restarts }) => [state, restarts])).toEqual([
    ['ACTIVE', 0],
    ['ACTIVE', 0],
  ]);
});

test('who acknowledges a signal that was not given fails like any other', async () => {
  const id = await bed.create({ maxRestarts: 0 });
  const task = await bed.oneRunning();
  await bed.asTask(task, 'ready');
  expect((await bed.asTask(task, 'signals/ack_preemption')).status).toBe(200);
  machines().end(task.allocationId, { exitCode: 1 });
  await bed.isState(id, 'ERROR');
});
