import { textOfError } from '@determined/contract/errors.ts';
import {
  AlreadyStartedError,
  type LaunchEvent,
  type LaunchedTask,
  type Launcher,
  LauncherNotReadyError,
  launchedPart,
  launchId,
  type TaskPlace,
  type TaskSpec,
} from '@determined/launchers/launcher.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { openRequests } from '../../../cluster/job-queue/shared/queue-view.ts';
import { placesChanged, queueChanged } from '../allocation-events.ts';
import { lockAllocation } from '../shared/allocation-store.ts';
import { type PlaceKey, readPlaces } from '../shared/place-store.ts';
import { tellEnginesReason } from '../tell-waiting-reasons.ts';
import { advancePlace } from './advance-place.ts';
import { endPlace, type PlaceExit } from './end-place.ts';
import { type Reach, type ReachedPlace, reachedPlaces } from './reached-places.ts';
import { startPlace } from './start-place.ts';

/** A kill that had no effect is sent again after this. Facts: trial runtime 11.2. */
const killAgainMs = 30_000;

/**
 * Carries out at one launcher what the rows say: starts what was given to its machines, kills what is to be killed, ends
 * what has ended elsewhere, and writes down what the launcher tells. All it knows is in the rows and at the launcher, so
 * it goes on from there after any break; what runs meanwhile is left alone.
 */
export class PlaceDriver {
  private readonly master: Master;
  private readonly reach: Reach;
  private readonly launcher: Launcher;
  private readonly killedAt = new Map<string, number>();
  private readonly starting = new Set<string>();
  /** Rows and launcher are to be compared: at the start, and where nobody knows what the database still took. */
  private unsure = true;
  private wanted = false;
  private working: Promise<void> | undefined;
  private stopped = false;
  private unwatch: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(master: Master, reach: Reach) {
    this.master = master;
    this.reach = reach;
    this.launcher = reach.manager.launcher;
  }

  start(): void {
    this.unwatch = [
      this.launcher.watch((event) => void this.onLaunchEvent(event)),
      this.master.bus.subscribe(placesChanged, () => this.wake()),
      this.master.bus.subscribe(queueChanged, () => this.wake()),
    ];
    // Whoever decided may be another master, and its notice may be lost.
    this.timer = setInterval(() => this.wake(), 1000);
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    for (const end of this.unwatch) end();
    await this.working;
  }

  /** Looks at the rows soon; calls that come while it looks are answered by one more look. */
  private wake(): void {
    if (this.stopped) return;
    this.wanted = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    try {
      while (this.wanted && !this.stopped) {
        this.wanted = false;
        if (this.unsure) await this.adopt();
        this.unsure = false;
        const places = await reachedPlaces(this.master.db, this.reach);
        await this.startNew(places.filter(({ state }) => state === 'ASSIGNED'));
        await this.killUnwanted(places);
      }
    } catch (error) {
      this.unsure = true;
      this.master.log.error({ err: error }, 'what was given to this machine could not be worked on; it is tried again');
    } finally {
      this.working = undefined;
    }
  }

  /** Tells apart what runs, what ended meanwhile, what nobody knows any more, and what belongs to nobody. */
  private async adopt(): Promise<void> {
    // Before the rows: what is not in them then, was in them before and has ended.
    const known = new Map((await this.launcher.list()).map((task) => [task.id, task]));
    for (const place of await reachedPlaces(this.master.db, this.reach)) {
      const task = known.get(idOf(place));
      known.delete(idOf(place));
      if (task) await this.store(place, task);
      else if (place.state !== 'ASSIGNED')
        await this.end(place, {
          cause: 'lost',
          exitCode: 137,
          message: 'the task was not found again after a restart',
        });
    }
    for (const task of known.values()) {
      if (!task.exit) await this.launcher.kill(task.id);
      await this.launcher.acknowledge(task.id);
    }
  }

  private async store(place: PlaceKey, task: LaunchedTask): Promise<void> {
    if (task.exit) {
      await this.end(place, task.exit);
      await this.launcher.acknowledge(task.id);
    } else if (task.state !== 'waiting') {
      const to = task.state === 'running' ? 'RUNNING' : 'STARTING';
      await this.reach.transaction((tx) => this.advance(tx, place, to, task.places));
    }
  }

  /** All have come to an end, also if one fails: what is started is not taken for lost meanwhile. */
  private async startNew(places: readonly ReachedPlace[]): Promise<void> {
    const fresh = places.filter((place) => !place.unwanted && !this.starting.has(idOf(place)));
    if (fresh.length === 0 || !this.launcher.readiness().ready) return;
    // It may have been launched just before its master was killed.
    const known = new Map((await this.launcher.list()).map((task) => [task.id, task]));
    const wants = await this.wants(fresh);
    const done = await Promise.allSettled(
      fresh.map((place) => {
        const task = known.get(idOf(place));
        return task ? this.store(place, task) : this.startOne(place, wants.get(place.allocation_id) ?? null);
      }),
    );
    const failed = done.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** What an engine chooses by. */
  private async wants(places: readonly ReachedPlace[]): Promise<Map<string, TaskSpec['wants']>> {
    if (!this.launcher.placesWork) return new Map();
    const ids = new Set(places.map(({ allocation_id }) => allocation_id));
    const requests = (await openRequests(this.master)).filter(({ row }) => ids.has(row.id));
    return new Map(
      requests.map(({ row, request: { slots, singleAgent, job } }) => [
        row.id,
        { slots, pool: row.resource_pool, priority: job.priority, singleNode: singleAgent },
      ]),
    );
  }

  private async startOne(place: ReachedPlace, wants: TaskSpec['wants']): Promise<void> {
    const id = idOf(place);
    this.starting.add(id);
    try {
      const node = (await this.launcher.nodes()).find((one) => one.id === place.agent_id);
      const device = node?.slots.find((slot) => slot.id === place.slot_ids[0])?.type ?? 'cpu';
      const { resourcesType } = this.launcher;
      const spec = await this.reach.transaction((tx) =>
        startPlace(this.master, tx, place, { device, resourcesType, wants }),
      );
      if (spec) await this.launch(place, spec);
    } finally {
      this.starting.delete(id);
    }
  }

  private async launch(place: PlaceKey, spec: TaskSpec): Promise<void> {
    try {
      await this.launcher.start(spec);
    } catch (error) {
      if (error instanceof AlreadyStartedError) {
        this.unsure = true;
        return;
      }
      const message = textOfError(error);
      this.master.log.error({ err: error, task: spec.id }, 'a task could not be started');
      const cause = error instanceof LauncherNotReadyError ? 'lost' : 'refused';
      await this.end(place, { cause, exitCode: 137, message });
    }
  }

  /** What is asked to be killed, alone or with its allocation. */
  private async killUnwanted(places: readonly ReachedPlace[]): Promise<void> {
    const now = this.master.clock.now().getTime();
    for (const place of places.filter(({ unwanted }) => unwanted)) {
      const id = idOf(place);
      if ((this.killedAt.get(id) ?? 0) > now - killAgainMs || this.starting.has(id)) continue;
      this.killedAt.set(id, now);
      if (place.state === 'ASSIGNED' && !(await this.launcher.list()).some((task) => task.id === id)) {
        await this.end(place, { cause: 'killed', exitCode: 137, message: 'killed before it began' });
        continue;
      }
      // It resolves when everything of the task is gone, which the rest need not wait for: the exit is told.
      this.launcher.kill(id).catch((error) => this.master.log.warn({ err: error }, 'a task could not be killed'));
    }
  }

  private async onLaunchEvent(event: LaunchEvent): Promise<void> {
    if (event.kind === 'readiness') return this.wake();
    try {
      const place = placeOf(event.id);
      if (event.kind === 'exited') {
        await this.end(place, event.exit);
        await this.launcher.acknowledge(event.id);
        this.killedAt.delete(event.id);
      } else if (event.kind === 'waiting') {
        await this.reach.transaction(async (tx) => {
          const row = await lockAllocation(tx, place.allocation_id);
          if (row?.state === 'ASSIGNED') await tellEnginesReason(tx, row, event.reason);
        });
      } else {
        const to = event.kind === 'running' ? 'RUNNING' : 'STARTING';
        const places = event.kind === 'running' ? event.places : [];
        await this.reach.transaction((tx) => this.advance(tx, place, to, places));
      }
    } catch (error) {
      // An exit that could not be stored is told again by the next start of the master.
      this.master.log.error({ err: error, event: event.kind }, 'what a task did could not be stored');
      if (event.kind === 'exited' && !this.stopped) setTimeout(() => void this.onLaunchEvent(event), 1000).unref();
    }
  }

  private advance(tx: Tx, place: PlaceKey, to: 'STARTING' | 'RUNNING', places: readonly TaskPlace[]): Promise<void> {
    // Only the harness on Slurm says itself when its parts run. Facts: trial runtime 17.
    const allRun = this.launcher.resourcesType === 'slurm-job' ? 'PULLING' : 'RUNNING';
    return advancePlace(this.master, tx, place, { to, places, allRun, manager: this.reach.manager.name });
  }

  private async end(place: PlaceKey, exit: PlaceExit): Promise<void> {
    await this.reach.transaction(async (tx) => {
      await endPlace(this.master, tx, place, exit);
      if (!this.launcher.placesWork) return;
      // What an engine launched is all ranks at once. The allocation is locked by now: none is added any more.
      for (const part of await readPlaces(tx, place.allocation_id)) await endPlace(this.master, tx, part, exit);
    });
  }
}

const idOf = (place: PlaceKey): string => launchId(place.allocation_id, place.rank);

function placeOf(id: string): PlaceKey {
  const { allocationId, rank } = launchedPart(id);
  return { allocation_id: allocationId, rank };
}
