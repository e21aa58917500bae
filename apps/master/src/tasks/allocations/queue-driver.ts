import { textOfError } from '@determined/contract/errors.ts';
import type { LaunchEvent, Launcher, TaskExit } from '@determined/launchers/launcher.ts';
import { schedule } from '@determined/scheduler/schedule.ts';
import { explainWaiting } from '@determined/scheduler/waiting-reason.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { openRequests, poolAgents, schedulerSettings } from '../../cluster/job-queue/shared/queue-view.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { type AllocationExit, taskKinds } from '../shared/task-kind.ts';
import { allocationChanged, queueChanged } from './allocation-events.ts';
import { endAllocation } from './end-allocation.ts';
import { type Assigned, launchAllocation } from './launch-allocation.ts';
import { type AllocationRow, isLaunched, isOpen } from './shared/allocation-row.ts';
import { lockAllocation, updateAllocation } from './shared/allocation-store.ts';
import { stopAllocation } from './shared/stop-allocation.ts';

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
        await this.enforce();
        await this.startWhatFits();
      }
    } catch (error) {
      this.master.log.error({ err: error }, 'the queue could not be worked on; it is tried again');
    } finally {
      this.running = undefined;
    }
  }

  /** Kills what is to be killed: asked for, or past its time for a graceful stop. */
  private async enforce(): Promise<void> {
    const now = this.master.clock.now();
    const rows = await this.master.db
      .selectFrom('allocations')
      .selectAll()
      .where('state', '<>', 'TERMINATED')
      .where((eb) => eb.or([eb('kill_requested', '=', true), eb('preempt_deadline', '<', now.toISOString())]))
      .execute();
    for (const row of rows) {
      if (!row.kill_requested) await this.preemptionOverdue(row);
      if ((this.killedAt.get(row.id) ?? 0) > now.getTime() - killAgainMs) continue;
      this.killedAt.set(row.id, now.getTime());
      // It resolves when everything of the task is gone, which the queue need not wait for: the exit is told.
      this.launcher.kill(row.id).catch((error) => this.master.log.warn({ err: error }, 'a task could not be killed'));
    }
  }

  private async preemptionOverdue(row: AllocationRow): Promise<void> {
    await this.leader.transaction(async (tx) => {
      await updateAllocation(tx, row.id, { kill_requested: true });
      await appendMasterLine(tx, {
        taskId: row.task_id,
        allocationId: row.id,
        level: 'INFO',
        text: "forcibly killing allocation's remaining resources (reason: allocation did not preempt in time)",
      });
    });
  }

  private async startWhatFits(): Promise<void> {
    const { master } = this;
    const [requests, agents] = await Promise.all([openRequests(master), poolAgents(master, this.launcher)]);
    if (requests.length === 0) return;
    const readiness = this.launcher.readiness();
    for (const [pool, poolRequests] of Map.groupBy(requests, ({ row }) => row.resource_pool)) {
      const rows = new Map(poolRequests.map(({ row }) => [row.id, row]));
      if (!readiness.ready) {
        for (const { row, request } of poolRequests) if (!request.running) await this.setWaiting(row, readiness.reason);
        continue;
      }
      const plan = schedule({
        pool,
        agents: agents.get(pool) ?? [],
        requests: poolRequests.map(({ request }) => request),
        settings: schedulerSettings(master, pool),
      });
      for (const { request, because } of plan.waiting) {
        const row = rows.get(request.id);
        if (row) await this.setWaiting(row, explainWaiting(because));
      }
      for (const { request, because } of plan.preempt) {
        await this.leader.transaction((tx) =>
          stopAllocation(master, tx, {
            allocationId: request.id,
            mode: 'graceful',
            reason:
              because.kind === 'max-slots' ? "over its job's limit of slots" : 'preempted by a more important job',
          }),
        );
      }
      // One agent: an assignment is a list of one.
      await Promise.all(
        plan.start.map(({ request, assignments, backfilled }) => {
          const place = assignments[0];
          return place
            ? this.startOne({ id: request.id, agentId: place.agentId, slotIds: [...place.slotIds], backfilled })
            : undefined;
        }),
      );
    }
  }

  private async setWaiting(row: AllocationRow, reason: string): Promise<void> {
    if (row.waiting_reason === reason) return;
    await this.leader.transaction(async (tx) => {
      await tx
        .updateTable('allocations')
        .set({ waiting_reason: reason })
        .where('id', '=', row.id)
        .where('state', '=', 'PENDING')
        .execute();
    });
    this.master.bus.emit(allocationChanged, { allocationId: row.id, taskId: row.task_id });
  }

  private async startOne(start: Assigned): Promise<void> {
    const { master } = this;
    const { id } = start;
    try {
      const launched = await launchAllocation(master, this.leader, this.launcher, start);
      if (!launched) this.wanted = true;
    } catch (error) {
      const message = textOfError(error);
      master.log.error({ err: error, allocationId: id }, 'a task could not be started');
      await this.finish(id, { kind: 'refused', message }, `allocation failed: ${message}`);
    }
  }

  /** After a start: tells apart what still runs, what ended meanwhile, and what nobody knows any more. */
  private async adopt(): Promise<void> {
    const known = new Map((await this.launcher.list()).map((task) => [task.allocationId, task]));
    const open = await this.master.db
      .selectFrom('allocations')
      .selectAll()
      .where('state', '<>', 'TERMINATED')
      .execute();
    for (const row of open) {
      const task = known.get(row.id);
      known.delete(row.id);
      if (!isLaunched(row)) continue;
      if (!task)
        await this.finish(
          row.id,
          { kind: 'lost', message: 'the task was not found again after a restart' },
          'allocation failed: the task was lost',
        );
      else if (task.exit) await this.exited(row.id, task.exit);
      else if (task.state === 'running') await this.startedRunning(row.id);
    }
    for (const task of known.values()) {
      const row = await this.master.db
        .selectFrom('allocations')
        .select('state')
        .where('id', '=', task.allocationId)
        .executeTakeFirst();
      if (row && row.state !== 'TERMINATED') continue;
      if (!task.exit) await this.launcher.kill(task.allocationId);
      await this.launcher.acknowledge(task.allocationId);
    }
  }

  private async onLaunchEvent(event: LaunchEvent): Promise<void> {
    try {
      if (event.kind === 'readiness') this.wake();
      else if (event.kind === 'exited') await this.exited(event.allocationId, event.exit);
      else if (event.kind === 'running') await this.startedRunning(event.allocationId);
      else await this.advance(event.allocationId, 'STARTING');
    } catch (error) {
      // An exit that could not be stored is told again by the next start of the master.
      this.master.log.error({ err: error, event: event.kind }, 'what a task did could not be stored');
      if (event.kind === 'exited' && !this.stopped) setTimeout(() => void this.onLaunchEvent(event), 1000).unref();
    }
  }

  private async startedRunning(id: string): Promise<void> {
    await this.advance(id, 'RUNNING');
  }

  private async advance(id: string, to: 'STARTING' | 'RUNNING'): Promise<void> {
    await this.leader.transaction(async (tx) => {
      const row = await lockAllocation(tx, id);
      if (!row || (row.state !== 'ASSIGNED' && row.state !== 'STARTING')) return;
      if (row.state === to) return;
      await updateAllocation(tx, id, { state: to });
      if (to === 'RUNNING') {
        const name = await this.nameOf(row);
        await appendMasterLine(tx, {
          taskId: row.task_id,
          allocationId: id,
          level: 'INFO',
          text: `Resources for ${name} have started`,
        });
      }
    });
  }

  private async nameOf(row: AllocationRow): Promise<string> {
    const task = await this.master.db
      .selectFrom('tasks')
      .select('type')
      .where('id', '=', row.task_id)
      .executeTakeFirstOrThrow();
    return (await taskKinds(this.master).get(task.type)?.describe(this.master.db, row.task_id)) ?? row.task_id;
  }

  /** What an exit means, and the words for it. Facts: trial runtime 11.1 and 20.3. */
  private async exited(id: string, exit: TaskExit): Promise<void> {
    const row = await this.master.db.selectFrom('allocations').selectAll().where('id', '=', id).executeTakeFirst();
    if (row && isOpen(row)) {
      const clean = 'resources exited successfully with a zero exit code';
      const failure = `resources failed with non-zero exit code: ${exit.message ?? `container failed with non-zero exit code: ${exit.exitCode}`} (exit code ${exit.exitCode})`;
      const line = (level: 'INFO' | 'ERROR', text: string) => ({ level, text });
      let meaning: { exit: AllocationExit; reason: string; said: { level: 'INFO' | 'ERROR'; text: string } };
      if (exit.cause === 'lost') {
        const message = exit.message ?? 'the task was lost';
        meaning = {
          exit: { kind: 'lost', message },
          reason: `allocation failed: ${message}`,
          said: line('ERROR', message),
        };
      } else if (row.kill_requested || exit.cause === 'killed') {
        meaning = {
          exit: { kind: 'killed' },
          reason: 'allocation killed after all resources exited: resources were killed',
          said: line('INFO', `killed: ${failure}`),
        };
      } else if (row.preempt_acked) {
        meaning = {
          exit: { kind: 'stopped' },
          reason: `allocation preempted after all resources exited: ${clean}`,
          said: line('INFO', clean),
        };
      } else if (exit.exitCode === 0) {
        meaning = {
          exit: { kind: 'completed' },
          reason: `allocation stopped early after all resources exited: ${clean}`,
          said: line('INFO', clean),
        };
      } else {
        meaning = {
          exit: { kind: 'failed', exitCode: exit.exitCode, message: failure },
          reason: `allocation failed: ${failure}`,
          said: line('ERROR', `crashed: ${failure}`),
        };
      }
      await this.finish(id, meaning.exit, meaning.reason, meaning.said);
    }
    await this.launcher.acknowledge(id);
    this.killedAt.delete(id);
  }

  private async finish(
    id: string,
    exit: AllocationExit,
    reason: string,
    said?: { level: 'INFO' | 'ERROR'; text: string },
  ): Promise<void> {
    await this.leader.transaction(async (tx) => {
      const row = await lockAllocation(tx, id);
      if (!row || !isOpen(row)) return;
      if (said) await appendMasterLine(tx, { taskId: row.task_id, allocationId: id, ...said });
      await endAllocation(this.master, tx, row, { exit, reason });
    });
  }
}
