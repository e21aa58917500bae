import {
  AlreadyStartedError,
  type LaunchEvent,
  type LaunchedTask,
  type Launcher,
  type LauncherNode,
  type LauncherSlot,
  type Readiness,
  type TaskExit,
  type TaskPlace,
  type TaskSpec,
} from '@determined/launchers/launcher.ts';
import { ScriptedEnvironments } from './scripted-environments.ts';

interface Task {
  spec: TaskSpec;
  state: LaunchedTask['state'];
  exit: TaskExit | null;
}

/**
 * Machines that exist on paper: what a task does is told by the test. Keeps its tasks when the master stops, as real
 * machines do.
 */
export class ScriptedLauncher implements Launcher {
  readonly name = 'scripted';
  readonly placesWork = false;
  readonly resourcesType = 'docker-container';
  readonly environments = new ScriptedEnvironments();
  private readonly tasks = new Map<string, Task>();
  private readonly listeners = new Set<(event: LaunchEvent) => void>();
  private readonly machines: LauncherNode[];
  private ready: Readiness = { ready: true };

  /** One machine a number, with that many slots; `node-1`, `node-2`… on this host unless `named` says otherwise. */
  constructor(
    slots: number[] = [4],
    type: LauncherSlot['type'] = 'cpu',
    named: { id: string; address: string }[] = [],
  ) {
    this.machines = slots.map((count, i) => ({
      id: named[i]?.id ?? `node-${i + 1}`,
      address: named[i]?.address ?? '127.0.0.1',
      pools: null,
      slots: Array.from({ length: count }, (_unused, id) => ({ id, type, brand: 'paper', uuid: `${i}-${id}` })),
    }));
  }

  async start(spec: TaskSpec): Promise<void> {
    if (this.tasks.has(spec.id)) throw new AlreadyStartedError(`task ${spec.id} was started before`);
    const task: Task = { spec, state: 'running', exit: null };
    this.tasks.set(spec.id, task);
    this.started.push(spec.id);
    this.tell({ kind: 'starting', id: spec.id });
    this.tell({ kind: 'running', id: spec.id, places: this.placesOf(task) });
  }

  async terminate(id: string): Promise<void> {
    this.end(id, { exitCode: 143, cause: 'ended' });
  }

  async kill(id: string): Promise<void> {
    this.end(id, { exitCode: 137, cause: 'killed' });
  }

  watch(listener: (event: LaunchEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async list(): Promise<LaunchedTask[]> {
    return [...this.tasks].map(([id, task]) => ({
      id,
      state: task.state,
      places: this.placesOf(task),
      exit: task.exit,
    }));
  }

  async acknowledge(id: string): Promise<void> {
    this.tasks.delete(id);
  }

  async nodes(): Promise<LauncherNode[]> {
    return this.machines;
  }

  readiness(): Readiness {
    return this.ready;
  }

  async close(): Promise<void> {
    this.listeners.clear();
  }

  private placesOf({ spec }: Task): TaskPlace[] {
    const node = this.machines.find(({ id }) => id === spec.place?.nodeId);
    return node ? [{ nodeId: node.id, address: node.address, slotIds: spec.place?.slotIds ?? [] }] : [];
  }

  // What follows is for the test.

  /** Everything that was ever started here, in its order. */
  readonly started: string[] = [];

  setReadiness(readiness: Readiness): void {
    this.ready = readiness;
    this.tell({ kind: 'readiness', readiness });
  }

  /** Tasks that run, oldest first. */
  running(): TaskSpec[] {
    return [...this.tasks.values()].filter(({ exit }) => exit === null).map(({ spec }) => spec);
  }

  /** The program of a task ends; nothing happens for one that has ended. */
  end(id: string, exit: { exitCode: number; cause?: TaskExit['cause']; message?: string }): void {
    const task = this.tasks.get(id);
    if (!task || task.exit) return;
    task.state = 'exited';
    task.exit = {
      exitCode: exit.exitCode,
      signal: null,
      cause: exit.cause ?? 'ended',
      message: exit.message ?? null,
      startedAt: null,
      endedAt: new Date().toISOString(),
    };
    this.tell({ kind: 'exited', id, exit: task.exit });
  }

  /** The machine forgets a task, as after a power cut. */
  forget(id: string): void {
    this.tasks.delete(id);
  }

  private tell(event: LaunchEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}
