import { expect } from 'vitest';
import { queueOrder } from '../queue-order.ts';
import type { Agent, AllocationRequest, Schedule, SchedulerSettings } from '../scheduling-types.ts';
import { agent } from './make.ts';

/** What is free, counted afresh: agent id → free slot ids of agents that take work. */
function freeSlots(agents: Agent[], requests: AllocationRequest[]): Map<string, number[]> {
  const taken = new Set<string>();
  for (const { running } of requests) {
    for (const { agentId, slotIds } of running?.assignments ?? []) {
      for (const slotId of slotIds) taken.add(`${agentId}/${slotId}`);
    }
  }
  return new Map(
    agents
      .filter(({ enabled, draining }) => enabled && !draining)
      .map(({ id, slots }) => [id, slots.filter((s) => s.enabled && !taken.has(`${id}/${s.id}`)).map((s) => s.id)]),
  );
}

/** An idea of room that knows nothing of the scheduler's of room: on one agent, or on some idle agents of one size. */
export function hasRoom(wanted: AllocationRequest, agents: Agent[], requests: AllocationRequest[]): boolean {
  const open = agents.filter(({ id }) => !wanted.blockedAgents.includes(id));
  const users = (agentId: string) =>
    requests.flatMap(({ running }) => running?.assignments ?? []).filter((one) => one.agentId === agentId);
  if (wanted.slots === 0) {
    return open.some((one) => {
      const containers = users(one.id).filter(({ slotIds }) => slotIds.length === 0).length;
      return one.enabled && !one.draining && containers < one.maxAuxContainers;
    });
  }
  const free = freeSlots(open, requests);
  if ([...free.values()].some((slots) => slots.length >= wanted.slots)) return true;
  if (wanted.singleAgent) return false;
  const idle = [...free].filter(([id]) => users(id).every(({ slotIds }) => slotIds.length === 0));
  const sizes = idle.map(([, slots]) => slots.length);
  return sizes.some(
    (size) =>
      size > 0 && wanted.slots % size === 0 && sizes.filter((other) => other === size).length >= wanted.slots / size,
  );
}

function checkStarts({ start }: Schedule, agents: Agent[], requests: AllocationRequest[], limits: SchedulerSettings) {
  const free = freeSlots(agents, requests);
  for (const { request: started, assignments, backfilled } of start) {
    expect(started.running).toBeNull();
    expect(assignments.flatMap(({ slotIds }) => slotIds)).toHaveLength(started.slots);
    if (started.singleAgent || started.slots <= 1) expect(assignments).toHaveLength(1);
    for (const { agentId, slotIds } of assignments) {
      expect(started.blockedAgents).not.toContain(agentId);
      for (const slotId of slotIds) {
        // Taken out as it is given: a slot given twice, or not free, is not found.
        const left = free.get(agentId) ?? [];
        expect(left).toContain(slotId);
        left.splice(left.indexOf(slotId), 1);
      }
    }
    if (backfilled) expect(limits.preemption && started.preemptible).toBe(true);
  }
  for (const { id, maxAuxContainers } of agents) {
    const now = [
      ...requests.map(({ running }) => running?.assignments ?? []),
      ...start.map((s) => s.assignments),
    ].flat();
    const aux = now.filter((one) => one.agentId === id && one.slotIds.length === 0).length;
    const before = requests.flatMap(({ running }) => running?.assignments ?? []);
    const auxBefore = before.filter((one) => one.agentId === id && one.slotIds.length === 0).length;
    expect(aux).toBeLessThanOrEqual(Math.max(maxAuxContainers, auxBefore));
  }
}

/** Nobody starts past a more important request that could run in this pool, but as backfill. */
function checkOrder({ start, waiting, preempt }: Schedule) {
  const never = ['no-agents', 'too-large', 'disabled', 'blocked-agents', 'max-slots'];
  for (const { request: blocked, because } of waiting.filter(({ because: { kind } }) => !never.includes(kind))) {
    for (const { request: started, backfilled } of start) {
      if (started.slots > 0 !== blocked.slots > 0 || started.job.priority <= blocked.job.priority) continue;
      expect(backfilled, `${started.id} past ${blocked.id}`).toBe(true);
      // While slots are freed for it, nothing less important starts at all.
      expect(because.kind).not.toBe('preempting');
    }
  }
  for (const { request: victim, because } of preempt) {
    if (because.kind === 'max-slots') continue;
    if (because.kind === 'fair-share') throw new Error('priorities know no shares');
    expect(queueOrder([victim, because.request])[0]).toBe(because.request);
    expect(victim.job.id).not.toBe(because.request.job.id);
  }
}

/** A job is cut to its share, and nothing of it starts meanwhile; nobody comes first. */
function checkShares({ start, preempt, waiting }: Schedule, requests: AllocationRequest[]) {
  for (const { because } of waiting) expect(['higher-priority', 'preempting']).not.toContain(because.kind);
  for (const [jobId, victims] of Map.groupBy(preempt, ({ request: { job } }) => job.id)) {
    expect(start.filter(({ request: { job, slots } }) => job.id === jobId && slots > 0)).toEqual([]);
    const [share] = victims.map(({ because }) => {
      if (because.kind === 'higher-priority') throw new Error('shares know no priorities');
      expect(because.used).toBe(slotsHeld(requests, jobId));
      return because.kind === 'max-slots' ? because.limit : because.share;
    });
    const stay = requests.filter(
      (one) => one.running?.releasing === false && !victims.some(({ request: victim }) => victim === one),
    );
    // None of them could have stayed.
    for (const { request: victim } of victims) {
      expect(slotsHeld(stay, jobId) + victim.slots).toBeGreaterThan(share ?? 0);
    }
  }
}

const slotsHeld = (requests: readonly AllocationRequest[], jobId: string): number =>
  requests.reduce((sum, { job, running, slots }) => (job.id === jobId && running !== null ? sum + slots : sum), 0);

/** Each reason is true of the pool as this pass leaves it. */
function checkReasons(result: Schedule, agents: Agent[], requests: AllocationRequest[]) {
  const after = [
    ...requests.filter(({ running }) => running !== null),
    ...result.start.map(({ request: started, assignments }) => ({
      ...started,
      running: { assignments, backfilled: false, releasing: false },
    })),
  ];
  const allOn = agents.map((one) => agent(one.id, one.slots.length, { maxAuxContainers: one.maxAuxContainers }));
  for (const [index, { request: waits, because }] of result.waiting.entries()) {
    const first = result.waiting.slice(0, index);
    const free = freeSlots(
      agents.filter(({ id }) => !waits.blockedAgents.includes(id)),
      after,
    );
    const sum = [...free.values()].reduce((total, slots) => total + slots.length, 0);
    const used = after.filter(({ job: { id } }) => id === waits.job.id).reduce((total, { slots }) => total + slots, 0);
    const room = hasRoom(waits, agents, after);
    const unblocked = { ...waits, blockedAgents: [] };
    switch (because.kind) {
      case 'no-agents':
        expect(agents).toEqual([]);
        break;
      case 'too-large':
        expect(hasRoom(unblocked, allOn, [])).toBe(false);
        break;
      case 'disabled':
        expect([hasRoom(unblocked, allOn, []), hasRoom(unblocked, agents, [])]).toEqual([true, false]);
        break;
      case 'blocked-agents':
        expect([hasRoom(unblocked, agents, []), hasRoom(waits, agents, [])]).toEqual([true, false]);
        break;
      case 'max-slots':
        expect(because.limit).toBe(waits.job.maxSlots);
        expect(because.used + because.need).toBeGreaterThan(because.limit);
        expect(because.used).toBeGreaterThanOrEqual(used);
        break;
      case 'slots':
        expect([room, because.free]).toEqual([false, sum]);
        expect(because.free).toBeLessThan(because.need);
        break;
      case 'fragmented':
        expect([room, because.free]).toEqual([false, sum]);
        expect(because.free).toBeGreaterThanOrEqual(because.need);
        break;
      case 'aux-full':
        expect([room, because.running]).toEqual([false, because.capacity]);
        break;
      case 'fair-share':
        expect([room, because.used]).toEqual([true, used]);
        break;
      case 'higher-priority':
        expect(room).toBe(true);
        // Somebody waits who comes first: another job, or an earlier part of its own.
        expect(because.behind.length).toBe(Math.min(because.ahead, 10));
        expect(because.ahead > 0 || first.some(({ request: { job } }) => job.id === waits.job.id)).toBe(true);
        break;
      case 'preempting': {
        const leaving = new Set(result.preempt.map(({ request: { job } }) => job.id));
        for (const one of requests) if (one.running?.releasing) leaving.add(one.job.id);
        expect(because.releasing.length).toBeGreaterThan(0);
        expect(because.releasing.filter((jobId) => !leaving.has(jobId))).toEqual([]);
      }
    }
  }
}

/** All that has to be true of any answer, whatever the pool. */
export function checkSchedule(
  result: Schedule,
  agents: Agent[],
  requests: AllocationRequest[],
  limits: SchedulerSettings,
) {
  const pending = requests.filter(({ running }) => running === null).map(({ id }) => id);
  const answered = [...result.start, ...result.waiting].map(({ request: { id } }) => id);
  expect(answered.toSorted()).toEqual(pending.toSorted());
  const preempted = result.preempt.map(({ request: { id } }) => id);
  expect(new Set(preempted).size).toBe(preempted.length);
  for (const { request: victim } of result.preempt) {
    expect([victim.preemptible, victim.running?.releasing]).toEqual([true, false]);
  }
  checkStarts(result, agents, requests, limits);
  if (limits.type === 'fair_share') checkShares(result, requests);
  else checkOrder(result);
  checkReasons(result, agents, requests);
  const held = (jobId: string, list: AllocationRequest[]) =>
    list.filter(({ job: { id } }) => id === jobId).reduce((sum, { slots }) => sum + slots, 0);
  for (const { request: started } of result.start) {
    const { id, maxSlots } = started.job;
    const all = [...requests.filter(({ running }) => running !== null), ...result.start.map((one) => one.request)];
    if (maxSlots !== null) expect(held(id, all)).toBeLessThanOrEqual(maxSlots);
  }
}
