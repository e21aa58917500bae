import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Client, createClient } from '@determined/contract/client.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import type { Launcher } from '@determined/launchers/launcher.ts';
import type { ResourceManager } from '@determined/master/cluster/resource-managers/shared/resource-managers.ts';
import type { RightsPolicy } from '@determined/master/identity/roles/shared/rights-of.ts';
import type { Clock } from '@determined/master/platform/clock.ts';
import { loadMasterConfig } from '@determined/master/platform/config/load-master-config.ts';
import { startTestDatabase } from '@determined/master/platform/db/testing/test-database.ts';
import { createLog, RecentLog } from '@determined/master/platform/log.ts';
import type { Master } from '@determined/master/platform/master.ts';
import { startMaster } from '@determined/master/start-master.ts';

export const devPassword = 'Dev-Passw0rd';

export interface DevClusterOptions {
  /** What runs tasks; nothing by default, so that all work waits. `local` is this machine's own. */
  launcher?: Launcher | 'local';
  /** Further DET_… variables. */
  env?: Record<string, string>;
  clock?: Clock;
  /** Who may what, in place of the master's own rules. */
  policy?: RightsPolicy;
  /** Is told each line that the master logs as a warning or worse (JSON). */
  onLog?: (line: string) => void;
}

export interface DevUser {
  id: number;
  username: string;
  token: string;
  client: Client;
}

export interface DevCluster {
  master: Master;
  address: string;
  dataDir: string;
  admin: DevUser;
  /** A new user without any rights but those of everybody. */
  newUser(): Promise<DevUser>;
  signIn(username: string, password: string): Promise<DevUser>;
  /** The address of a one-time sign-in link. */
  signInLink(username: string): Promise<string>;
  /** A call as it goes over the wire, for what the typed client cannot send. */
  fetch(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
  /** Stops the master and starts another one on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The real master on a real database in a folder of its own, on a free port. */
export async function startDevCluster(options: DevClusterOptions = {}): Promise<DevCluster> {
  const database = await startTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'determined-dev-'));
  // Tasks and the database may run as another user than the one who made the folder.
  chmodSync(dataDir, 0o711);
  const config = loadMasterConfig({
    env: {
      HOME: process.env.HOME,
      DET_DATA_DIR: dataDir,
      DET_PORT: '0',
      DET_SECURITY_INITIAL_USER_PASSWORD: devPassword,
      ...(options.launcher === 'local' ? {} : { DET_SLOTS: '0' }),
      ...options.env,
    },
  });
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      options.onLog?.(line.toString());
      done();
    },
  });
  const start = () =>
    startMaster(config, {
      database: database.target,
      clock: options.clock,
      policy: options.policy,
      managers: options.launcher === 'local' ? undefined : managersOf(options.launcher),
      log: process.env.DET_TEST_LOG ? undefined : createLog({ level: 'warn', recent: new RecentLog(), sink }),
    });
  let running = await start();
  const signIn = async (username: string, password: string): Promise<DevUser> => {
    const anonymous = createClient({ baseUrl: running.address });
    const { token, user } = await anonymous.call(loginRoute, { username, password });
    const client = createClient({ baseUrl: running.address, token });
    return { id: user?.id ?? 0, username, token, client };
  };
  let users = 0;
  const cluster: DevCluster = {
    master: running.master,
    address: running.address,
    dataDir,
    admin: await signIn('admin', devPassword),
    signIn,
    signInLink: (username) => running.signInLink(username),
    newUser: async () => {
      const username = `user-${++users}`;
      await cluster.admin.client.call(postUserRoute, { user: { username, active: true }, password: devPassword });
      return signIn(username, devPassword);
    },
    fetch: (path, { token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      return fetch(`${running.address}${path}`, { redirect: 'manual', ...init, headers });
    },
    restart: async () => {
      await running.stop();
      running = await start();
      cluster.master = running.master;
      cluster.address = running.address;
      cluster.admin = await signIn('admin', devPassword);
    },
    stop: async () => {
      await running.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return cluster;
}

const managersOf = (launcher: Launcher | undefined): ResourceManager[] =>
  launcher ? [{ name: 'default', launcher, pools: null }] : [];
