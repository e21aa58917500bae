import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { detectSlots } from '@determined/launchers/local/detect-slots.ts';
import { LocalLauncher } from '@determined/launchers/local/local-launcher.ts';
import type { EnvironmentBounds } from '@determined/launchers/python/environment-maker.ts';
import pg from 'pg';
import { createApp } from './app.ts';
import { installationId } from './cluster/resource-managers/installation-id.ts';
import { keepAgents } from './cluster/resource-managers/keep-agents.ts';
import { type ManagerKinds, managerKinds, readManagers } from './cluster/resource-managers/manager-kinds.ts';
import {
  engines,
  ownManagerName,
  type ResourceManager,
  resourceManagers,
} from './cluster/resource-managers/shared/resource-managers.ts';
import { taskPython } from './cluster/resource-managers/shared/task-python.ts';
import { setFirstPasswords } from './identity/auth/first-users.ts';
import { makeSignInLink } from './identity/auth/sign-in-link.ts';
import type { RightsPolicy } from './identity/roles/shared/rights-of.ts';
import { type PasswordCost, setPasswordCost } from './identity/sessions/shared/password.ts';
import { findOpenDoor } from './identity/users/shared/find-open-door.ts';
import { findBoundDefault } from './organisation/workspaces/shared/available-pools.ts';
import { attachBus, Bus } from './platform/bus/bus.ts';
import { joinMasters } from './platform/bus/notify.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { ConfigurationError, usualCheckpoints } from './platform/config/load-master-config.ts';
import { databaseUrl, type MasterConfig } from './platform/config/master-config.ts';
import { storeFact } from './platform/db/cluster-facts.ts';
import { connectDatabase, type DatabaseTarget, noticeDeadPeers } from './platform/db/connect.ts';
import { EmbeddedPostgres } from './platform/db/embedded/postgres-supervisor.ts';
import { knownMigrations, migrate } from './platform/db/migrate.ts';
import { holdSchema, NewerSchemaError, nameOfSession } from './platform/db/schema-guard.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { whileRecovering } from './platform/db/while-recovering.ts';
import { watchDisk } from './platform/disk-room.ts';
import { listen } from './platform/http/http-server.ts';
import { Leader } from './platform/leader/leader.ts';
import { createLog, type Log, openLogSink, RecentLog } from './platform/log.ts';
import type { Master } from './platform/master.ts';
import { returnMemoryAtRest } from './platform/memory-at-rest.ts';
import { holdPort } from './platform/start/hold-port.ts';
import { EnvironmentDriver } from './tasks/allocations/places/environment-driver.ts';
import { PlaceDriver } from './tasks/allocations/places/place-driver.ts';
import type { Reach } from './tasks/allocations/places/reached-places.ts';
import { QueueDriver } from './tasks/allocations/queue-driver.ts';

export interface StartOptions {
  /** Wraps each step, to show it with its time; without it the start is silent. */
  step?: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  /** A database that runs already, in place of what the configuration says. */
  database?: DatabaseTarget;
  clock?: Clock;
  /** Made with what the API reads of it. */
  log?: (recent: RecentLog) => Log;
  /** What runs tasks, in place of this machine's own slots. */
  managers?: readonly ResourceManager[];
  /** The types of further resource managers that the configuration may name. */
  managerKinds?: ManagerKinds;
  /** Who may what, in place of what the configuration says. */
  policy?: RightsPolicy;
  /** What a password is hashed at, in place of the usual. */
  passwordCost?: PasswordCost;
  /** Told when another master has brought the database beyond this version; this one has begun to stop. */
  onOutdated?: (error: NewerSchemaError) => void;
  /** Ends a start that waits; what was started is stopped again. */
  signal?: AbortSignal;
}

export interface RunningMaster {
  master: Master;
  /** `http://host:port`, with the port that was taken. */
  address: string;
  /** Passwords made on the very first start; undefined later, empty when they were configured. */
  firstPasswords: { username: string; password: string }[] | undefined;
  signInLink(username: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts everything in this process, in the order in which the parts need each other. */
export async function startMaster(config: MasterConfig, options: StartOptions = {}): Promise<RunningMaster> {
  const step = options.step ?? ((_label, work) => work());
  const furtherManagers = readManagers(config, options.managerKinds ?? managerKinds);
  makeDataFolder(config.data_dir);
  const recentLog = new RecentLog();
  const log =
    options.log?.(recentLog) ??
    createLog({ level: config.log.level, recent: recentLog, sink: openLogSink(config.data_dir) });
  const stopping = new AbortController();
  const interrupted = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  const atStop: (() => Promise<void> | void)[] = [];
  const stopAll = async () => {
    stopping.abort();
    for (const work of atStop.reverse()) {
      try {
        await work();
      } catch (error) {
        log.error({ err: error }, 'a part could not be stopped cleanly');
      }
    }
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  const outdated = (error: NewerSchemaError) => {
    log.fatal(error.message);
    options.onOutdated?.(error);
    void stop();
  };
  try {
    const held = await holdPort({ folder: config.data_dir, host: config.host, asked: config.port });
    atStop.push(held.release);
    const own = options.database ?? databaseUrl(config);
    const disks = [config.data_dir];
    const target = await step(own === null ? 'Starting the database' : 'Connecting to the database', async () => {
      if (own !== null) return own;
      const embedded = await EmbeddedPostgres.start({
        folder: config.data_dir,
        log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
        signal: interrupted,
      });
      atStop.push(() => embedded.stop());
      // Usually on the disk of the data folder, but not where its user cannot get to it.
      disks.push(embedded.folder.home);
      return embedded.connection;
    });
    const recovery = { supervised: own === null, note: (message: string) => log.info(message) };
    const untilDatabase = whileRecovering({ ...recovery, signal: interrupted });
    const onLost = (error: Error) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'a database connection was lost; it is made again');
    };
    let prepared = false;
    const onConnect = async (session: pg.ClientBase) => {
      if (!prepared) return;
      await holdSchema(session, knownMigrations).catch((error) => {
        if (error instanceof NewerSchemaError && !stopping.signal.aborted) outdated(error);
        throw error;
      });
    };
    const name = nameOfSession(knownMigrations.at(-1) ?? '');
    const { db, pool, close } = await untilDatabase(() => connectDatabase(target, { onLost, onConnect, name }));
    atStop.push(close);
    await step('Preparing the database', () => untilDatabase(() => migrate(pool)));
    prepared = true;
    const connectClient = () => clientOf(target, { application_name: name, options: noticeDeadPeers }, onConnect);

    const bus = new Bus((error, event) => log.error({ err: error, event }, 'a listener failed'));
    attachBus(db, bus);
    const master: Master = {
      config,
      db,
      bus,
      clock: options.clock ?? systemClock,
      log,
      recentLog,
      clusterId: await untilDatabase(() => clusterId(db)),
      masterId: randomUUID(),
      address: '',
      advertised: [],
      stopping: stopping.signal,
      onStop: (work) => void atStop.push(work),
    };
    if (options.passwordCost) setPasswordCost(master, options.passwordCost);
    watchDisk(master, disks);
    returnMemoryAtRest(master);
    await joinMasters(master, connectClient, untilDatabase);
    const firstPasswords = await step('Starting the server', async () => {
      const server = await createApp(master, options.policy);
      atStop.push(() => server.close());
      // In the last step, after which nothing can keep them from being shown: an interrupted start comes to its end first.
      const untilShown = whileRecovering({ ...recovery, signal: stopping.signal });
      const passwords = await setFirstPasswords(master, untilShown);
      await untilShown(() => refuseOpenDoor(master));
      await untilShown(() => refuseBoundDefault(master));
      await held.release();
      const taken = await listen(server, config.host, held.port);
      const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
      master.address = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
      master.advertised = config.advertised_url ?? [master.address];
      return passwords;
    });
    resourceManagers(master).push(...(options.managers ?? (await ownMachine(master))));
    for (const open of furtherManagers) resourceManagers(master).push(await open(master));
    await runTasks(master, connectClient, atStop);
    return {
      master,
      address: master.address,
      firstPasswords,
      signInLink: async (username) => {
        const user = await db
          .selectFrom('users')
          .select('id')
          .where('username', '=', username)
          .executeTakeFirstOrThrow();
        // Home offers what to do first.
        return `${master.address}/det/login?redirect=%2Fdet%2Fdashboard#token=${await makeSignInLink(master, user.id)}`;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Carries out what was given to this machine, always; leads when it may, and then decides and drives the engines. */
async function runTasks(
  master: Master,
  connect: () => Promise<pg.Client>,
  atStop: (() => Promise<void> | void)[],
): Promise<void> {
  const leader = new Leader(master.db, connect, master.log);
  const managers = resourceManagers(master);
  const machines = managers.filter(({ launcher }) => !launcher.placesWork);
  const owner = installationId(master.config.data_dir);
  for (const manager of machines) {
    await keepAgents(master, manager, owner);
    const transaction: Reach['transaction'] = (work) => inTransaction(master.db, work);
    const driver = new PlaceDriver(master, { manager, owner, transaction });
    driver.start();
    atStop.push(() => driver.stop());
    const maker = environmentDriver(master, { manager, owner, transaction });
    maker?.start();
    atStop.push(async () => maker?.stop());
  }
  for (const engine of engines(master)) await keepAgents(master, engine, '', () => leader.leading);
  const working = lead(master, leader);
  atStop.push(async () => {
    await working;
    for (const { launcher } of managers) await launcher.close();
  });
}

/** Leads when it may, and decides as long as it does; begins again when that ended or could not begin. */
async function lead(master: Master, leader: Leader): Promise<void> {
  while (!master.stopping.aborted) {
    const ended = Promise.withResolvers<void>();
    master.stopping.addEventListener('abort', () => ended.resolve(), { once: true });
    if (!(await leader.lead(master.stopping, () => ended.resolve()))) return;
    const transaction: Reach['transaction'] = (work) => leader.transaction(work);
    const drivers = [
      new QueueDriver(master, leader),
      ...engines(master).flatMap((manager) => {
        const reach: Reach = { manager, owner: '', transaction };
        return [new PlaceDriver(master, reach), environmentDriver(master, reach) ?? []].flat();
      }),
    ];
    for (const driver of drivers) driver.start();
    await ended.promise;
    if (!master.stopping.aborted) master.log.warn('this master leads no longer; it tries to lead again');
    for (const driver of drivers) await driver.stop();
    await leader.release();
  }
}

function environmentDriver(master: Master, reach: Reach): EnvironmentDriver | undefined {
  const { environments } = reach.manager.launcher;
  return environments && new EnvironmentDriver(master, reach, environments);
}

/** Others than root have to pass through: the database may run as another user. */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    // Made by the first task instead, it would be open to everybody on this machine: the harness means containers.
    mkdirSync(usualCheckpoints(folder), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigurationError(`The data folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
}

/** This machine's slots; none with DET_SLOTS=0. The Python for tasks is made in the background. */
async function ownMachine(master: Master): Promise<ResourceManager[]> {
  const { config } = master;
  if (config.slots === 0) return [];
  const slots = await detectSlots({ override: config.slots?.toString() });
  const python = taskPython(master);
  void python.prepare();
  const nodeId = config.machine_name ?? undefined;
  // By what tasks reach its master, the tasks of other machines reach it.
  const address = config.advertised_url === null ? undefined : new URL(config.advertised_url[0] ?? '').hostname;
  const environments = environmentBounds(
    config,
    slots.some(({ type }) => type === 'cuda'),
  );
  const launcher = new LocalLauncher({ dataDir: config.data_dir, python, environments, slots, nodeId, address });
  return [{ name: ownManagerName(master), launcher, pools: null }];
}

function environmentBounds({ python_environments: bounds }: MasterConfig, cuda: boolean): EnvironmentBounds {
  const mib = 2 ** 20;
  return {
    atOnce: bounds.at_once,
    seconds: bounds.timeout_minutes * 60,
    // Enough for what is trained with on processors, not for a gigabyte of libraries for devices that are not there.
    downloadBytes: (bounds.max_download_mib ?? (cuda ? 8192 : 2048)) * mib,
    bytes: bounds.max_size_mib * mib,
    totalBytes: bounds.max_total_mib * mib,
  };
}

/** Work that names no pool has to find one: the defaults are there for all. Facts: platform semantics 4.8. */
async function refuseBoundDefault({ config, db }: Master): Promise<void> {
  const bound = await findBoundDefault(db, config);
  if (bound === undefined) return;
  throw new ConfigurationError(
    `The resource pool ${bound.pool} cannot be a default (resource_manager.${bound.setting}): it is bound to ${bound.workspaces.join(', ')}. Name another, or start with the former one and remove the binding.`,
  );
}

/** Nobody may reach an admin without a password from another machine. */
async function refuseOpenDoor({ config, db }: Master): Promise<void> {
  const open = await findOpenDoor(db, config);
  if (open === undefined) return;
  throw new ConfigurationError(
    `The administrator ${open} has a blank password: set one before listening on ${config.host} (host, DET_HOST), or listen on 127.0.0.1.`,
  );
}

async function clientOf(
  target: DatabaseTarget,
  options: pg.ClientConfig,
  onConnect: (session: pg.ClientBase) => Promise<void>,
): Promise<pg.Client> {
  // It mostly waits: without signs of life a connection that a network has dropped would look well for ever.
  const client = new pg.Client({
    ...(typeof target === 'string' ? { connectionString: target } : target),
    ...options,
    keepAlive: true,
  });
  // It may break before its user listens, and an error nobody listens to ends the process.
  client.on('error', () => {});
  await client.connect();
  await onConnect(client).catch(async (error) => {
    await client.end().catch(() => {});
    throw error;
  });
  return client;
}

async function clusterId(db: Master['db']): Promise<string> {
  await storeFact(db, 'cluster_id', randomUUID());
  const row = await db
    .selectFrom('cluster_facts')
    .select('value')
    .where('name', '=', 'cluster_id')
    .executeTakeFirstOrThrow();
  return String(row.value);
}
