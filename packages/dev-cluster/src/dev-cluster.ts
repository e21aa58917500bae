import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Client, createClient } from '@determined/contract/client.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import type { Launcher } from '@determined/launchers/launcher.ts';
import type { ManagerKinds } from '@determined/master/cluster/resource-managers/manager-kinds.ts';
import type { RightsPolicy } from '@determined/master/identity/roles/shared/rights-of.ts';
import { defineEvent } from '@determined/master/platform/bus/bus.ts';
import type { Clock } from '@determined/master/platform/clock.ts';
import { loadMasterConfig } from '@determined/master/platform/config/load-master-config.ts';
import type { MasterConfig } from '@determined/master/platform/config/master-config.ts';
import type { DatabaseConnection, DatabaseTarget } from '@determined/master/platform/db/connect.ts';
import { startTestDatabase } from '@determined/master/platform/db/testing/test-database.ts';
import { createLog } from '@determined/master/platform/log.ts';
import type { Master } from '@determined/master/platform/master.ts';
import { type RunningMaster, startMaster } from '@determined/master/start-master.ts';
import { openAlternatingDoor } from './alternating-door.ts';

export const devPassword = 'Dev-Passw0rd';
const nextToNothing = { N: 16, r: 1, p: 1 };

export interface DevClusterOptions {
  /** What runs tasks; nothing by default, so that all work waits. `local` is this machine's own. */
  launcher?: Launcher | 'local';
  /** Types of further resource managers, which DET_ADDITIONAL_RESOURCE_MANAGERS may name. */
  managerKinds?: ManagerKinds;
  /** Further DET_… variables. */
  env?: Record<string, string>;
  clock?: Clock;
  /** Who may what, in place of the master's own rules. */
  policy?: RightsPolicy;
  /** Passwords are hashed at next to no cost, as tests sign in often; `usual` is for those of passwords themselves. */
  passwordCost?: 'usual';
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
  /** All that answer at `address`: calls go to them in turn. */
  masters: readonly Master[];
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
  /** Starts another master over the same database, with a data folder of its own. */
  join(options?: DevClusterOptions): Promise<DevMaster>;
  /** Connections to the database that are no master's; closed by the caller. */
  connect(): Promise<DatabaseConnection>;
  /** Resolves when each master at `address` has heard what the others had to tell until now. */
  heard(): Promise<void>;
  /** Stops the first master and leaves its data, for `restart`. */
  stopFirst(): Promise<void>;
  /** Stops the first master, if it runs, and starts another one on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The real master on a real database in a folder of its own, on a free port. With DET_TEST_MASTERS=2 there is a second
 * one over the same database, and each call goes to the other one than the call before.
 */
export async function startDevCluster(options: DevClusterOptions = {}): Promise<DevCluster> {
  const database = await startTestDatabase();
  const first = new DevMaster(database.target, options);
  await first.start();
  const joined: DevMaster[] = [];
  const join = async (more: DevClusterOptions = {}) => {
    const another = new DevMaster(
      database.target,
      {
        clock: options.clock,
        policy: options.policy,
        passwordCost: options.passwordCost,
        onLog: options.onLog,
        ...more,
      },
      first,
    );
    await another.start();
    joined.push(another);
    return another;
  };
  const alternate = process.env.DET_TEST_MASTERS === '2';
  const second = alternate ? await join({ env: options.env, managerKinds: options.managerKinds }) : undefined;
  const door = second && (await openAlternatingDoor(() => [first.address, second.address]));
  const addressNow = () => door?.address ?? first.address;
  const signIn = (username: string, password: string) => signInAt(addressNow(), username, password);
  let users = 0;
  const cluster: DevCluster = {
    master: first.master,
    get masters() {
      return second ? [first.master, second.master] : [first.master];
    },
    address: addressNow(),
    dataDir: first.dataDir,
    admin: await signIn('admin', devPassword),
    signIn,
    signInLink: (username) => first.now.signInLink(username),
    newUser: async () => {
      const username = `user-${++users}`;
      await cluster.admin.client.call(postUserRoute, { user: { username, active: true }, password: devPassword });
      return signIn(username, devPassword);
    },
    fetch: (path, { token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      return fetch(`${addressNow()}${path}`, { redirect: 'manual', ...init, headers });
    },
    join,
    connect: () => database.connect(),
    heard: () => heardByAll(cluster.masters),
    stopFirst: () => first.stop(),
    restart: async () => {
      await first.stop();
      await first.start();
      cluster.master = first.master;
      cluster.address = addressNow();
      cluster.admin = await signIn('admin', devPassword);
    },
    stop: async () => {
      await door?.close();
      for (const master of [first, ...joined]) await master.remove();
      await database.drop();
    },
  };
  return cluster;
}

/** A real master in this process, with a data folder of its own and on a free port. */
export class DevMaster {
  readonly dataDir: string;
  readonly config: MasterConfig;
  private readonly database: DatabaseTarget;
  private readonly options: DevClusterOptions;
  private running: RunningMaster | undefined;

  /** `like`: another master over the same database, to keep checkpoints where it does. */
  constructor(database: DatabaseTarget, options: DevClusterOptions, like?: DevMaster) {
    this.database = database;
    this.options = options;
    this.dataDir = mkdtempSync(join(tmpdir(), 'determined-dev-'));
    // Tasks and the database may run as another user than the one who made the folder.
    chmodSync(this.dataDir, 0o711);
    this.config = loadMasterConfig({
      env: {
        HOME: process.env.HOME,
        DET_DATA_DIR: this.dataDir,
        DET_PORT: '0',
        DET_SECURITY_INITIAL_USER_PASSWORD: devPassword,
        ...(options.launcher === 'local' ? {} : { DET_SLOTS: '0' }),
        ...options.env,
      },
    });
    if (like) this.config.checkpoint_storage = like.config.checkpoint_storage;
  }

  get master(): Master {
    return this.now.master;
  }

  get address(): string {
    return this.now.address;
  }

  get now(): RunningMaster {
    if (!this.running) throw new Error('this master does not run');
    return this.running;
  }

  async start(): Promise<void> {
    const { launcher, managerKinds, clock, policy, passwordCost, onLog } = this.options;
    const sink = new Writable({
      write: (line: Buffer, _encoding, done) => {
        onLog?.(line.toString());
        done();
      },
    });
    const own = launcher && launcher !== 'local' ? [{ name: 'default', launcher, pools: null }] : [];
    this.running = await startMaster(this.config, {
      database: this.database,
      clock,
      policy,
      passwordCost: passwordCost === 'usual' ? undefined : nextToNothing,
      managers: launcher === 'local' ? undefined : own,
      managerKinds,
      log: process.env.DET_TEST_LOG ? undefined : (recent) => createLog({ level: 'warn', recent, sink }),
    });
  }

  /** Tasks go on, and the folder stays. */
  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const marked = defineEvent<{ id: string }>('dev-cluster-marked');

/** What is told first is heard first: a mark of each has come to all others. */
async function heardByAll(masters: readonly Master[]): Promise<void> {
  const all = masters.flatMap((from) =>
    masters
      .filter((to) => to !== from)
      .map((to) => {
        const id = randomUUID();
        return new Promise<void>((resolve) => {
          const unsubscribe = to.bus.subscribe(marked, (mark) => {
            if (mark.id !== id) return;
            unsubscribe();
            resolve();
          });
          from.bus.emit(marked, { id });
        });
      }),
  );
  await Promise.all(all);
}

/** Signs in at an address. */
export async function signInAt(address: string, username: string, password: string): Promise<DevUser> {
  const { token, user } = await createClient({ baseUrl: address }).call(loginRoute, { username, password });
  return { id: user?.id ?? 0, username, token, client: createClient({ baseUrl: address, token }) };
}
