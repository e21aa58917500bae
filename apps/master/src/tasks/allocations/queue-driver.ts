import { textOfError } from '@determined/contract/errors.ts';
import {
  type LaunchEvent,
  type Launcher,
  LauncherNotReadyError,
  type TaskExit,
} from '@determined/launchers/launcher.ts';
import { schedule } from '@determined/scheduler/schedule.ts';
import type { Start } from '@determined/scheduler/scheduling-types.ts';
import { explainWaiting } from '@determined/scheduler/waiting-reason.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { openRequests, poolAgents, schedulerSettings } from '../../cluster/job-queue/shared/queue-view.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { type AllocationRow, isLaunched, isOpen } from '../shared/allocation-row.ts';
import { taskName } from '../shared/task-kind.ts';
import { allocationChanged, queueChanged } from './allocation-events.ts';
import { assignAllocation } from './assign-allocation.ts';
import { endAllocation, lockToEnd } from './end-allocation.ts';
import { type ExitMeaning, exitMeaning } from './exit-meaning.ts';
import { findAllocation, lockAllocation, updateAllocation } from './shared/allocation-store.ts';
import { type StopMode, stopAllocation } from './shared/stop-allocation.ts';

/** A kill that had no effect is sent again after this. Facts: trial runtime 11.2. */
const killAgainMs = 30_000;

/**
 * Brings what runs in line with what the rows ask for: starts what the scheduler lets start, stops what is to be
 * stopped, and writes down what the launcher tells. Only the leading master runs one. All it knows is in the database
 * and at the launcher, so that another one can go on from there.
 */
export class QueueDriver {
  private readonly master: Master;
  private readonly leader: Leader;
  private readonly launcher: Launcher;
  private readonly killedAt = new Map<string, number>();
  private wanted = false;
  private unsure = false;
  private running: Promise<void> | undefined;
  private stopped = false;
  private unwatch: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(master: Master, leader: Leader, launcher: Launcher) {
    this.master = master;
    this.leader = leader;
    this.launcher = launcher;
  }

  /** Finds again what runs since an earlier master, then follows the queue until `stop`. */
  async start(): Promise<void> {
    this.unwatch.push(this.launcher.watch((event) => void this.onLaunchEvent(event)));
    await this.adopt();
    this.unwatch.push(this.master.bus.subscribe(queueChanged, () => this.wake()));
    // Deadlines pass without an event; so does a change made by another master.
    this.timer = setInterval(() => this.wake(), 1000);
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    for (const end of this.unwatch) end();
    await this.running;
  }

  /** Looks at the queue soon; calls that come while it looks are answered by one more look. */
  wake(): void {
    if (this.stopped) return;
    this.wanted = true;
    this.running ??= this.work();
  }

  private async work(): Promise<void> {
    try {
      while (this.wanted && !this.stopped) {
        this.wanted = false;
        if (this.unsure) await this.adopt();
        this.unsure = false;
        await this.enforce();
        await this.startWhatFits();
      }
    } catch (error) {
      // Where the database failed, nobody knows what it still took: rows and launcher are compared again.
      this.unsure = true;
      this.master.log.error({ err: error }, 'the queue could not be worked on; it is tried again');
    } finally {
      this.running = undefined;
    }
  }

  /** Kills what is to be killed: asked for, or past its time to end by itself. */
  private async enforce(): Promise<void> {
    const now = this.master.clock.now();
    const rows = await this.master.db
      .selectFrom('allocations')
      .selectAll()
      .where('state', '<>', 'TERMINATED')
      .where((eb) => eb.or([eb('kill_requested', '=', true), eb('preempt_deadline', '<', now.toISOString())]))
      .execute();
    for (const { id, preempt, kill_requested: asked } of rows) {
      const reason = preempt ? 'allocation did not preempt in time' : 'it went on after it had given up';
      if (!asked) await this.ask(id, 'kill', reason);
      if ((this.killedAt.get(id) ?? 0) > now.getTime() - killAgainMs) continue;
      this.killedAt.set(id, now.getTime());
      // It resolves when everything of the task is gone, which the queue need not wait for: the exit is told.
      this.launcher.kill(id).catch((error) => this.master.log.warn({ err: error }, 'a task could not be killed'));
    }
  }

  private async startWhatFits(): Promise<void> {
    const { master } = this;
    const [requests, agents] = await Promise.all([openRequests(master), poolAgents(master, this.launcher)]);
    const readiness = this.launcher.readiness();
    const reasons = new Map<string, string>();
    const starts: Start[] = [];
    for (const [pool, poolRequests] of Map.groupBy(requests, ({ row }) => row.resource_pool)) {
      if (!readiness.ready) {
        for (const { row } of poolRequests) reasons.set(row.id, readiness.reason);
        continue;
      }
      const plan = schedule({
        pool,
        agents: agents.get(pool) ?? [],
        requests: poolRequests.map(({ request }) => request),
        settings: schedulerSettings(master, pool),
      });
      for (const { request, because } of plan.waiting) reasons.set(request.id, explainWaiting(because));
      for (const { request, because } of plan.preempt) {
        const limit = because.kind === 'max-slots';
        const reason = limit ? "over its job's limit of slots" : 'preempted by a more important job';
        await this.ask(request.id, 'graceful', reason);
      }
      starts.push(...plan.start);
    }
    // All have come to an end, also if one fails: what is started is not taken for lost meanwhile.
    const done = await Promise.allSettled([
      ...starts.map((start) => this.startOne(start)),
      this.tellReasons(requests, reasons),
    ]);
    const failed = done.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Writes down why each request waits, all in one go: there may be thousands. */
  private async tellReasons(requests: Awaited<ReturnType<typeof openRequests>>, reasons: Map<string, string>) {
    const changed = requests
      .map(({ row }) => ({ row, reason: reasons.get(row.id) }))
      .filter(({ row, reason }) => row.state === 'PENDING' && reason !== undefined && reason !== row.waiting_reason);
    if (changed.length === 0) return;
    await this.leader.transaction(async (tx) => {
      await sql`update allocations a set waiting_reason = v.reason
        from unnest(${changed.map(({ row }) => row.id)}::text[], ${changed.map(({ reason }) => reason)}::text[])
          as v (id, reason)
        where a.id = v.id and a.state = 'PENDING'`.execute(tx);
      for (const { row } of changed) publish(tx, allocationChanged, { allocationId: row.id, taskId: row.task_id });
    });
  }

  private async startOne({ request: { id }, assignments, backfilled }: Start): Promise<void> {
    const { master } = this;
    // One agent: an assignment is a list of one.
    const place = assignments[0];
    if (!place) return;
    const node = (await this.launcher.nodes()).find((one) => one.id === place.agentId);
    const device = node?.slots.find((slot) => slot.id === place.slotIds[0])?.type ?? 'cpu';
    const spec = await assignAllocation(master, this.leader, {
      id,
      agentId: place.agentId,
      slotIds: [...place.slotIds],
      device,
      backfilled,
    });
    if (!spec) {
      this.wanted = true;
      return;
    }
    try {
      await this.launcher.start(spec);
    } catch (error) {
      const message = textOfError(error);
      master.log.error({ err: error, allocationId: id }, 'a task could not be started');
      const notYet = error instanceof LauncherNotReadyError;
      await this.finish(id, {
        exit: { kind: notYet ? 'lost' : 'refused', message },
        reason: `allocation failed: ${message}`,
      });
    }
  }

  /** Tells apart what runs, what ended meanwhile, and what nobody knows any more. */
  private async adopt(): Promise<void> {
    const known = new Map((await this.launcher.list()).map((task) => [task.allocationId, task]));
    const { db } = this.master;
    const open = await db.selectFrom('allocations').selectAll().where('state', '<>', 'TERMINATED').execute();
    for (const row of open) {
      const task = known.get(row.id);
      known.delete(row.id);
      if (!isLaunched(row)) continue;
      if (!task) {
        await this.finish(row.id, {
          exit: { kind: 'lost', message: 'the task was not found again after a restart' },
          reason: 'allocation failed: the task was lost',
        });
      } else if (task.exit) await this.exited(row.id, task.exit);
      else if (task.state === 'running') await this.advance(row.id, 'RUNNING');
    }
    // What is left belongs to nobody: its row has ended, or is gone.
    for (const task of known.values()) {
      if (!task.exit) await this.launcher.kill(task.allocationId);
      await this.launcher.acknowledge(task.allocationId);
    }
  }

  private async onLaunchEvent(event: LaunchEvent): Promise<void> {
    try {
      if (event.kind === 'readiness') this.wake();
      else if (event.kind === 'exited') await this.exited(event.allocationId, event.exit);
      else await this.advance(event.allocationId, event.kind === 'running' ? 'RUNNING' : 'STARTING');
    } catch (error) {
      // An exit that could not be stored is told again by the next start of the master.
      this.master.log.error({ err: error, event: event.kind }, 'what a task did could not be stored');
      if (event.kind === 'exited' && !this.stopped) setTimeout(() => void this.onLaunchEvent(event), 1000).unref();
    }
  }

  private async advance(id: string, to: 'STARTING' | 'RUNNING'): Promise<void> {
    await this.leader.transaction(async (tx) => {
      const row = await lockAllocation(tx, id);
      if (!row || (row.state !== 'ASSIGNED' && row.state !== 'STARTING')) return;
      if (row.state === to) return;
      await updateAllocation(tx, id, { state: to });
      if (to !== 'RUNNING') return;
      const name = await taskName(this.master, tx, row.task_id);
      await appendMasterLine(this.master, tx, row.task_id, 'INFO', `Resources for ${name} have started`);
    });
  }

  private async exited(id: string, exit: TaskExit): Promise<void> {
    await this.finish(id, (row) => exitMeaning(row, exit));
    await this.launcher.acknowledge(id);
    this.killedAt.delete(id);
  }

  private async finish(id: string, meaning: Ending | ((row: AllocationRow) => Ending)): Promise<void> {
    await this.leader.transaction(async (tx) => {
      const known = await findAllocation(tx, id);
      const row = known && (await lockToEnd(this.master, tx, known));
      if (!row || !isOpen(row)) return;
      const { exit, reason, said } = typeof meaning === 'function' ? meaning(row) : meaning;
      if (said) await appendMasterLine(this.master, tx, row.task_id, said.level, said.text);
      await endAllocation(this.master, tx, row, { exit, reason });
    });
  }

  private ask(allocationId: string, mode: StopMode, reason: string): Promise<void> {
    return this.leader.transaction((tx) => stopAllocation(this.master, tx, { allocationId, mode, reason }));
  }
}

/** Nothing is said where the task never was. */
type Ending = Omit<ExitMeaning, 'said'> & Partial<Pick<ExitMeaning, 'said'>>;
