import { schedule } from '@determined/scheduler/schedule.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from '@determined/scheduler/scheduling-types.ts';
import type { Bench } from './figure.ts';
import { percentile } from './http-load.ts';

const machines = 64;
const slotsEach = 8;
const queued = 10_000;

/** Passes of the schedulers over a long queue: pure, without a master. */
export const scheduling: Bench = {
  name: 'scheduling',
  measure: async (place) => {
    place.note(`${queued} queued jobs, ${machines} machines of ${slotsEach} slots`);
    const waiting = Array.from({ length: queued }, (_, i) => waits(i));
    const full = agents.flatMap(({ id }, i) => Array.from({ length: slotsEach }, (_, slot) => runs(i, id, slot)));
    const pools: Record<string, AllocationRequest[]> = { idle: waiting, full: [...full, ...waiting] };
    const copied = processorMs(() => JSON.parse(JSON.stringify(pools.full)));
    return Object.entries(pools).flatMap(([pool, requests]) =>
      ways.map(({ what, settings }) => ({
        what: `A pass over ${queued.toLocaleString('en')} queued jobs, ${what}, ${pool} pool (processor)`,
        value: processorMs(() => schedule({ pool, agents, requests, settings })),
        unit: 'ms',
        aim: { atMost: 50 },
        baseline: { what: 'their requests as JSON and back', value: copied },
      })),
    );
  },
};

const common = { fittingPolicy: 'best', heterogeneousFits: false } as const;
const ways: { what: string; settings: SchedulerSettings }[] = [
  { what: 'by priority', settings: { ...common, type: 'priority', preemption: false } },
  { what: 'by priority with preemption', settings: { ...common, type: 'priority', preemption: true } },
  { what: 'by fair share', settings: { ...common, type: 'fair_share', preemption: false } },
];

const agents: Agent[] = Array.from({ length: machines }, (_, i) => ({
  id: `machine-${i}`,
  enabled: true,
  draining: false,
  slots: Array.from({ length: slotsEach }, (_slot, id) => ({ id, enabled: true })),
  maxAuxContainers: 100,
}));

/** Of several priorities and sizes, one in ten cannot be preempted. */
function waits(i: number): AllocationRequest {
  const submittedAt = new Date(Date.UTC(2026, 0, 2) + i * 1000).toISOString();
  return {
    id: `${i}.1`,
    job: {
      id: `job-${i}`,
      priority: 40 + (i % 5),
      submittedAt,
      weight: 1 + (i % 3),
      maxSlots: null,
      userVisible: true,
    },
    requestedAt: submittedAt,
    slots: 1 + (i % slotsEach),
    singleAgent: i % 4 === 0,
    preemptible: i % 10 > 0,
    blockedAgents: [],
    running: null,
  };
}

function runs(i: number, agentId: string, slot: number): AllocationRequest {
  const request = waits(i * slotsEach + slot);
  const id = `running-${request.id}`;
  const job = { ...request.job, id, priority: 50 };
  const running = { assignments: [{ agentId, slotIds: [slot] }], backfilled: false, releasing: false };
  return { ...request, id, job, slots: 1, running };
}

/** The median of several times, after some that warm up. */
function processorMs(work: () => unknown): number {
  for (let i = 0; i < 5; i++) work();
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}
