import type { AnyRoute } from '@determined/contract/route.ts';
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
const built = allRoutes.flatMap((entry) => (entry.kind === 'route' && entry.built ? [entry.route] : []));
/** They tell of the master that is asked: its own log, its own number. */
const own = ['MasterLogs', 'GetMaster'];
/** What is counted until now; and each has a data folder of its own. */
const elapsed = /"wallClockTime":[\d.]+/g;
const folders = /\/tmp\/determined-dev-\w+/g;
/** Would end the session that all calls are made with. */
const ends = ['Logout'];

/** Reads ask for what there is, writes for what there is not: they change nothing for the next. */
function askedOf({ method, path }: AnyRoute): string {
  const there: Record<string, string> = { agentId: 'node-1', taskId: task.environment.DET_TASK_ID ?? '' };
  const id = method === 'GET' ? task.environment.DET_EXPERIMENT_ID : '7777';
  return path.replaceAll(/\{([^}]*)\}/g, (_text, name) => (method === 'GET' && there[name]) || (id ?? ''));
}

test.each(
  built.filter(({ rpc }) => !own.includes(rpc) && !ends.includes(rpc)).map((route) => [route.rpc, route] as const),
)('%s', async (_rpc, route) => {
  const ask = async (address: string) => {
    const reply = await fetch(`${address}/api/v1${askedOf(route).replace(/^\/api\/v1/, '')}`, {
      method: route.method,
      headers: { Authorization: `Bearer ${cluster.admin.token}` },
      ...(route.method === 'GET' ? {} : { body: '{}' }),
    });
    return {
      status: reply.status,
      text: (await reply.text()).replaceAll(folders, 'folder').replaceAll(elapsed, 'elapsed'),
    };
  };
  const [first, other] = [await ask(cluster.address), await ask(second.address)];
  expect(other.status).toBe(first.status);
  expect(other.status).not.toBe(500);
  if (route.method === 'GET') expect(other.text).toBe(first.text);
});
