import { getAgentsRoute } from '@determined/contract/cluster/agents-routes.ts';
import { getMasterConfigRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { getResourcePoolsRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { createExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { type DevCluster, type DevMaster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { PaperEngine } from '@determined/launchers/conformance/paper-engine.ts';
import type { LaunchEvent, TaskSpec } from '@determined/launchers/launcher.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

// An engine that queues and places work itself, named in the configuration, driven through two masters: two machines of
// two slots on paper, whose tasks do what the test says. Beside it the first master's own machine.

let cluster: DevCluster;
let second: DevMaster;
let nodes: ScriptedLauncher[];
const paper = (n: 0 | 1) => nodes[n] as ScriptedLauncher;
/** Is told what the engine tells, after the master. */
let alsoTold: (event: LaunchEvent) => void;
const kinds = (engine: PaperEngine) => ({
  paper: (settings: object) => {
    z.strictObject({ queue: z.string() }).parse(settings);
    return async () => {
      const launcher = engine.connect();
      const { watch } = launcher;
      launcher.watch = (listener) =>
        watch((event) => {
          listener(event);
          alsoTold(event);
        });
      return launcher;
    };
  },
});
const configured = JSON.stringify([
  {
    resource_manager: { type: 'paper', cluster_name: 'the-engine', queue: 'secret' },
    resource_pools: [{ pool_name: 'engine', description: 'placed elsewhere' }],
  },
]);

beforeEach(async () => {
  alsoTold = () => {};
  nodes = [1, 2].map((n) => new ScriptedLauncher([2], 'cpu', [{ id: `paper-${n}`, address: `10.1.0.${n}` }]));
  const managerKinds = kinds(new PaperEngine(nodes));
  const env = { DET_ADDITIONAL_RESOURCE_MANAGERS: configured };
  cluster = await startDevCluster({ launcher: new ScriptedLauncher([1]), managerKinds, env });
  second = await cluster.join({ managerKinds, env });
  await eventually('the machines of the engine are known', async () => {
    const { agents } = await cluster.admin.client.call(getAgentsRoute, {});
    return agents.filter(({ id }) => id.startsWith('paper-')).length === 2;
  });
});
afterEach(() => cluster.stop());

async function submit(pool: string, slots: number): Promise<number> {
  const config = `
name: engine
entrypoint: x
searcher: {name: single, metric: x}
hyperparameters: {}
max_restarts: 1
resources: {resource_pool: ${pool}, slots_per_trial: ${slots}}
`;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  return experiment?.id ?? 0;
}

const places = (allocationId: string) =>
  cluster.master.db
    .selectFrom('allocation_places')
    .select(['rank', 'manager', 'agent_id', 'slot_ids', 'address', 'state'])
    .where('allocation_id', '=', allocationId)
    .orderBy('rank')
    .execute();

const stateOf = async (allocationId: string) =>
  (
    await second.master.db
      .selectFrom('allocations')
      .select('state')
      .where('id', '=', allocationId)
      .executeTakeFirstOrThrow()
  ).state;

/** As the part's program would call one of the masters. */
async function asTask(address: string, { allocationId, environment }: TaskSpec, call: string, body: object) {
  const reply = await fetch(`${address}/api/v1/allocations/${allocationId}/${call}`, {
    method: 'POST',
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${environment.DET_SESSION_TOKEN}` },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: (await reply.json()) as { data?: unknown } };
}

/** The two parts of a task that spans both machines, by rank. */
async function bothRanks(except: string[] = []): Promise<[TaskSpec, TaskSpec]> {
  const on = (n: 0 | 1) =>
    eventually(`a part on ${n}`, () =>
      paper(n)
        .running()
        .find((spec) => !except.includes(spec.allocationId)),
    );
  return [await on(0), await on(1)];
}

test('work of its pool is placed by the engine, and the rest by us', async () => {
  const { client } = cluster.admin;
  const { resourcePools } = await client.call(getResourcePoolsRoute, {});
  expect(resourcePools.map((pool) => [pool.name, pool.clusterName, pool.numAgents, pool.slotsAvailable])).toEqual([
    ['default', 'default', 1, 1],
    ['engine', 'the-engine', 2, 4],
  ]);
  await submit('default', 1);
  const first = await submit('engine', 4);
  const [head, other] = await bothRanks();
  expect([head.rank, other.rank, head.id, other.id]).toEqual([0, 1, head.allocationId, `${head.allocationId}-1`]);
  await eventually('it is known where', async () => (await places(head.allocationId)).length === 2);
  const part = { manager: 'the-engine', slot_ids: [0, 1], state: 'RUNNING' };
  expect(await places(head.allocationId)).toEqual([
    { ...part, rank: 0, agent_id: 'paper-1', address: '10.1.0.1' },
    { ...part, rank: 1, agent_id: 'paper-2', address: '10.1.0.2' },
  ]);
  // What does not fit waits in the engine's queue, for the engine's reason.
  const next = await submit('engine', 1);
  await eventually("the engine's reason is told", async () => {
    const { reasons } = await client.call(getWaitingReasonsRoute, { params: { experimentId: next } });
    return reasons[0]?.reason === 'Resources';
  });
  await client.call(killExperimentRoute, { id: first });
  const started = await eventually('it has its turn', () =>
    paper(0)
      .running()
      .find((one) => one.id !== head.id),
  );
  expect(started.environment.DET_EXPERIMENT_ID).toBe(String(next));
});

test('two ranks find each other by all-gather, each by another master; one that fails takes the other with it', async () => {
  const id = await submit('engine', 4);
  const ranks = await bothRanks();
  const [head] = ranks;
  const at = (rank: number) => (rank === 0 ? cluster.address : second.address);
  const uuid = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;
  expect(await eventually('it is placed', async () => (await places(head.allocationId)).length === 2)).toBe(true);
  expect(await stateOf(head.allocationId)).toBe('PULLING');
  const meet = (call: string, from: number) =>
    Promise.all(
      ranks.map((spec, rank) =>
        asTask(at(rank), spec, call, {
          requestUuid: uuid(from + rank),
          numPeers: 2,
          rank,
          nodeName: `paper-${rank + 1}`,
          data: { rank, rendezvous_ip: `10.1.0.${rank + 1}` },
        }),
      ),
    );
  // Once a node: that it runs. Then who is where.
  expect((await meet('notify_container_running', 1)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await stateOf(head.allocationId)).toBe('RUNNING');
  for (const { json } of await meet('all_gather', 3)) {
    expect(json.data).toHaveLength(2);
    expect(json.data).toEqual(
      expect.arrayContaining([0, 1].map((rank) => ({ rank, rendezvous_ip: `10.1.0.${rank + 1}` }))),
    );
  }
  paper(1).end(`${head.allocationId}-1`, { exitCode: 3 });
  const again = await bothRanks([head.allocationId]);
  expect(again.map(({ environment }) => environment.DET_TRIAL_RUN_ID)).toEqual(['2', '2']);
  for (const [n, spec] of again.entries()) paper(n as 0 | 1).end(spec.id, { exitCode: 0 });
  await eventually('the trial is over', async () => {
    const trial = await cluster.master.db.selectFrom('trials').select(['state', 'restarts']).executeTakeFirst();
    return trial?.state === 'COMPLETED' && trial.restarts === 1;
  });
  expect(id).toBeGreaterThan(0);
});

test('what ends in the moment in which its ranks are told ends with all of them', async () => {
  alsoTold = (event) => {
    if (event.kind !== 'running') return;
    paper(0).end(event.id, { exitCode: 0 });
    paper(1).end(`${event.id}-1`, { exitCode: 0 });
  };
  await submit('engine', 4);
  const trial = () => cluster.master.db.selectFrom('trials').select('state').executeTakeFirst();
  await expect.poll(trial, { timeout: 30_000 }).toEqual({ state: 'COMPLETED' });
});

test('when the master that leads ends, another one goes on with the engine: nothing is started twice', async () => {
  await submit('engine', 4);
  const [head, other] = await bothRanks();
  const waiting = await submit('engine', 2);
  await eventually('the engine has both', async () => {
    const rows = await second.master.db.selectFrom('allocation_places').select('rank').execute();
    return rows.length === 3;
  });
  await cluster.stopFirst();
  // It ends while nobody leads, or soon after: either way its end is told once.
  paper(0).end(head.id, { exitCode: 0 });
  paper(1).end(other.id, { exitCode: 0 });
  await eventually('it has ended', async () => (await stateOf(head.allocationId)) === 'TERMINATED');
  const next = await eventually('the next one runs', () => paper(0).running()[0]);
  expect(next.environment.DET_EXPERIMENT_ID).toBe(String(waiting));
  expect(nodes.flatMap(({ started }) => started)).toEqual([head.id, next.id, other.id]);
});

test('what a type needs besides its name is not shown, and pools are shown with their manager', async () => {
  const { config } = await cluster.admin.client.call(getMasterConfigRoute, {});
  const { resource_pools, additional_resource_managers } = config as Record<string, unknown>;
  expect(resource_pools).toMatchObject([{ pool_name: 'default' }]);
  expect(additional_resource_managers).toMatchObject([
    {
      resource_manager: { type: 'paper', cluster_name: 'the-engine', queue: '********' },
      resource_pools: [{ pool_name: 'engine' }],
    },
  ]);
  const health = await cluster.fetch('/health', { token: cluster.admin.token });
  expect(((await health.json()) as { resource_managers: unknown }).resource_managers).toEqual([
    { cluster_name: 'default', status: 'up' },
    { cluster_name: 'the-engine', status: 'up' },
  ]);
});

const manager = (more: object) =>
  JSON.stringify([{ resource_manager: { cluster_name: 'x', ...more }, resource_pools: [{ pool_name: 'x' }] }]);
test.each([
  [
    manager({ type: 'slurm' }),
    kinds(new PaperEngine([])),
    /resource_manager\.type is "slurm"; allowed is paper \(local, this machine/,
  ],
  [
    manager({ type: 'toString' }),
    {},
    /resource_manager\.type is "toString"; no further type is known \(local, this machine/,
  ],
  [
    manager({ type: 'paper', que: 'x' }),
    kinds(new PaperEngine([])),
    /resource_manager \(paper\) cannot be used: .*que/s,
  ],
  [manager({ type: 'paper', cluster_name: 'default' }), {}, /calls two resource managers default \(cluster_name\)/],
  [manager({ type: 'paper' }).replace('"pool_name":"x"', '"pool_name":"default"'), {}, /names default twice/],
])(
  'a configuration that names a manager wrongly is refused at the start: %s',
  async (setting, managerKinds, message) => {
    const refused = cluster.join({ managerKinds, env: { DET_ADDITIONAL_RESOURCE_MANAGERS: setting } });
    await expect(refused).rejects.toThrow(message);
  },
);
