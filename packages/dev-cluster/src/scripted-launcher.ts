import type {
  LaunchEvent,
  LaunchedTask,
  Launcher,
  LauncherNode,
  LauncherSlot,
  Readiness,
  TaskExit,
  TaskSpec,
} from '@determined/launchers/launcher.ts';

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
  private readonly tasks = new Map<string, Task>();
  private readonly listeners = new Set<(event: LaunchEvent) => void>();
  private readonly machines: LauncherNode[];
  private ready: Readiness = { ready: true };

  /** One machine a number, with that many slots. */
  constructor(slots: number[] = [4], type: LauncherSlot['type'] = 'cpu') {
    this.machines = slots.map((count, i) => ({
      id: `node-${i + 1}`,
      address: '127.0.0.1',
      pools: null,
      slots: Array.from({ length: count }, (_unused, id) => ({ id, type, brand: 'paper', uuid: `${i}-${id}` })),
    }));
  }

  async start(spec: TaskSpec): Promise<void> {
    this.tasks.set(spec.allocationId, { spec, state: 'running', exit: null });
    this.tell({ kind: 'starting', allocationId: spec.allocationId });
    this.tell({ kind: 'running', allocationId: spec.allocationId, places: [] });
  }

  async terminate(allocationId: string): Promise<void> {
    this.end(allocationId, { exitCode: 143, cause: 'ended' });
  }

  async kill(allocationId: string): Promise<void> {
    this.end(allocationId, { exitCode: 137, cause: 'killed' });
  }

  watch(listener: (event: LaunchEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async list(): Promise<LaunchedTask[]> {
    return [...this.tasks.values()].map(({ spec, state, exit }) => ({
      allocationId: spec.allocationId,
      state,
      places: [],
      exit,
    }));
  }

  async acknowledge(allocationId: string): Promise<void> {
    this.tasks.delete(allocationId);
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

  // What follows is for the test.

  setReadiness(readiness: Readiness): void {
    this.ready = readiness;
    this.tell({ kind: 'readiness', readiness });
  }

  /** Tasks that run, oldest first. */
  running(): TaskSpec[] {
    return [...this.tasks.values()].filter(({ exit }) => exit === null).map(({ spec }) => spec);
  }

  /** The program of a task ends; nothing happens for one that has ended. */
  end(allocationId: string, exit: { exitCode: number; cause?: TaskExit['cause']; message?: string }): void {
    const task = this.tasks.get(allocationId);
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
    this.tell({ kind: 'exited', allocationId, exit: task.exit });
  }

  /** The machine forgets a task, as after a power cut. */
  forget(allocationId: string): void {
    this.tasks.delete(allocationId);
  }

  private tell(event: LaunchEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}
