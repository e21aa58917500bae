import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import {
  type DevCluster,
  type DevClusterOptions,
  type DevUser,
  startDevCluster,
} from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';

interface Wanted {
  searcher?: string;
  maxRestarts?: number;
  slots?: number;
  /** Further lines of the configuration, such as `preemption_timeout: 5`. */
  more?: string;
}

/** A master over machines of paper whose tasks do what the test says. */
export async function startLifeTestBed(
  machines: ScriptedLauncher = new ScriptedLauncher([2]),
  options: Omit<DevClusterOptions, 'launcher'> = {},
) {
  const cluster: DevCluster = await startDevCluster({ ...options, launcher: machines });

  /** An experiment that is active at once; its id. */
  const create = (wanted: Wanted = {}) => createAt(cluster.admin, wanted);

  /** The same by another master. */
  async function createAt({ client }: DevUser, wanted: Wanted = {}): Promise<number> {
    const { searcher = 'name: single, metric: loss', maxRestarts = 2, slots = 1, more = '' } = wanted;
    const config = `
name: life
entrypoint: python3 train.py
searcher: {${searcher}}
hyperparameters: {lr: {type: double, minval: 0, maxval: 1}}
max_restarts: ${maxRestarts}
resources: {slots_per_trial: ${slots}}
${more}
`;
    const { experiment } = await client.call(createExperimentRoute, { config, activate: true });
    return experiment?.id ?? 0;
  }

  const experimentState = async (id: number) =>
    (await cluster.master.db.selectFrom('experiments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state;

  return {
    cluster,
    machines,
    create,
    createAt,
    experimentState,
    isState: (id: number, state: string) =>
      eventually(`experiment ${id} ${state}`, async () => (await experimentState(id)) === state),
    trials: (id: number) =>
      cluster.master.db.selectFrom('trials').selectAll().where('experiment_id', '=', id).orderBy('id').execute(),
    oneRunning: (except: string[] = []): Promise<TaskSpec> =>
      eventually('a task runs', () => machines.running().find(({ allocationId }) => !except.includes(allocationId))),
    /** As the task's own program would call; the path of one of its allocation's calls, or a whole one. */
    asTask: async (spec: TaskSpec, path: string, method: 'GET' | 'POST' = 'POST', body?: object) => {
      const whole = path.startsWith('/') ? path : `/api/v1/allocations/${spec.allocationId}/${path}`;
      const reply = await cluster.fetch(whole, {
        method,
        headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${spec.environment.DET_SESSION_TOKEN}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: reply.status, json: (await reply.json()) as unknown };
    },
  };
}

export type LifeTestBed = Awaited<ReturnType<typeof startLifeTestBed>>;
