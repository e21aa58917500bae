import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  AlreadyStartedError,
  InvalidTaskError,
  type LaunchEvent,
  type LaunchedTask,
  type Launcher,
  type LauncherNode,
  LauncherNotReadyError,
  type LauncherSlot,
  type Readiness,
  type TaskExit,
  type TaskPlace,
  type TaskSpec,
} from '#launcher.ts';
import { type EnvironmentBounds, EnvironmentMaker } from '#python/environment-maker.ts';
import { readinessOf, type TaskPython } from '#python/task-python.ts';
import { AllocationFolder, allocationFolders } from './allocation-folder.ts';
import { baseEnvironment } from './base-environment.ts';
import { deviceEnvironment } from './detect-slots.ts';
import { portVariables } from './port-variables.ts';
import { bootId, killTaskProcesses, processIdentity, signalProcess, taskProcesses } from './processes.ts';

export interface LocalLauncherOptions {
  /** Tasks live in `<dataDir>/allocations`. Absolute. */
  dataDir: string;
  python: TaskPython;
  /** Of the environments that are made for tasks which ask for packages; none are made without. */
  environments?: EnvironmentBounds;
  slots: LauncherSlot[];
  /** This machine's agent id; its host name by default. */
  nodeId?: string;
  /** How tasks on other machines would reach this one. */
  address?: string;
  runnerDir?: string;
}

interface Entry {
  folder: AllocationFolder;
  places: TaskPlace[];
  leader: { pid: number; identity: string | null } | null;
  exit: TaskExit | null;
  /** Settled when the process exists or will not exist. */
  begun: Promise<void>;
  killAsked: boolean;
  checking: Promise<void> | null;
}

const REQUIRED_VARIABLES = ['DET_MASTER', 'DET_SESSION_TOKEN', 'DET_ALLOCATION_ID', 'DET_TASK_TYPE'];
const LOOK_MS = 300;
/** A killed task's runner may send the last log lines for so long. */
const RUNNER_GRACE_MS = 10_000;
/** So long a restarted launcher sends log lines that stayed behind, before it tells the exit. */
const SHIP_SECONDS = 10;
/** So little room on the disk of its folders a task could use up before it has begun. */
const LEAST_ROOM = 32 * 1024 * 1024;
const noRoom = 'The machine’s disk is full: tasks are started again when there is room where the data folder lies.';

const run = promisify(execFile);

/** Runs tasks as processes of this machine: session leaders with a folder each, which outlive the master. */
export class LocalLauncher implements Launcher {
  readonly name = 'local';
  readonly placesWork = false;
  readonly resourcesType = 'docker-container';
  readonly environments?: EnvironmentMaker;
  readonly #dataDir: string;
  readonly #root: string;
  readonly #node: LauncherNode;
  readonly #python: TaskPython;
  readonly #runnerDir: string;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(event: LaunchEvent) => void>();
  readonly #timer: NodeJS.Timeout;
  readonly #stopPython: () => void;
  #hasRoom = true;
  #closed = false;

  constructor(options: LocalLauncherOptions) {
    this.#dataDir = options.dataDir;
    this.#root = join(options.dataDir, 'allocations');
    this.#python = options.python;
    this.#runnerDir = options.runnerDir ?? fileURLToPath(new URL('../../../../runner', import.meta.url));
    this.#node = {
      id: options.nodeId ?? hostname(),
      address: options.address ?? '127.0.0.1',
      pools: null,
      slots: options.slots,
    };
    const { dataDir, python, environments: bounds } = options;
    if (bounds) {
      const inUse = (interpreter: string) => this.#runsOn(interpreter);
      this.environments = new EnvironmentMaker({ dataDir, python, bounds, inUse, runnerDir: this.#runnerDir });
    }
    this.#timer = setInterval(() => {
      this.#lookAtAll();
      void this.#lookForRoom();
    }, LOOK_MS);
    this.#timer.unref();
    this.#stopPython = options.python.onChange(() => this.#emit({ kind: 'readiness', readiness: this.readiness() }));
  }

  readiness(): Readiness {
    const python = readinessOf(this.#python.state);
    return python.ready && !this.#hasRoom ? { ready: false, reason: noRoom } : python;
  }

  async nodes(): Promise<LauncherNode[]> {
    return [this.#node];
  }

  watch(listener: (event: LaunchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(task: TaskSpec): Promise<void> {
    const { id } = task;
    const python = this.#python.state;
    if (python.state !== 'ready') {
      const readiness = this.readiness();
      throw new LauncherNotReadyError(readiness.ready ? 'not ready' : readiness.reason);
    }
    const slots = this.#slotsOf(task);
    for (const name of REQUIRED_VARIABLES) {
      if (!task.environment[name]) throw new InvalidTaskError(`the task's environment has no ${name}`);
    }
    const folder = new AllocationFolder(this.#root, id);
    if (this.#entries.has(id)) throw new AlreadyStartedError(`task ${id} was started before`);
    const places = [{ nodeId: this.#node.id, address: this.#node.address, slotIds: slots.map((slot) => slot.id) }];
    const begun = Promise.withResolvers<void>();
    const entry: Entry = {
      folder,
      places,
      leader: null,
      exit: null,
      begun: begun.promise,
      killAsked: false,
      checking: null,
    };
    this.#entries.set(id, entry);
    try {
      await this.#lookForRoom();
      if (!this.#hasRoom) throw new LauncherNotReadyError(noRoom);
      const nodeHasCuda = this.#node.slots.some((slot) => slot.type === 'cuda');
      const environment = { ...portVariables(slots), ...task.environment, ...deviceEnvironment(slots, nodeHasCuda) };
      const interpreter = await this.#interpreterOf(task, python.interpreter);
      await folder.create(task, { environment, places, interpreter });
      this.#emit({ kind: 'starting', id });
      if (entry.killAsked) {
        await folder.markKilled();
      } else {
        await this.#spawn(entry, interpreter, python.interpreter);
        this.#emit({ kind: 'running', id, places });
      }
    } catch (error) {
      this.#entries.delete(id);
      if (!(error instanceof AlreadyStartedError)) await folder.remove();
      throw error;
    } finally {
      begun.resolve();
    }
    if (entry.leader === null) await this.#look(entry);
  }

  async terminate(id: string): Promise<void> {
    const entry = await this.#find(id);
    if (entry === null) return;
    await entry.begun;
    const leader = await liveLeader(entry);
    if (leader !== null) signalProcess(leader, 'SIGTERM');
  }

  async kill(id: string): Promise<void> {
    const entry = await this.#find(id);
    if (entry === null) return;
    entry.killAsked = true;
    await entry.begun;
    if (entry.exit !== null || !this.#entries.has(id)) return;
    await entry.folder.markKilled();
    const sparedUntil = performance.now() + RUNNER_GRACE_MS;
    while (entry.exit === null && !this.#closed) {
      const leader = await liveLeader(entry);
      const spare = performance.now() < sparedUntil ? leader : null;
      await killTaskProcesses({ leader, runDir: entry.folder.runDir }, spare, 2000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await this.#look(entry);
    }
  }

  async list(): Promise<LaunchedTask[]> {
    for (const folder of await allocationFolders(this.#root)) {
      if ((await this.#find(folder.id)) === null) await folder.remove();
    }
    this.#lookAtAll();
    return [...this.#entries].map(([id, { leader, places, exit }]) => ({
      id,
      state: exit !== null ? 'exited' : leader === null ? 'starting' : 'running',
      places,
      exit,
    }));
  }

  async acknowledge(id: string): Promise<void> {
    const entry = await this.#find(id);
    if (entry === null || entry.exit === null) return;
    await entry.folder.remove();
    this.#entries.delete(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#stopPython();
    this.#listeners.clear();
    await Promise.all([...this.#entries.values()].flatMap((entry) => [entry.begun, entry.checking]));
  }

  /** What cannot be looked at says so where it is used. */
  async #lookForRoom(): Promise<void> {
    const seen = await statfs(this.#dataDir).catch(() => undefined);
    const hasRoom = seen === undefined || seen.bavail * seen.bsize >= LEAST_ROOM;
    if (hasRoom === this.#hasRoom) return;
    this.#hasRoom = hasRoom;
    this.#emit({ kind: 'readiness', readiness: this.readiness() });
  }

  async #interpreterOf({ packages }: TaskSpec, usual: string): Promise<string> {
    if (!packages) return usual;
    const made = await this.environments?.interpreter(packages);
    if (!made) throw new LauncherNotReadyError('its Python environment is not there any more');
    return made;
  }

  async #runsOn(interpreter: string): Promise<boolean> {
    for (const { folder, exit } of this.#entries.values())
      if (exit === null && (await folder.spec())?.interpreter === interpreter) return true;
    return false;
  }

  #slotsOf({ place }: TaskSpec): LauncherSlot[] {
    const ids = place?.nodeId === this.#node.id ? place.slotIds : null;
    const known = this.#node.slots.filter(({ id }) => ids?.includes(id));
    if (ids === null || known.length !== ids.length) {
      throw new InvalidTaskError(`the place ${JSON.stringify(place)} doesn't fit node ${this.#node.id}`);
    }
    return known;
  }

  async #spawn(entry: Entry, interpreter: string, usual: string): Promise<void> {
    const log = await open(join(entry.folder.path, 'runner.log'), 'a', 0o600);
    try {
      const child = spawn(interpreter, ['-E', '-s', '-B', this.#runnerDir, 'run', entry.folder.path], {
        // A session of its own: signals to the master's group and the end of the master don't reach it.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        cwd: entry.folder.path,
        // The marker by which a runner that has written nothing yet is found after a restart.
        env: { ...withPrograms(baseEnvironment(process.env), interpreter, usual), DET_RUN_DIR: entry.folder.runDir },
      });
      await once(child, 'spawn');
      // `spawn` was told, so there is a pid.
      const pid = child.pid as number;
      entry.leader = { pid, identity: await processIdentity(pid) };
      child.once('exit', () => void this.#look(entry));
      child.unref();
    } finally {
      await log.close();
    }
  }

  /** The task by this id, also one that an earlier launcher object started. */
  async #find(id: string): Promise<Entry | null> {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const folder = new AllocationFolder(this.#root, id);
    const spec = await folder.spec();
    const leader = await folder.process();
    const killAsked = await folder.isKilled();
    const meanwhile = this.#entries.get(id);
    if (meanwhile !== undefined || spec === null) return meanwhile ?? null;
    const { places } = spec;
    const entry: Entry = { folder, places, leader, exit: null, begun: Promise.resolve(), killAsked, checking: null };
    this.#entries.set(id, entry);
    return entry;
  }

  #lookAtAll(): void {
    for (const entry of this.#entries.values()) void this.#look(entry);
  }

  /** Sees whether a task has ended; one look at a time. */
  #look(entry: Entry): Promise<void> {
    if (this.#closed || entry.exit !== null) return Promise.resolve();
    entry.checking ??= this.#seeEnd(entry)
      .catch((error: unknown) => {
        // The folder can't be read just now (disk, permissions): the next look tries again.
        process.emitWarning(`task ${entry.folder.id}: ${String(error)}`);
      })
      .finally(() => {
        entry.checking = null;
      });
    return entry.checking;
  }

  async #seeEnd(entry: Entry): Promise<void> {
    await entry.begun;
    const { folder } = entry;
    entry.leader ??= await folder.process();
    if ((await liveLeader(entry)) !== null) return;
    const runner = entry.leader;
    // Between its start and its first file a runner is known by its marker only.
    if (runner === null && (await taskProcesses({ leader: null, runDir: folder.runDir })).length > 0) return;
    if (this.#entries.get(folder.id) !== entry) return;
    await killTaskProcesses({ leader: await sessionOf(runner), runDir: folder.runDir }, null, 5000);
    const ended = await folder.exit();
    if (ended?.flushed !== true && (await folder.process()) !== null) await this.#ship(folder);
    if (this.#closed) return;
    entry.exit = await this.#exitOf(entry, ended);
    this.#emit({ kind: 'exited', id: folder.id, exit: entry.exit });
  }

  async #exitOf(entry: Entry, ended: Awaited<ReturnType<AllocationFolder['exit']>>): Promise<TaskExit> {
    const killed = await entry.folder.isKilled();
    if (ended !== null) {
      const { exitCode, signal, startedAt, endedAt } = ended;
      if (ended.lost) return { exitCode, signal, cause: 'lost', message: ended.lost, startedAt, endedAt };
      const cause = killed && signal === 'SIGKILL' ? 'killed' : 'ended';
      return { exitCode, signal, cause, message: null, startedAt, endedAt };
    }
    const silent = { exitCode: 137, signal: 'SIGKILL', startedAt: null, endedAt: new Date().toISOString() };
    const began = await entry.folder.process();
    if (killed) return { ...silent, cause: 'killed', message: began === null ? 'killed before it began' : null };
    const said = await entry.folder.runnerLogEnd();
    if (began === null) return { ...silent, cause: 'lost', message: `the task never began${said && `: ${said}`}` };
    if (began.identity !== null && !began.identity.startsWith(`${await bootId()}/`) && (await bootId()) !== '') {
      return { ...silent, cause: 'lost', message: 'the machine or its container was restarted' };
    }
    return { ...silent, cause: 'ended', message: `the task's runner ended without a result${said && `: ${said}`}` };
  }

  /** Log lines that a dead runner left behind. Failing is no reason to hold the exit back. */
  async #ship(folder: AllocationFolder): Promise<void> {
    const interpreter = (await folder.spec())?.interpreter;
    if (interpreter === undefined) return;
    const args = ['-E', '-s', '-B', this.#runnerDir, 'ship', folder.path, String(SHIP_SECONDS)];
    await run(interpreter, args, { timeout: (SHIP_SECONDS + 5) * 1000, env: baseEnvironment(process.env) }).catch(
      () => undefined,
    );
  }

  #emit(event: LaunchEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** The programs of the product's own environment stand behind those of one that was made over it. */
function withPrograms(environment: Record<string, string>, interpreter: string, usual: string): Record<string, string> {
  if (interpreter === usual) return environment;
  return { ...environment, PATH: [dirname(usual), environment.PATH].filter(Boolean).join(delimiter) };
}

/** The runner's pid while it lives; a later process by the same number is not it. */
async function liveLeader(entry: Entry): Promise<number | null> {
  if (entry.leader === null || entry.leader.identity === null) return null;
  return (await processIdentity(entry.leader.pid)) === entry.leader.identity ? entry.leader.pid : null;
}

/**
 * The number of a dead runner's session, as long as it can still be its session: a number is not given to a new process
 * while a session or group of that number has members.
 */
async function sessionOf(runner: Entry['leader']): Promise<number | null> {
  if (runner === null) return null;
  const now = await processIdentity(runner.pid);
  return now === null || now === runner.identity ? runner.pid : null;
}
