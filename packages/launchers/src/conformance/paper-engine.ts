import {
  AlreadyStartedError,
  type LaunchEvent,
  type LaunchedTask,
  type Launcher,
  type LauncherNode,
  launchedPart,
  launchId,
  type TaskExit,
  type TaskPlace,
  type TaskSpec,
} from '#launcher.ts';

interface Job {
  spec: TaskSpec;
  state: LaunchedTask['state'];
  reason: string;
  places: TaskPlace[];
  /** Ranks that have ended, by their launch ids. */
  exits: Map<string, TaskExit>;
  exit: TaskExit | null;
}

/**
 * An engine on paper that queues and places work by itself, as Slurm and Kubernetes do, over launchers that stand for its
 * nodes. It lives on when a master's launcher, which only speaks to it, is closed.
 */
export class PaperEngine {
  private readonly launchers: readonly Launcher[];
  private readonly jobs = new Map<string, Job>();
  private readonly listeners = new Set<(event: LaunchEvent) => void>();
  private turn: Promise<void> = Promise.resolve();

  constructor(launchers: readonly Launcher[]) {
    this.launchers = launchers;
    for (const launcher of launchers) launcher.watch((event) => void this.onNodeEvent(launcher, event));
  }

  /** What a master reaches the engine by. */
  connect(): Launcher {
    const listening = new Set<(event: LaunchEvent) => void>();
    const told = new Set<string>();
    const tell = (event: LaunchEvent) => {
      if (event.kind === 'exited' && told.has(event.id)) return;
      if (event.kind === 'exited') told.add(event.id);
      for (const listener of listening) listener(event);
    };
    this.listeners.add(tell);
    return {
      name: 'paper',
      placesWork: true,
      // Its ranks find each other by all-gather, as on Slurm: they are not known when the job is given to it.
      resourcesType: 'slurm-job',
      start: (spec) => this.submit(spec),
      terminate: (id) => this.onRanks(id, (launcher, rank) => launcher.terminate(rank)),
      kill: (id) => this.kill(id),
      watch: (listener) => {
        listening.add(listener);
        return () => listening.delete(listener);
      },
      list: async () => {
        const all = [...this.jobs].map(([id, { state, places, exit }]) => ({ id, state, places, exit }));
        for (const { id, exit } of all) if (exit) tell({ kind: 'exited', id, exit });
        return all;
      },
      acknowledge: async (id) => {
        if (this.jobs.get(id)?.exit) this.jobs.delete(id);
      },
      nodes: () => this.nodes(),
      readiness: () => ({ ready: true }),
      close: async () => void this.listeners.delete(tell),
    };
  }

  private async nodes(): Promise<LauncherNode[]> {
    return (await Promise.all(this.launchers.map((launcher) => launcher.nodes()))).flat();
  }

  private async submit(spec: TaskSpec): Promise<void> {
    if (this.jobs.has(spec.id)) throw new AlreadyStartedError(`task ${spec.id} was started before`);
    this.jobs.set(spec.id, { spec, state: 'waiting', reason: '', places: [], exits: new Map(), exit: null });
    await this.startWhatFits();
  }

  /** First come, first served: a job takes free slots node by node, or waits and says why. */
  private startWhatFits(): Promise<void> {
    // One after the other: the same slots are not given twice.
    this.turn = this.turn.catch(() => {}).then(() => this.look());
    return this.turn;
  }

  private async look(): Promise<void> {
    for (const [id, job] of this.jobs) {
      if (job.state !== 'waiting') continue;
      const places = await this.free(job.spec.wants?.slots ?? 0);
      if (job.exit) continue;
      if (places.length > 0) await this.begin(id, job, places);
      else if (job.reason === '') {
        job.reason = 'Resources';
        this.tell({ kind: 'waiting', id, reason: job.reason });
      }
    }
  }

  private async free(slots: number): Promise<TaskPlace[]> {
    const taken = [...this.jobs.values()].filter(({ exit }) => exit === null).flatMap(({ places }) => places);
    const found: TaskPlace[] = [];
    let missing = slots;
    for (const { id, address, slots: all } of await this.nodes()) {
      const used = taken.filter(({ nodeId }) => nodeId === id).flatMap(({ slotIds }) => slotIds);
      const slotIds = all.map((slot) => slot.id).filter((slot) => !used.includes(slot));
      const take = slotIds.slice(0, missing);
      if (take.length > 0 || (slots === 0 && found.length === 0)) found.push({ nodeId: id, address, slotIds: take });
      missing -= take.length;
    }
    return missing === 0 ? found : [];
  }

  private async begin(id: string, job: Job, places: TaskPlace[]): Promise<void> {
    job.places = places;
    job.state = 'starting';
    this.tell({ kind: 'starting', id });
    for (const [rank, { nodeId, slotIds }] of places.entries()) {
      if (job.exit) return;
      const environment = { ...job.spec.environment, DET_AGENT_ID: nodeId, DET_SLOT_IDS: JSON.stringify(slotIds) };
      const place = { nodeId, slotIds };
      const spec = { ...job.spec, id: launchId(id, rank), rank, place, wants: null, environment };
      await (await this.launcherOf(nodeId)).start(spec);
    }
    if (job.exit !== null) return;
    job.state = 'running';
    this.tell({ kind: 'running', id, places });
  }

  private async kill(id: string): Promise<void> {
    const job = this.jobs.get(id);
    if (!job || job.exit) return;
    if (job.state === 'waiting') {
      const endedAt = new Date().toISOString();
      const exit = { exitCode: 137, signal: 'SIGKILL', message: 'killed before it began', startedAt: null, endedAt };
      this.end(id, job, { ...exit, cause: 'killed' });
    } else await this.onRanks(id, (launcher, rank) => launcher.kill(rank));
  }

  private async onRanks(id: string, act: (launcher: Launcher, rankId: string) => Promise<void>): Promise<void> {
    const places = this.jobs.get(id)?.places ?? [];
    const acts = places.map(async ({ nodeId }, rank) => act(await this.launcherOf(nodeId), launchId(id, rank)));
    await Promise.all(acts);
  }

  private async onNodeEvent(launcher: Launcher, event: LaunchEvent): Promise<void> {
    if (event.kind !== 'exited') return;
    const id = launchedPart(event.id).allocationId;
    const job = this.jobs.get(id);
    job?.exits.set(event.id, event.exit);
    await launcher.acknowledge(event.id);
    if (!job || job.exit) return;
    // A rank that fails takes the others with it; the first failure is the job's.
    const failed = [...job.exits.values()].find(({ exitCode }) => exitCode !== 0);
    if (job.exits.size === job.places.length) this.end(id, job, failed ?? event.exit);
    else if (failed) await this.onRanks(id, (node, rank) => node.kill(rank));
  }

  private end(id: string, job: Job, exit: TaskExit): void {
    job.exit = exit;
    job.state = 'exited';
    this.tell({ kind: 'exited', id, exit });
    void this.startWhatFits();
  }

  private async launcherOf(nodeId: string): Promise<Launcher> {
    for (const launcher of this.launchers) {
      if ((await launcher.nodes()).some(({ id }) => id === nodeId)) return launcher;
    }
    throw new Error(`no node ${nodeId}`);
  }

  private tell(event: LaunchEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}
