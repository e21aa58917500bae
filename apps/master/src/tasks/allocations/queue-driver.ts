import { setTimeout } from 'node:timers/promises';
import { schedule } from '@determined/scheduler/schedule.ts';
import type { Preemption } from '@determined/scheduler/scheduling-types.ts';
import { explainWaiting } from '@determined/scheduler/waiting-reason.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { openRequests, poolMachines, schedulerSettings } from '../../cluster/job-queue/shared/queue-view.ts';
import { engineOf, ownManagerName } from '../../cluster/resource-managers/shared/resource-managers.ts';
import { readMakings } from '../environments/shared/environment-store.ts';
import { queueChanged } from './allocation-events.ts';
import { type Assigned, assignAllocation } from './assign-allocation.ts';
import { environmentsFirst, type Makings, refuseUnprepared } from './environments-first.ts';
import { endVanished } from './places/end-place.ts';
import { giveUpPlaces } from './places/give-up-places.ts';
import { restAfter } from './rest-after.ts';
import { type StopMode, stopAllocation } from './shared/stop-allocation.ts';
import { type ToldReason, tellWaitingReasons } from './tell-waiting-reasons.ts';

type Requests = Awaited<ReturnType<typeof openRequests>>;

/** What is to become of the work of some pools. */
interface Plan {
  starts: Assigned[];
  /** To be asked to stop. */
  preempt: { id: string; reason: string }[];
  /** What can never start. */
  refuse: { id: string; reason: string }[];
  /** Why others wait. */
  reasons: Map<string, ToldReason>;
}

const preemptionReasons: Record<Preemption['because']['kind'], string> = {
  'higher-priority': 'preempted by a more important job',
  'max-slots': "over its job's limit of slots",
  'fair-share': "over its job's fair share of the pool",
};

const notReady = (text: string): ToldReason => ({ because: { kind: 'not-ready' }, text });

/**
 * Decides: gives waiting work its places, asks what has to make room to stop, and says why the rest waits. Only the
 * leading master runs one, over rows alone: who reaches a machine or an engine carries out what stands in them
 * (`places/place-driver.ts`).
 */
export class QueueDriver {
  private readonly master: Master;
  private readonly leader: Leader;
  private wanted = false;
  private running: Promise<void> | undefined;
  private stopped = false;
  private unwatch: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly ending = new AbortController();
  /** Until then it rests, in the milliseconds of `performance.now`. */
  private restsUntil = 0;

  constructor(master: Master, leader: Leader) {
    this.master = master;
    this.leader = leader;
  }

  /** Follows the queue until `stop`. */
  start(): void {
    this.unwatch.push(this.master.bus.subscribe(queueChanged, () => this.wake()));
    // Deadlines pass without an event; so does a change whose notice was lost.
    this.timer = setInterval(() => this.wake(), 1000);
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.ending.abort();
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
        await this.rest();
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

  private async rest(): Promise<void> {
    const milliseconds = this.restsUntil - performance.now();
    if (milliseconds > 0) await setTimeout(milliseconds, undefined, { signal: this.ending.signal }).catch(() => {});
  }

  /** What is past its time is to be killed; what has no part left, or none that can still be reached, has ended. */
  private async enforce(): Promise<void> {
    const { db, clock } = this.master;
    const late = await db
      .selectFrom('allocations')
      .select(['id', 'preempt'])
      .where('state', '<>', 'TERMINATED')
      .where('kill_requested', '=', false)
      .where('preempt_deadline', '<', clock.now().toISOString())
      .execute();
    for (const { id, preempt } of late) {
      await this.ask(id, 'kill', preempt ? 'allocation did not preempt in time' : 'it went on after it had given up');
    }
    await giveUpPlaces(this.master, this.leader);
    const vanished = await db
      .selectFrom('allocations as a')
      .select('a.id')
      .where('a.state', 'not in', ['PENDING', 'TERMINATED'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('allocation_places as p')
              .select('p.rank')
              .whereRef('p.allocation_id', '=', 'a.id')
              .where('p.state', '<>', 'ENDED'),
          ),
        ),
      )
      .execute();
    for (const { id } of vanished) await this.leader.transaction((tx) => endVanished(this.master, tx, id));
  }

  /** How long it looks says how long it rests; to start things is no look. */
  private async startWhatFits(): Promise<void> {
    const began = performance.now();
    const requests = await openRequests(this.master);
    const pools = Map.groupBy(requests, ({ row }) => row.resource_pool);
    const makings = await readMakings(this.master.db);
    const plans = [await this.planOwn(pools, makings), this.planEngines(pools, makings)];
    const planned = performance.now();
    for (const { refuse } of plans) for (const one of refuse) await refuseUnprepared(this.master, this.leader, one);
    for (const { preempt } of plans) for (const { id, reason } of preempt) await this.ask(id, 'graceful', reason);
    // All have come to an end, also if one fails: the rest of the queue is not held up by it.
    const done = await Promise.allSettled([
      ...plans.flatMap(({ starts }) => starts.map((start) => this.startOne(start))),
      this.tellReasons(requests, new Map(plans.flatMap(({ reasons }) => [...reasons]))),
    ]);
    const now = performance.now();
    this.restsUntil = now + restAfter((plans.some(({ starts }) => starts.length > 0) ? planned : now) - began);
    const failed = done.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** On machines of masters we place the work. */
  private async planOwn(pools: ReadonlyMap<string, Requests>, makings: Makings): Promise<Plan> {
    const { master } = this;
    const plan: Plan = { starts: [], preempt: [], refuse: [], reasons: new Map() };
    const machines = await poolMachines(master, [...pools.values()].flat());
    for (const [pool, all] of pools) {
      if (engineOf(master, pool)) continue;
      const { agents, unready } = machines.get(pool) ?? { agents: [], unready: null };
      if (unready !== null) {
        for (const { row } of all) plan.reasons.set(row.id, notReady(unready));
        continue;
      }
      const taking = agents.filter(({ enabled, draining }) => enabled && !draining).map(({ id }) => id);
      const requests = environmentsFirst(all, taking, makings, plan);
      const planned = schedule({
        pool,
        agents,
        requests: requests.map(({ request }) => request),
        settings: schedulerSettings(master, pool),
      });
      for (const { request, because } of planned.waiting) {
        plan.reasons.set(request.id, { because, text: explainWaiting(because) });
      }
      for (const { request, because } of planned.preempt) {
        plan.preempt.push({ id: request.id, reason: preemptionReasons[because.kind] });
      }
      for (const { request, assignments, backfilled } of planned.start)
        plan.starts.push({ id: request.id, manager: ownManagerName(master), places: assignments, backfilled });
    }
    return plan;
  }

  /** An engine has a queue of its own: it is given all that waits. */
  private planEngines(pools: ReadonlyMap<string, Requests>, makings: Makings): Plan {
    const plan: Plan = { starts: [], preempt: [], refuse: [], reasons: new Map() };
    for (const [pool, all] of pools) {
      const engine = engineOf(this.master, pool);
      if (!engine) continue;
      const requests = environmentsFirst(all, [engine.name], makings, plan, engine.launcher.environments !== undefined);
      const readiness = engine.launcher.readiness();
      for (const { row } of requests.filter((one) => one.row.state === 'PENDING')) {
        if (!readiness.ready) plan.reasons.set(row.id, notReady(readiness.reason));
        else {
          const places = [{ agentId: '', slotIds: [] }];
          plan.starts.push({ id: row.id, manager: engine.name, places, backfilled: false });
        }
      }
    }
    return plan;
  }

  private async startOne(start: Assigned): Promise<void> {
    if (!(await assignAllocation(this.master, this.leader, start))) this.wanted = true;
  }

  private async tellReasons(requests: Requests, reasons: ReadonlyMap<string, ToldReason>): Promise<void> {
    const rows = requests.map(({ row }) => row);
    if (reasons.size === 0) return;
    await this.leader.transaction((tx) => tellWaitingReasons(tx, rows, reasons, this.master.clock.now()));
  }

  private ask(allocationId: string, mode: StopMode, reason: string): Promise<void> {
    return this.leader.transaction((tx) =>
      stopAllocation(this.master, tx, { allocationId, mode, by: 'queue', reason }),
    );
  }
}
