import { getAgentsRoute } from '@determined/contract/cluster/agents-routes.ts';
import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { getTasksRoute } from '@determined/contract/tasks/tasks-routes.ts';
import { killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { type DevMaster, type DevUser, devPassword, signInAt } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import { PlaceDriver } from '../../tasks/allocations/places/place-driver.ts';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

// Two masters over one database, each with a machine of two slots.
let bed: LifeTestBed;
let second: DevMaster;
let there: ScriptedLauncher;
let admin: DevUser;
const here = () => bed.machines;
beforeEach(async () => {
  bed = await startLifeTestBed(new ScriptedLauncher([2], 'cpu', [{ id: 'node-1', address: '10.0.0.1' }]));
  there = new ScriptedLauncher([2], 'cpu', [{ id: 'node-2', address: '10.0.0.2' }]);
  second = await bed.cluster.join({ launcher: there });
  admin = await signInAt(second.address, 'admin', devPassword);
});
afterEach(() => bed.cluster.stop());

const db = () => second.master.db;

/** As a call of the task's program to a master. */
async function asTask(address: string, { allocationId, environment }: TaskSpec, call: string, body?: object) {
  const reply = await fetch(`${address}/api/v1/allocations/${allocationId}/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${environment.DET_SESSION_TOKEN}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
}

/** As the task's runner says that it goes on. */
async function alive({ allocationId, environment }: TaskSpec): Promise<number> {
  const reply = await fetch(`${second.address}/api/ext/v1/allocations/${allocationId}/alive`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${environment.DET_SESSION_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ containerId: environment.DET_CONTAINER_ID }),
  });
  return reply.status;
}

const stateOf = async (id: string) =>
  (await db().selectFrom('allocations').select('state').where('id', '=', id).executeTakeFirst())?.state;

/** The machine has been away for as long as makes it so. */
const goesAway = (id: string) =>
  sql`update agents set seen_at = now() - interval '30 seconds' where id = ${id}`.execute(db());

/** Two experiments of two slots each: one runs on each machine. */
async function oneOnEach(): Promise<{ onFirst: TaskSpec; onSecond: TaskSpec; ids: number[] }> {
  for (let n = 0; n < 2; n++) await bed.create({ slots: 2 });
  const onFirst = await eventually('one on the first', () => here().running()[0]);
  const onSecond = await eventually('one on the second', () => there.running()[0]);
  for (const { allocationId } of [onFirst, onSecond])
    await eventually('it is known to run', async () => (await stateOf(allocationId)) === 'RUNNING');
  const ids = [onFirst, onSecond].map(({ environment }) => Number(environment.DET_EXPERIMENT_ID));
  return { onFirst, onSecond, ids };
}

test('machines, slots and tasks are the same on either master, whoever reaches them', async () => {
  await oneOnEach();
  for (const route of [getAgentsRoute, getResourcePoolsRoute, getTasksRoute]) {
    const own = await bed.cluster.admin.client.call(route, {});
    expect(await admin.client.call(route, {})).toEqual(own);
  }
  const { agents } = await admin.client.call(getAgentsRoute, {});
  expect(agents.map(({ id, addresses }) => [id, addresses])).toEqual([
    ['node-1', ['10.0.0.1']],
    ['node-2', ['10.0.0.2']],
  ]);
  const { resourcePools } = await admin.client.call(getResourcePoolsRoute, {});
  expect(resourcePools[0]).toMatchObject({ numAgents: 2, slotsAvailable: 4, slotsUsed: 4 });
});

test("when the leader ends, its machine's task goes on alone: it is not taken for lost and started again", async () => {
  const { onFirst, onSecond, ids } = await oneOnEach();
  const leads = bed.cluster.master;
  await bed.cluster.stopFirst();
  await goesAway('node-1');
  // Another one decides now: what waits is started on its machine.
  there.end(onSecond.id, { exitCode: 0 });
  const next = await bed.createAt(admin, { slots: 2 });
  await eventually('the second leads', () => there.running()[0]);
  expect(leads.stopping.aborted).toBe(true);
  // Where its machine is away the trial waits for it, and says so.
  expect(here().running()).toHaveLength(1);
  const { reasons } = await admin.client.call(getWaitingReasonsRoute, { params: { experimentId: ids[0] ?? 0 } });
  expect(reasons).toEqual([{ trialId: expect.any(Number), reason: expect.stringMatching(/machine node-1 is away/) }]);
  const { agents } = await admin.client.call(getAgentsRoute, {});
  expect(agents.map(({ enabled }) => enabled)).toEqual([false, true]);
  // The task itself speaks to whichever master answers.
  expect((await asTask(second.address, onFirst, 'ready', {})).status).toBe(200);
  // It ends while nobody looks; its own master tells, once it is back.
  here().end(onFirst.id, { exitCode: 0 });
  await bed.cluster.restart();
  await eventually('it has ended', async () => (await stateOf(onFirst.allocationId)) === 'TERMINATED');
  expect(here().started).toEqual([onFirst.id]);
  expect(there.started).toEqual([onSecond.id, there.running()[0]?.id]);
  expect(await db().selectFrom('trials').select(['state', 'restarts', 'run_id']).orderBy('id').execute()).toEqual([
    { state: 'COMPLETED', restarts: 0, run_id: 1 },
    { state: 'COMPLETED', restarts: 0, run_id: 1 },
    { state: 'ACTIVE', restarts: 0, run_id: 1 },
  ]);
  expect(next).toBeGreaterThan(0);
});

test('planted: a master that judges the places of a machine that it does not reach is found out', async () => {
  const { onSecond } = await oneOnEach();
  const { master } = bed.cluster;
  const { owner } = await db()
    .selectFrom('agents')
    .select('owner')
    .where('id', '=', 'node-2')
    .executeTakeFirstOrThrow();
  const wrong = new PlaceDriver(master, {
    manager: { name: 'default', launcher: here(), pools: null },
    owner,
    transaction: (work) => inTransaction(master.db, work),
  });
  wrong.start();
  try {
    // What the tests around this one look at: the task is taken for lost, and its trial begins another run.
    await eventually('it is taken for lost', async () => (await stateOf(onSecond.allocationId)) === 'TERMINATED');
    const runs = async () => (await db().selectFrom('trials').select('run_id').execute()).map(({ run_id }) => run_id);
    await expect.poll(runs, { timeout: 30_000 }).toContain(2);
  } finally {
    await wrong.stop();
  }
});

test('what is to be killed while its machine is away is killed when it comes back', async () => {
  const { onFirst, ids } = await oneOnEach();
  await bed.cluster.stopFirst();
  await goesAway('node-1');
  await admin.client.call(killExperimentRoute, { id: ids[0] ?? 0 });
  expect(await stateOf(onFirst.allocationId)).toBe('TERMINATING');
  expect(here().running()).toHaveLength(1);
  await bed.cluster.restart();
  await bed.isState(ids[0] ?? 0, 'CANCELED');
  expect(here().running()).toEqual([]);
});

test('a place that was given up is ended when its machine comes back; what the stale run reports is refused', async () => {
  const { onFirst, onSecond } = await oneOnEach();
  await bed.cluster.stopFirst();
  const silence = sql`now() - interval '10 minutes'`;
  await sql`update allocation_places set give_up_seconds = 60, seen_at = ${silence}
    where allocation_id = ${onFirst.allocationId}`.execute(db());
  // As long as its runner reaches a master the machine may be away.
  expect(await alive(onFirst)).toBe(200);
  await sql`update agents set seen_at = ${silence} where id = 'node-1'`.execute(db());
  there.end(onSecond.id, { exitCode: 0 });
  await eventually('it has ended', async () => (await stateOf(onSecond.allocationId)) === 'TERMINATED');
  expect(await stateOf(onFirst.allocationId)).toBe('RUNNING');
  await sql`update allocation_places set seen_at = ${silence} where allocation_id = ${onFirst.allocationId}`.execute(
    db(),
  );
  const again = await eventually('it is started elsewhere', () => there.running()[0]);
  expect(again.environment).toMatchObject({ DET_TRIAL_ID: onFirst.environment.DET_TRIAL_ID, DET_TRIAL_RUN_ID: '2' });
  expect((await asTask(second.address, onFirst, 'ready', {})).status).toBe(401);
  expect(await alive(onFirst)).toBe(401);
  expect(here().running()).toHaveLength(1);
  await bed.cluster.restart();
  await eventually('the stale run is ended', () => here().running().length === 0);
  expect(there.running()).toEqual([again]);
});

test('two ranks on two machines meet by rendezvous and all-gather, each by another master', async () => {
  await bed.create({ slots: 4 });
  const first = await eventually('one rank', () => here().running()[0]);
  const other = await eventually('the other rank', () => there.running()[0]);
  const ranks = [first, other].toSorted((a, b) => a.rank - b.rank);
  expect(ranks.map(({ rank, allocationId }) => [rank, allocationId])).toEqual([
    [0, first.allocationId],
    [1, first.allocationId],
  ]);
  const addresses = ranks.map((spec) => (spec === first ? '10.0.0.1' : '10.0.0.2'));
  const resources = (spec: TaskSpec) => `resources/${spec.environment.DET_RESOURCES_ID}/rendezvous`;
  const at = (spec: TaskSpec) => (spec === first ? second.address : bed.cluster.address);
  const meet = ranks.map((spec) => asTask(at(spec), spec, resources(spec)));
  expect((await Promise.all(meet)).map(({ json }) => json.rendezvousInfo)).toEqual(
    [0, 1].map((rank) => ({ addresses, rank, slots: [2, 2] })),
  );
  // Two rounds; the second peer of the first comes again, as after a lost answer.
  const uuid = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;
  const gather = (spec: TaskSpec, n: number, data: object) =>
    asTask(at(spec), spec, 'all_gather', { requestUuid: uuid(n), numPeers: 2, data });
  const bring = (round: number) => ranks.map((spec, i) => gather(spec, 2 * round + i, { round, rank: spec.rank }));
  for (const round of [0, 1]) {
    const replies = await Promise.all(bring(round));
    for (const { json } of replies)
      expect(json.data).toEqual(expect.arrayContaining([0, 1].map((rank) => ({ round, rank }))));
  }
  const { json } = await gather(ranks[1] ?? first, 1, { round: 0, rank: 1 });
  expect(json.data).toEqual(expect.arrayContaining([0, 1].map((rank) => ({ round: 0, rank }))));
  // One that fails takes the other with it, and both are started anew.
  await eventually('it is known to run', async () => (await stateOf(first.allocationId)) === 'RUNNING');
  there.end(other.id, { exitCode: 3 });
  await eventually('a new run of both', () =>
    [here(), there].every((machine) => machine.running()[0]?.environment.DET_TRIAL_RUN_ID === '2'),
  );
  const ended = await db().selectFrom('allocations').select('exit_code').where('id', '=', first.allocationId).execute();
  expect(ended).toEqual([{ exit_code: 3 }]);
  // All of them end well: so does the trial.
  for (const machine of [here(), there]) machine.end(machine.running()[0]?.id ?? '', { exitCode: 0 });
  await eventually('the trial is over', async () => {
    const [trial] = await db().selectFrom('trials').select(['state', 'restarts']).execute();
    return trial?.state === 'COMPLETED' && trial.restarts === 1;
  });
});

test('a machine whose name another installation has taken offers nothing under it', async () => {
  const impostor = new ScriptedLauncher([8], 'cpu', [{ id: 'node-2', address: '10.0.0.3' }]);
  await bed.cluster.join({ launcher: impostor });
  const { agents } = await admin.client.call(getAgentsRoute, {});
  expect(agents.map(({ id, addresses, slots }) => [id, addresses, Object.keys(slots).length])).toEqual([
    ['node-1', ['10.0.0.1'], 2],
    ['node-2', ['10.0.0.2'], 2],
  ]);
  await bed.create({ slots: 4 });
  await eventually('it runs on the two', () => here().running().length + there.running().length === 2);
  expect(impostor.started).toEqual([]);
});
