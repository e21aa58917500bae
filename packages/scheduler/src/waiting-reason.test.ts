import { describe, expect, test } from 'vitest';
import { schedule } from './schedule.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from './scheduling-types.ts';
import { agent, job, on, request, settings } from './testing/make.ts';
import { explainWaiting } from './waiting-reason.ts';

/** Why `mine` waits: the reason and the sentence. */
function why(agents: Agent[], requests: AllocationRequest[], changes: Partial<SchedulerSettings> = {}) {
  const { waiting } = schedule({ pool: 'gpu', agents, requests, settings: settings(changes) });
  const reason = waiting.find(({ request: { job } }) => job.id === 'mine')?.because;
  if (reason === undefined) throw new Error('it does not wait');
  return { reason, text: explainWaiting(reason) };
}

const mine = (slots: number, changes: Partial<AllocationRequest> = {}, priority = 42) =>
  request(job('mine', 50, { priority }), slots, changes);

describe('what can never run', () => {
  test('no agents', () => {
    expect(why([], [mine(1)])).toEqual({
      reason: { kind: 'no-agents', pool: 'gpu' },
      text: 'No agent is connected to the resource pool gpu.',
    });
  });

  test('more slots than there are', () => {
    expect(why([agent('x', 4)], [mine(8)])).toEqual({
      reason: { kind: 'too-large', need: 8, largestAgent: 4, total: 4, singleAgent: false },
      text: "It can't run in this resource pool: it needs 8 slots and the pool has 4.",
    });
  });

  test('more than one agent has', () => {
    const { text } = why([agent('x', 4), agent('y', 4)], [mine(8, { singleAgent: true })]);
    expect(text).toBe("It can't run in this resource pool: it needs 8 slots on one agent and the largest has 4.");
  });

  test('a number that whole agents do not make', () => {
    const { text } = why([agent('x', 4), agent('y', 4)], [mine(6)]);
    expect(text).toBe(
      "It can't run in this resource pool: it needs 6 slots, the largest agent has 4, and whole agents don't add up to 6.",
    );
  });

  test('no places for tasks without slots', () => {
    const { text } = why([agent('x', 4, { maxAuxContainers: 0 })], [mine(0)]);
    expect(text).toBe("It can't run in this resource pool: its agents take no tasks without slots.");
  });

  test('agents that are switched off', () => {
    const slots = [0, 1, 2, 3].map((id) => ({ id, enabled: id === 0 }));
    expect(why([agent('x', 4, { slots }), agent('y', 4, { draining: true })], [mine(4)])).toEqual({
      reason: { kind: 'disabled', need: 4, enabled: 1, total: 8 },
      text: "It needs 4 slots, but of the pool's 8 slots only 1 is enabled.",
    });
    const { text } = why([agent('x', 4, { enabled: false })], [mine(0)]);
    expect(text).toBe('The agents that take tasks without slots are disabled.');
  });

  test('agents that are ruled out', () => {
    expect(why([agent('x', 4), agent('y', 1)], [mine(2, { blockedAgents: ['x'] })])).toEqual({
      reason: { kind: 'blocked-agents', need: 2, agents: ['x'] },
      text: 'It may not run on x, and the rest of the pool is too small for it.',
    });
  });

  test('more than its own job may have', () => {
    const limited = request(job('mine', 1, { maxSlots: 2 }), 4);
    expect(why([agent('x', 8)], [limited])).toEqual({
      reason: { kind: 'max-slots', need: 4, used: 0, limit: 2 },
      text: 'It needs 4 slots, but its job is limited to 2.',
    });
  });
});

test('its job is at its limit', () => {
  const limited = job('mine', 1, { maxSlots: 2 });
  const running = on(request(limited, 2, { id: 't1' }), { x: [0, 1] });
  expect(why([agent('x', 8)], [running, request(limited, 2, { id: 't2' })]).text).toBe(
    'Its job is limited to 2 slots; its other parts have or await 2, and this one needs 2.',
  );
});

describe('no room', () => {
  test('slots are held by others, and others come first', () => {
    const requests = [
      on(request(job('r1', 1), 2), { x: [0, 1] }),
      on(request(job('r2', 2), 1), { x: [2] }),
      request(job('next', 3), 4),
      mine(2),
    ];
    expect(why([agent('x', 4)], requests)).toEqual({
      reason: {
        kind: 'slots',
        need: 2,
        free: 1,
        held: 3,
        holders: 2,
        heldBy: ['r1', 'r2'],
        ahead: 1,
        behind: ['next'],
      },
      text: 'It needs 2 slots, 1 is free and 3 are held by 2 jobs; 1 waiting job comes first.',
    });
  });

  test('what starts in the same moment counts as holding', () => {
    const { reason } = why([agent('x', 4)], [request(job('now', 1), 4), mine(2)]);
    expect(reason).toMatchObject({ kind: 'slots', free: 0, held: 4, heldBy: ['now'], ahead: 0, behind: [] });
  });

  test('long lists are cut, their length is not', () => {
    const running = Array.from({ length: 25 }, (_, i) => on(request(job(`r${i}`, i), 1), { x: [i] }));
    const waiting = Array.from({ length: 15 }, (_, i) => request(job(`w${i}`, 30 + i), 1));
    const { reason, text } = why([agent('x', 25)], [...running, ...waiting, mine(1)]);
    expect(reason).toMatchObject({ held: 25, holders: 25, ahead: 15 });
    if (reason.kind !== 'slots') throw new Error(reason.kind);
    expect([reason.heldBy.length, reason.behind.length]).toEqual([10, 10]);
    expect(text).toBe('It needs 1 slot, 0 are free and 25 are held by 25 jobs; 15 waiting jobs come first.');
  });

  test('jobs have names only where the caller gives them', () => {
    const running = ['a', 'b', 'c', 'd'].map((id, slot) => on(request(job(id, 1), 1), { x: [slot] }));
    const sentence = (jobs: number) => {
      const { reason } = why([agent('x', jobs)], [...running.slice(0, jobs), mine(1)]);
      return explainWaiting(reason, (jobId) => `run ${jobId.toUpperCase()}`);
    };
    expect([1, 2, 3, 4].map(sentence)).toEqual([
      'It needs 1 slot, 0 are free and 1 is held by run A.',
      'It needs 1 slot, 0 are free and 2 are held by run A and run B.',
      'It needs 1 slot, 0 are free and 3 are held by run A, run B and run C.',
      'It needs 1 slot, 0 are free and 4 are held by run A, run B and 2 more.',
    ]);
  });

  test('enough slots, but scattered', () => {
    const requests = [on(request(job('r1', 1), 2), { x: [0, 1] }), on(request(job('r2', 2), 2), { y: [0, 1] })];
    const agents = [agent('x', 4), agent('y', 4)];
    expect(why(agents, [...requests, mine(4)])).toEqual({
      reason: { kind: 'fragmented', need: 4, free: 4, largestFree: 2, singleAgent: false, ahead: 0, behind: [] },
      text: 'It needs 4 slots; 4 are free, but at most 2 on one agent.',
    });
    expect(why(agents, [...requests, mine(3, { singleAgent: true })]).text).toBe(
      'It needs 3 slots on one agent; 4 are free, but at most 2 on one agent.',
    );
  });

  test('places for tasks without slots', () => {
    const agents = [agent('x', 4, { maxAuxContainers: 1 })];
    expect(why(agents, [on(request(job('r', 1), 0), { x: [] }), mine(0)])).toEqual({
      reason: { kind: 'aux-full', running: 1, capacity: 1, ahead: 0, behind: [] },
      text: 'The one place for tasks without slots is taken.',
    });
  });
});

describe('room that is kept for others', () => {
  const held = on(request(job('held', 0), 2, { preemptible: false }), { x: [0, 1] });
  const blocked = request(job('blocked', 1, { priority: 10 }), 4);
  const agents = [agent('x', 4)];

  test('nothing goes past them', () => {
    expect(why(agents, [held, blocked, mine(1)])).toEqual({
      reason: { kind: 'higher-priority', need: 1, free: 2, backfill: 'off', ahead: 1, behind: ['blocked'] },
      text: 'There is room for it, but 1 waiting job comes first, and this pool starts nothing past it.',
    });
  });

  test('only what can be preempted goes past them', () => {
    const { reason, text } = why(agents, [held, blocked, mine(1, { preemptible: false })], { preemption: true });
    expect(reason).toMatchObject({ kind: 'higher-priority', backfill: 'not-preemptible' });
    expect(text).toBe(
      'There is room for it, but 1 waiting job comes first, and only what can be preempted may start past it.',
    );
  });

  test('the room is kept for one that is kept back itself', () => {
    const notebook = request(job('notebook', 2), 2, { preemptible: false });
    const { reason, text } = why(agents, [held, blocked, notebook, mine(1, {}, 90)], { preemption: true });
    expect(reason).toMatchObject({ kind: 'higher-priority', backfill: 'reserved', behind: ['blocked', 'notebook'] });
    expect(text).toBe('There is room for it, but 2 waiting jobs come first.');
  });

  test('earlier parts of its own job', () => {
    const search = job('mine', 5);
    const low = on(request(job('low', 3, { priority: 99 }), 2), { x: [0, 1] });
    const requests = [low, request(search, 3, { id: 't1' }), request(search, 1, { id: 't2' })];
    const { waiting } = schedule({ pool: 'gpu', agents, requests, settings: settings({ preemption: true }) });
    expect(waiting.map(({ request: { id }, because }) => `${id}: ${explainWaiting(because)}`)).toEqual([
      't1: Its slots are being freed: it starts when 1 job has stopped.',
      't2: There is room for it, but earlier parts of its own job come first.',
    ]);
  });

  test('slots are being freed for others', () => {
    const low = on(request(job('low', 3, { priority: 99 }), 2), { x: [0, 1] });
    const { reason, text } = why(agents, [low, request(job('first', 4, { priority: 1 }), 3), mine(1)], {
      preemption: true,
    });
    expect(reason).toMatchObject({ kind: 'higher-priority', backfill: 'freeing', behind: ['first'] });
    expect(text).toBe('There is room for it, but 1 waiting job comes first, and slots are being freed for it.');
  });

  test('its own slots are being freed', () => {
    const low = on(request(job('low', 3, { priority: 99 }), 4), { x: [0, 1, 2, 3] });
    expect(why(agents, [low, mine(2)], { preemption: true })).toEqual({
      reason: { kind: 'preempting', need: 2, releasing: ['low'] },
      text: 'Its slots are being freed: it starts when 1 job has stopped.',
    });
  });
});
