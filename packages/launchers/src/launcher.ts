import type { EnvironmentSpec, Environments } from './python/environments.ts';

/**
 * What puts tasks on hardware. A launcher knows processes, jobs or pods; it knows no database, no experiment and no
 * queue. Where we place the work (`local`), each rank of an allocation is launched on its machine, with the slots that it
 * was given. An engine that places work by itself (Slurm, Kubernetes) is asked once for all ranks of an allocation, by a
 * number of slots; it tells by `waiting` why they wait and by `running` where they are.
 *
 * Every launcher passes `conformance/launcher-conformance.ts`.
 */
export interface Launcher {
  readonly name: string;
  /** False: `start` is told which slots to use. True: the engine chooses nodes and slots itself. */
  readonly placesWork: boolean;
  /** DET_RESOURCES_TYPE: how the harness finds its peers. Facts: trial runtime 5 and 17. */
  readonly resourcesType: 'docker-container' | 'slurm-job' | 'k8s-job';
  /** Makes the packages of tasks ready where its machines find them; without it, work that asks for some is refused. */
  readonly environments?: Environments;

  /**
   * Starts a task. Resolves when the engine has it; rejects when nothing was started and nothing will be reported:
   * `AlreadyStartedError` for a task that is known, `LauncherNotReadyError`, `InvalidTaskError`.
   */
  start(task: TaskSpec): Promise<void>;

  /** SIGTERM to the task's program, which may end in its own time. Graceful preemption travels over the API instead. */
  terminate(id: string): Promise<void>;

  /** SIGKILL to everything the task started. Resolves when it is gone. Nothing to do for an unknown or ended task. */
  kill(id: string): Promise<void>;

  /**
   * Calls back for all that happens from now on; answers the function that stops it. After `list`, that includes tasks of
   * an earlier launcher object, also those that ended meanwhile. Each exit is told once a launcher object, and by the
   * next object again until `acknowledge`.
   */
  watch(listener: (event: LaunchEvent) => void): () => void;

  /** All tasks that the engine has and whose exit was not acknowledged. Finds those of an earlier launcher object. */
  list(): Promise<LaunchedTask[]>;

  /** The exit is stored: the launcher forgets the task and removes what it left. Nothing to do for an unknown task. */
  acknowledge(id: string): Promise<void>;

  /** The machines as they are now, each with its slots. */
  nodes(): Promise<LauncherNode[]>;

  /** Whether tasks can be started now and, if not, the reason to show beside waiting tasks. */
  readiness(): Readiness;

  /** Stops watching. Tasks go on. */
  close(): Promise<void>;
}

export interface TaskSpec {
  /** Of what is launched, see `launchId`; letters, digits, `.`, `_` and `-` only, since it names files. */
  id: string;
  /** `<task id>.<run>`. */
  allocationId: string;
  /** Which part of the allocation this is; 0 where the engine makes the ranks. */
  rank: number;
  /** The machine to start it on, and its slots; null where the engine chooses. */
  place: { nodeId: string; slotIds: number[] } | null;
  /** What an engine chooses by: slots of the whole allocation, its pool, 1 (first) to 99; null where we have chosen. */
  wants: { slots: number; pool: string; priority: number; singleNode: boolean } | null;
  /**
   * All of the platform's variables (DET_…) and the user's. At least DET_MASTER, DET_SESSION_TOKEN, DET_ALLOCATION_ID and
   * DET_TASK_TYPE, by which the runner prepares the task. The launcher adds PATH, HOME and the like, and keeps its own
   * secrets to itself.
   */
  environment: Record<string, string>;
  /** Below `/run/determined/` (which is the task's own run folder, wherever that is) or relative to the work folder. */
  files: TaskFile[];
  /** The user's code as a gzip'd tar, unpacked into the work folder and into `train/model` of the run folder. */
  context: Uint8Array | null;
  /** Packages that it needs besides; they have been made ready by `environments`. */
  packages?: EnvironmentSpec | undefined;
  /** The program and its arguments. Empty for a trial: the harness then starts what the experiment config names. */
  entrypoint: string[];
  /** A folder on the machine to run in; null for the task's own work folder. */
  workDir: string | null;
  /** A line of the task's output that says its service is up: the runner then posts `/allocations/{id}/ready`. */
  readyWhen: { stream: 'stdout' | 'stderr'; pattern: string } | null;
}

export interface TaskFile {
  path: string;
  content: string | Uint8Array;
  mode: number;
}

export type LaunchEvent =
  /** From engines that place work: it stands in their queue, and why. Again when the reason changes. */
  | { kind: 'waiting'; id: string; reason: string }
  | { kind: 'starting'; id: string }
  /** `places` in the order of their ranks. */
  | { kind: 'running'; id: string; places: TaskPlace[] }
  | { kind: 'exited'; id: string; exit: TaskExit }
  | { kind: 'readiness'; readiness: Readiness };

/** Where a part of the task runs. `address` is how other machines reach it (rendezvous, proxy). */
export interface TaskPlace {
  nodeId: string;
  address: string;
  slotIds: number[];
}

export interface LaunchedTask {
  id: string;
  state: 'waiting' | 'starting' | 'running' | 'exited';
  places: TaskPlace[];
  exit: TaskExit | null;
}

export interface TaskExit {
  /** As a shell shows it: 128 + n for signal n, 137 for SIGKILL, 127 and 126 when the program can't be run. */
  exitCode: number;
  signal: string | null;
  /**
   * `ended`: by itself, or a signal that the launcher did not send. `killed`: by `kill`. `lost`: the engine lost it (it
   * never began, the machine restarted) — not the task's fault, so not counted as one of its restarts.
   */
  cause: 'ended' | 'killed' | 'lost';
  /** Said beside the code when the code alone does not explain it. */
  message: string | null;
  startedAt: string | null;
  endedAt: string;
}

export interface LauncherNode {
  /** The agent's id. */
  id: string;
  address: string;
  pools: string[] | null;
  slots: LauncherSlot[];
}

export interface LauncherSlot {
  id: number;
  type: 'cpu' | 'cuda' | 'rocm';
  brand: string;
  uuid: string;
}

/** What is launched: an allocation's first rank goes by the allocation's id, so that one of a single rank is just that. */
export const launchId = (allocationId: string, rank: number): string =>
  rank === 0 ? allocationId : `${allocationId}-${rank}`;

/** The inverse: an allocation's id ends in its run's number. */
export function launchedPart(id: string): { allocationId: string; rank: number } {
  const [, allocationId, rank] = /^(.*\.\d+)-(\d+)$/.exec(id) ?? [];
  return allocationId === undefined ? { allocationId: id, rank: 0 } : { allocationId, rank: Number(rank) };
}

export type Readiness = { ready: true } | { ready: false; reason: string };

export class AlreadyStartedError extends Error {
  override readonly name = 'AlreadyStartedError';
}
export class InvalidTaskError extends Error {
  override readonly name = 'InvalidTaskError';
}
export class LauncherNotReadyError extends Error {
  override readonly name = 'LauncherNotReadyError';
}
