import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevMaster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from './app.ts';

// One call a route through a second master over the same database: the same answer on either.

let cluster: DevCluster;
let second: DevMaster;
let task: TaskSpec;
beforeAll(async () => {
  const machines = new ScriptedLauncher([2]);
  cluster = await startDevCluster({ launcher: machines });
  second = await cluster.join();
  await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  task = await eventually('a task runs', () => machines.running()[0]);
  await eventually('it is known to run', async () => {
    const row = await cluster.master.db.selectFrom('allocations').select('state').executeTakeFirst();
    return row?.state === 'RUNNING';
  });
});
afterAll(() => cluster.stop());

const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n';
interface Call {
  name: string;
  method: string;
  path: string;
}
const calls = allRoutes.flatMap((entry): Call[] => {
  if (entry.kind === 'raw') return entry.built ? [entry] : [];
  if (entry.kind === 'route' && !entry.built) return [];
  return [entry.route];
});
const masterLog = ['masterLogs', 'getMasterLogLines', 'getSingleMasterLogLines', 'findMasterLogLines'];
/** They tell of the master that is asked: its own log, number and process. */
const own = [...masterLog, 'getMaster', 'GET /info', 'GET /metrics', 'GET /debug/prom/metrics'];
/** Would end the session that all calls are made with. */
const ends = ['logout', 'POST /logout'];
/** What is counted until now; and each has a data folder of its own. */
const elapsed = /"wallClockTime":[\d.]+|"duration":[\d.]+/g;
const folders = /\/tmp\/determined-dev-\w+/g;

/** Reads ask for what there is, writes for what there is not: they change nothing for the next. */
function askedOf({ name, method, path }: Call): string {
  const there: Record<string, string> = { agentId: 'node-1', taskId: task.environment.DET_TASK_ID ?? '' };
  const id = method === 'GET' ? task.environment.DET_EXPERIMENT_ID : '7777';
  const filled = path.replaceAll(/\{([^}]*)\}|:(\w+)/g, (_text, one, other) => {
    return (method === 'GET' && there[one ?? other]) || (id ?? '');
  });
  const needed: Record<string, string> = {
    getLogLines: '?from=0&count=10',
    getSingleLogLines: '?numbers=0,1',
    findLogLines: '?from=0&text=a',
  };
  return `${filled}${needed[name] ?? ''}`;
}

/** Writes that would make what their path names: of what is not there they make nothing. */
const bodies: Record<string, string> = {
  createGroup: '{"addUsers":[7777]}',
  putTemplate: '{"workspaceId":7777}',
  postTemplate: '{"workspaceId":7777}',
};

/** What either master answers to the same call. */
async function answersTo(call: Call) {
  const ask = async (address: string) => {
    const reply = await fetch(`${address}${askedOf(call)}`, {
      method: call.method,
      headers: { Authorization: `Bearer ${cluster.admin.token}` },
      redirect: 'manual',
      ...(call.method === 'GET' ? {} : { body: bodies[call.name] ?? '{}' }),
    });
    const text = (await reply.text()).replaceAll(folders, 'folder').replaceAll(elapsed, 'elapsed');
    // What a write refuses may name the moment; what a read tells may not.
    return call.method === 'GET' ? { status: reply.status, text } : { status: reply.status };
  };
  return [await ask(cluster.address), await ask(second.address)] as const;
}

test.each(
  calls.filter(({ name }) => !own.includes(name) && !ends.includes(name)).map((call) => [call.name, call] as const),
)('%s', async (_name, call) => {
  const [first, other] = await answersTo(call);
  expect(other).toEqual(first);
  expect(other.status).not.toBe(500);
});

test('each kind of call is among them, and what is left out exists', () => {
  const names = calls.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...own, ...ends, 'getExperimentRows', 'GET /tasks', 'getExperiment']));
});

test('planted: a master that answers from what only it knows is found out', async () => {
  const { config } = second.master;
  const pools = config.resource_pools;
  const [known] = pools;
  config.resource_pools = [...pools, { ...known, pool_name: 'mine' } as (typeof pools)[0]];
  try {
    const [first, other] = await answersTo({ name: 'getResourcePools', method: 'GET', path: '/api/v1/resource-pools' });
    expect(other).not.toEqual(first);
  } finally {
    config.resource_pools = pools;
  }
});
