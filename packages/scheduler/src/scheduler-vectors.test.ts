import { expect, test } from 'vitest';
import { schedule } from './schedule.ts';
import type { Agent, AllocationRequest, Job } from './scheduling-types.ts';
import vectors from './vectors/scheduler.json' with { type: 'json' };

// What the priority scheduler of platform 0.38.1 decided in one pool at one moment. Facts: platform semantics 4.3, 4.4.

interface Case {
  name: string;
  scheduler: string;
  preemption?: boolean;
  fit: 'best' | 'worst';
  heterogeneous?: boolean;
  agents: {
    id: string;
    slots: number;
    aux: number;
    state?: 'disabled' | 'draining' | 'gone';
    off?: number[];
    drainingSlots?: number[];
  }[];
  jobs: { id: string; priority: number; at: number; maxSlots?: number; hidden?: boolean }[];
  requests: {
    id: string;
    job: string;
    slots: number;
    at: number;
    single?: boolean;
    fixed?: boolean;
    blocked?: string[];
    on?: Record<string, number[]>;
  }[];
  backfilled?: string[];
  start?: [id: string, places: Record<string, number>][];
  release?: [victim: string, ...unknown[]][];
  hangs?: boolean;
}

// The file's own type is a union of all that stands in it.
const cases = (vectors.cases as unknown as Case[]).filter(({ scheduler }) => scheduler === 'priority');

const instant = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

const byName = (places: Record<string, number>) => Object.entries(places).toSorted(([a], [b]) => (a < b ? -1 : 1));

function decide({ agents, jobs, requests, preemption, fit, heterogeneous }: Case) {
  const jobOf = new Map<string, Job>(
    jobs.map(({ id, priority, at, maxSlots, hidden }) => [
      id,
      { id, priority, submittedAt: instant(at), maxSlots: maxSlots ?? null, userVisible: !hidden },
    ]),
  );
  const asked = requests.map((one): AllocationRequest => {
    const job = jobOf.get(one.job);
    if (!job) throw new Error(`no job ${one.job}`);
    const assignments = Object.entries(one.on ?? {}).map(([agentId, slotIds]) => ({ agentId, slotIds }));
    return {
      id: one.id,
      job,
      requestedAt: instant(one.at),
      slots: one.slots,
      singleAgent: one.single ?? false,
      preemptible: !one.fixed,
      blockedAgents: one.blocked ?? [],
      running: one.on ? { assignments, backfilled: false, releasing: false } : null,
    };
  });
  const { start, preempt } = schedule({
    pool: 'default',
    agents: agents
      .filter(({ state }) => state !== 'gone')
      .map(
        ({ id, slots, aux, state, off = [], drainingSlots = [] }): Agent => ({
          id,
          enabled: state !== 'disabled',
          draining: state === 'draining',
          slots: Array.from({ length: slots }, (_, slot) => ({
            id: slot,
            enabled: ![...off, ...drainingSlots].includes(slot),
          })),
          maxAuxContainers: aux,
        }),
      ),
    requests: asked,
    settings: { preemption: preemption ?? false, fittingPolicy: fit, heterogeneousFits: heterogeneous ?? false },
  });
  return {
    start: start.map(({ request, assignments }) => [
      request.id,
      byName(Object.fromEntries(assignments.map(({ agentId, slotIds }) => [agentId, slotIds.length]))),
    ]),
    release: preempt.map(({ request }) => request.id).sort(),
    backfilled: start
      .filter(({ backfilled }) => backfilled)
      .map(({ request }) => request.id)
      .sort(),
  };
}

function recorded({ start = [], release = [], backfilled = [] }: Case) {
  return {
    start: start.map(([id, places]) => [id, byName(places)]),
    release: release.map(([victim]) => victim).sort(),
    backfilled: backfilled.toSorted(),
  };
}

const isEqual = (one: Case) => JSON.stringify(decide(one)) === JSON.stringify(recorded(one));

const inVain = 'who is freed in vain goes on: the victims are a part of the recorded ones';
const claimFirst = 'a claim comes before the later starts of its level';
/** Where ours decides otherwise on purpose, by the case's number or name. */
const setAside = new Map<string, string>([
  ['fit-draining-slot-free', 'a slot that drains is not given out'],
  ['fit-off-slot-used', 'an agent is idle when nothing runs on it, on slots that are switched off neither'],
  ['impossible-blocks-lower', 'what can never run holds nobody up'],
  ['impossible-backfill', 'what can never run holds nobody up'],
  ['preempt-lower-chooses-after-start', 'what can never run holds nobody up'],
  ['max-slots-ignored', "a job's limit of slots holds"],
  ['max-slots-ignored-running', "a job's limit of slots holds"],
  ['preempt-aux-hidden', 'work that is not shown has its place by time'],
  ['preempt-aux-not-hidden', 'work that is not shown has its place by time'],
  ...['', '-blocked', '-gone', '-disabled'].map((name) => [`preempt-in-vain${name}`, inVain] as const),
  ['preempt-draining', inVain],
  ...[5, 8, 15, 21, 33, 36, 48, '48-possible', 58].map((n) => [`random-dense-priority-${n}`, inVain] as const),
  ['preempt-same-level-starts', claimFirst],
  ...[119, 150].map((n) => [`random-priority-${n}`, claimFirst] as const),
  ...[11, '11-possible', 13, 14, 22, 23, 25, 44, 57].map((n) => [`random-dense-priority-${n}`, claimFirst] as const),
]);

/** Why a case is not compared; a request that can never run is left out of its twin, which is compared instead. */
function reasonFor({ name }: Case): string | undefined {
  const twin = cases.find((one) => one.name === `${name}-possible`);
  return (
    setAside.get(name) ?? (twin && isEqual(twin) ? 'what can never run holds nobody up: its twin is equal' : undefined)
  );
}

test('the decisions of the priority scheduler are those of 0.38.1, but for those that are set aside with their reasons', () => {
  expect(cases).toHaveLength(420);
  const different = cases.filter((one) => !isEqual(one));
  const reasons = Map.groupBy(different, (one) => reasonFor(one) ?? 'none');
  const listed = [...reasons].map(([reason, of]) => `${reason}: ${of.map(({ name }) => name).join(' ')}`);
  console.info(
    [`${cases.length - different.length} of ${cases.length} decisions are equal; set aside:`, ...listed].join('\n  '),
  );
  expect(different.filter((one) => reasonFor(one) === undefined).map(({ name }) => name)).toEqual([]);
  // What is set aside and equal by now needs no reason any more.
  expect([...setAside.keys()].filter((name) => !different.some((one) => one.name === name))).toEqual([]);
});

test.each(['fit-aux-used-slots-worst', 'fit-aux-after-slots', 'random-priority-87', 'random-priority-93'])(
  '%s',
  (name) => {
    const one = cases.find((each) => each.name === name);
    if (!one) throw new Error(`no case ${name}`);
    expect(decide(one)).toEqual(recorded(one));
  },
);
