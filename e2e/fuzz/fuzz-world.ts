import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { type DevCluster, type DevUser, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { newThings } from '@determined/master/testing/permission-world.ts';

/** What requests are about: a thing of each kind, all of the administrator's, and an account. */
export type Things = Awaited<ReturnType<typeof newThings>> & { userId: number; username: string };

export type Asker = 'admin' | 'user' | 'task' | 'cookie' | 'nobody';

/** A master with machines of paper, a scenario, and those who call it. */
export interface FuzzWorld {
  cluster: DevCluster;
  things: Things;
  /** What the master has logged as a warning or worse. */
  log: string[];
  /** Headers that say who asks. */
  credentials(asker: Asker): Record<string, string>;
  /** Signs in again who was signed out by a request of its own; false when that is not possible any more. */
  signInAgain(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const machines = new ScriptedLauncher([4]);
  const log: string[] = [];
  const cluster = await startDevCluster({ launcher: machines, onLog: (line) => log.push(line) });
  const users = { admin: cluster.admin, user: await cluster.newUser() };
  const things = { ...(await seed(cluster)), userId: users.user.id, username: users.user.username };
  const task = await eventually('a task runs', () => machines.running()[0]?.environment.DET_SESSION_TOKEN);
  return {
    cluster,
    things,
    log,
    credentials: (asker) => credentialsOf(asker, users, task, cluster.address),
    signInAgain: async () => {
      try {
        users.admin = await cluster.signIn('admin', devPassword);
        users.user = await cluster.signIn(things.username, devPassword);
        return true;
      } catch {
        return false;
      }
    },
    stop: () => cluster.stop(),
  };
}

function credentialsOf(
  asker: Asker,
  { admin, user }: Record<'admin' | 'user', DevUser>,
  task: string,
  address: string,
): Record<string, string> {
  switch (asker) {
    case 'admin':
      return { authorization: `Bearer ${admin.token}` };
    case 'user':
      return { authorization: `Bearer ${user.token}` };
    case 'task':
      return { 'grpc-metadata-x-allocation-token': `Bearer ${task}` };
    case 'cookie':
      return { cookie: `auth=${admin.token}`, origin: address };
    case 'nobody':
      return {};
  }
}

async function seed(cluster: DevCluster) {
  const { client } = cluster.admin;
  const things = await newThings(cluster.master.db, client, client);
  const file = (path: string, content: string) => ({
    path,
    type: 48,
    content: Buffer.from(content).toString('base64'),
    mtime: 0,
    mode: 420,
    uid: 0,
    gid: 0,
  });
  await client.call(createExperimentRoute, {
    config:
      'name: with files\nentrypoint: python3 train.py\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n',
    modelDefinition: [file('train.py', 'print(1)'), file('folder/data.txt', 'x'.repeat(10_000))],
    activate: true,
  });
  for (let batch = 1; batch <= 5; batch++) {
    for (const group of ['training', 'validation']) {
      const metrics = { avgMetrics: { x: batch / 7, loss: 1 / batch } };
      await client.call(reportTrialMetricsRoute, {
        group,
        metrics: { trialId: things.trial, trialRunId: 0, stepsCompleted: batch * 10, metrics },
      });
    }
  }
  const logs = Array.from({ length: 50 }, (_, i) => ({ taskId: things.task, log: `line ${i} of them` }));
  await client.call(postTaskLogsRoute, { logs });
  return things;
}
