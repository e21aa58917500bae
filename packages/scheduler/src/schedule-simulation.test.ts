import { describe, expect, test } from 'vitest';
import { schedule } from './schedule.ts';
import type { Agent, AllocationRequest, Job, Schedule, SchedulerSettings } from './scheduling-types.ts';
import { checkSchedule, hasRoom } from './testing/check-schedule.ts';
import { agent, instant, job, on, request, seededChance, settings } from './testing/make.ts';

type Chance = ReturnType<typeof seededChance>;

/** A pool that lives: jobs come, run, are preempted and come back, agents go and return. Every tick is checked. */
class Simulation {
  requests: AllocationRequest[] = [];
  agents: Agent[];
  readonly #chance: Chance;
  readonly #settings: SchedulerSettings;
  #jobs: Job[] = [];
  #count = 0;

  constructor(type: SchedulerSettings['type'], seed: number) {
    this.#chance = seededChance(seed);
    const { one, below } = this.#chance;
    this.agents = Array.from({ length: 1 + below(4) }, (_, i) =>
      agent(`agent-${i}`, one([1, 2, 4, 4]), { maxAuxContainers: one([0, 1, 3]) }),
    );
    this.#settings = settings({
      type,
      preemption: one([true, true, false]),
      fittingPolicy: one(['best', 'worst']),
    });
  }

  arrive(minute: number): void {
    const { one, below } = this.#chance;
    if (below(2) === 0 || this.#jobs.length === 0) {
      const changes = {
        priority: one([1, 42, 42, 42, 90]),
        maxSlots: one([null, null, null, 2, 4]),
        weight: one([1, 1, 0.3, 5]),
      };
      this.#jobs.push(job(`job-${this.#jobs.length}`, minute, changes));
    }
    this.#count += 1;
    this.requests.push(
      request(one(this.#jobs), one([0, 1, 1, 2, 2, 3, 4, 8]), {
        id: `${this.#count}.1`,
        requestedAt: instant(minute),
        singleAgent: below(3) === 0,
        preemptible: below(4) > 0,
        blockedAgents: below(6) === 0 ? ['agent-0'] : [],
      }),
    );
  }

  disturb(): void {
    const { one, below } = this.#chance;
    const changed = one(this.agents);
    const slots = changed.slots.map(({ id }) => ({ id, enabled: below(4) > 0 }));
    const draining = below(3) === 0;
    this.agents = this.agents.map((old) => (old === changed ? { ...old, slots, draining } : old));
  }

  repair(): void {
    this.agents = this.agents.map((old) => agent(old.id, old.slots.length, { maxAuxContainers: old.maxAuxContainers }));
  }

  tick(): Schedule {
    const input = { pool: 'default', agents: this.agents, requests: this.requests, settings: this.#settings };
    const result = schedule(input);
    checkSchedule(result, this.agents, this.requests, this.#settings);
    const starts = new Map(result.start.map((start) => [start.request.id, start]));
    const preempted = new Set(result.preempt.map((one) => one.request.id));
    this.requests = this.requests.map((old) => {
      const start = starts.get(old.id);
      if (start !== undefined) {
        const { assignments, backfilled } = start;
        return { ...old, running: { assignments, backfilled, releasing: false } };
      }
      if (old.running === null || !preempted.has(old.id)) return old;
      return { ...old, running: { ...old.running, releasing: true } };
    });
    return result;
  }

  /** Some of what runs ends; what was preempted comes back to the queue some time later. */
  end(): void {
    this.requests = this.requests.flatMap((old) => {
      if (old.running === null || this.#chance.below(3) > 0) return [old];
      return old.running.releasing ? [{ ...old, running: null }] : [];
    });
  }
}

describe.each(['priority', 'fair_share'] as const)('a living pool by %s', (type) => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'is in order at every tick, and empties (seed %i)',
    (seed) => {
      const pool = new Simulation(type, seed);
      const { below } = seededChance(seed + 500);
      for (let minute = 0; minute < 60; minute += 1) {
        for (let arrivals = below(3); arrivals > 0; arrivals -= 1) pool.arrive(minute);
        if (below(8) === 0) pool.disturb();
        pool.tick();
        pool.end();
      }
      pool.repair();
      const possible = () => pool.requests.filter((one) => one.running !== null || hasRoom(one, pool.agents, []));
      const beyondLimit = ({ job: { maxSlots }, slots }: AllocationRequest) => maxSlots !== null && slots > maxSlots;
      for (let ticks = 0; possible().some((one) => !beyondLimit(one)); ticks += 1) {
        expect(ticks).toBeLessThan(1000);
        pool.tick();
        pool.end();
      }
      const left = new Set(pool.tick().waiting.map(({ because }) => because.kind));
      expect([...left].filter((kind) => !['too-large', 'blocked-agents', 'max-slots'].includes(kind))).toEqual([]);
    },
  );
});

describe('nobody starves', () => {
  /** A stream of small jobs that each run for four ticks, against one that needs the whole pool. */
  function ticksUntilLargeStarts(large: Job, small: Partial<Job>, preemption: boolean): number {
    const agents = [agent('x', 4)];
    const wanted = request(large, 4);
    let running: { request: AllocationRequest; until: number }[] = [];
    let waiting: AllocationRequest[] = [];
    for (let tick = 0; tick < 200; tick += 1) {
      running = running.filter(({ until }) => until > tick);
      waiting.push(request(job(`small-${tick}`, tick + 10, small), 1));
      if (tick === 8) waiting.push(wanted);
      const requests = [...running.map((one) => one.request), ...waiting];
      const result = schedule({ pool: 'default', agents, requests, settings: settings({ preemption }) });
      if (result.start.some((one) => one.request === wanted)) return tick - 8;
      for (const { request: victim } of result.preempt) {
        const entry = running.find((one) => one.request === victim);
        if (entry !== undefined) {
          entry.request = on(victim, { x: victim.running?.assignments[0]?.slotIds ?? [] }, { releasing: true });
          entry.until = tick + 1;
        }
      }
      for (const { request: started, assignments } of result.start) {
        running.push({ request: on(started, { x: assignments[0]?.slotIds ?? [] }), until: tick + 4 });
      }
      waiting = waiting.filter((one) => !result.start.some((start) => start.request === one));
    }
    return Number.POSITIVE_INFINITY;
  }

  test('a more important job waits no longer than what runs, whatever comes after it', () => {
    expect(ticksUntilLargeStarts(job('large', 0, { priority: 10 }), {}, false)).toBeLessThanOrEqual(4);
  });

  test('with preemption it has its slots as soon as they can be freed', () => {
    expect(ticksUntilLargeStarts(job('large', 0, { priority: 10 }), {}, true)).toBe(1);
    expect(ticksUntilLargeStarts(job('large', 0), {}, true)).toBe(1);
  });

  test('inside one priority, without preemption, smaller ones go first: known, and the reason says so', () => {
    expect(ticksUntilLargeStarts(job('large', 0), {}, false)).toBe(Number.POSITIVE_INFINITY);
  });
});
