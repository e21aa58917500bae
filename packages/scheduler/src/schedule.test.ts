import { describe, expect, test } from 'vitest';
import { schedule } from './schedule.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from './scheduling-types.ts';
import { agent, job, on, request, settings } from './testing/make.ts';

/** Who starts, who is preempted and who waits for what, in a few letters. */
function decide(agents: Agent[], requests: AllocationRequest[], changes: Partial<SchedulerSettings> = {}) {
  const { start, preempt, waiting } = schedule({ pool: 'default', agents, requests, settings: settings(changes) });
  return {
    start: start.map(({ request: { job }, backfilled }) => (backfilled ? `${job.id} (backfilled)` : job.id)),
    preempt: preempt.map(({ request: { job } }) => job.id),
    waiting: Object.fromEntries(waiting.map(({ request: { job }, because }) => [job.id, because.kind])),
  };
}

const urgent = (id: string, minute = 5) => job(id, minute, { priority: 10 });
const idle = (id: string, minute = 5) => job(id, minute, { priority: 90 });
const preemption = { preemption: true };

describe('the queue', () => {
  test('starts what fits, in order', () => {
    const requests = [request(job('c', 3), 1), request(job('a', 1), 2), request(job('b', 2), 2)];
    expect(decide([agent('x', 4)], requests)).toEqual({ start: ['a', 'b'], preempt: [], waiting: { c: 'slots' } });
  });

  test('more important first, whatever came first', () => {
    const requests = [request(idle('low', 1), 4), request(job('mid', 2), 4), request(urgent('high', 3), 4)];
    expect(decide([agent('x', 4)], requests).start).toEqual(['high']);
  });

  test('inside one priority a smaller request may go where an earlier one has no room', () => {
    const requests = [
      on(request(job('held', 0), 2), { x: [0, 1] }),
      request(job('large', 1), 4),
      request(job('small', 2), 2),
    ];
    expect(decide([agent('x', 4)], requests)).toEqual({ start: ['small'], preempt: [], waiting: { large: 'slots' } });
  });

  test('tasks without slots are a queue of their own', () => {
    const full = on(request(urgent('full'), 4), { x: [0, 1, 2, 3] });
    const requests = [full, request(urgent('blocked', 6), 4), request(idle('aux', 7), 0, { preemptible: false })];
    expect(decide([agent('x', 4)], requests)).toEqual({ start: ['aux'], preempt: [], waiting: { blocked: 'slots' } });
  });
});

describe('past a request without room', () => {
  const held = on(request(job('held', 0), 2, { preemptible: false }), { x: [0, 1] });
  const blocked = request(urgent('blocked'), 4);
  const agents = [agent('x', 4)];

  test('nothing less important starts without preemption', () => {
    expect(decide(agents, [held, blocked, request(idle('low'), 1)])).toEqual({
      start: [],
      preempt: [],
      waiting: { blocked: 'slots', low: 'higher-priority' },
    });
  });

  test('with preemption what can be preempted starts, and shows as backfilled', () => {
    expect(decide(agents, [held, blocked, request(idle('low'), 1)], preemption)).toEqual({
      start: ['low (backfilled)'],
      preempt: [],
      waiting: { blocked: 'slots' },
    });
  });

  test('a notebook never does, and keeps its place in front of those behind it', () => {
    const notebook = request(job('notebook', 6), 2, { preemptible: false });
    expect(decide(agents, [held, blocked, notebook, request(idle('low'), 1)], preemption)).toEqual({
      start: [],
      preempt: [],
      waiting: { blocked: 'slots', notebook: 'higher-priority', low: 'higher-priority' },
    });
  });

  test('a request that can never run here holds nobody up', () => {
    const impossible = request(urgent('impossible'), 64);
    expect(decide(agents, [impossible, request(idle('low'), 1)])).toEqual({
      start: ['low'],
      preempt: [],
      waiting: { impossible: 'too-large' },
    });
  });
});

describe('preemption', () => {
  const agents = [agent('x', 4)];

  test('the least important goes first, the latest of them first, no more than needed', () => {
    const running = [
      on(request(idle('low-early', 1), 1), { x: [0] }),
      on(request(idle('low-late', 2), 1), { x: [1] }),
      on(request(job('mid', 3), 1), { x: [2] }),
      on(request(urgent('peer', 4), 1), { x: [3] }),
    ];
    const victims = (slots: number) =>
      decide(agents, [...running, request(urgent('new', 9), slots)], preemption).preempt;
    expect(victims(1)).toEqual(['low-late']);
    expect(victims(2)).toEqual(['low-late', 'low-early']);
    expect(victims(3)).toEqual(['low-late', 'low-early', 'mid']);
    // The peer came first.
    expect(victims(4)).toEqual([]);
  });

  test('inside one priority only those that were submitted later', () => {
    const running = [on(request(job('early', 1), 2), { x: [0, 1] }), on(request(job('late', 3), 2), { x: [2, 3] })];
    expect(decide(agents, [...running, request(job('new', 2), 2)], preemption).preempt).toEqual(['late']);
    expect(decide(agents, [...running, request(job('new', 2), 4)], preemption).preempt).toEqual([]);
  });

  test('an earlier job makes its room before a later one of the same priority starts', () => {
    const running = on(request(job('late', 3), 2), { x: [0, 1] });
    const requests = [running, request(job('large', 1), 4), request(job('small', 4), 1)];
    expect(decide(agents, requests, preemption)).toEqual({
      start: [],
      preempt: ['late'],
      waiting: { large: 'preempting', small: 'higher-priority' },
    });
  });

  test('a job does not preempt itself', () => {
    const search = job('search', 1);
    const running = on(request(search, 4, { id: 'trial-2' }), { x: [0, 1, 2, 3] });
    expect(decide(agents, [running, request(search, 4, { id: 'trial-1' })], preemption).preempt).toEqual([]);
  });

  test('what cannot be preempted stays, and nothing is stopped in vain', () => {
    const running = [
      on(request(idle('notebook', 1), 1, { preemptible: false }), { x: [0] }),
      on(request(idle('low', 2), 3), { x: [1, 2, 3] }),
    ];
    expect(decide(agents, [...running, request(urgent('new'), 4)], preemption)).toEqual({
      start: [],
      preempt: [],
      waiting: { new: 'slots' },
    });
  });

  test('one on another agent, where stopping it would not help, stays', () => {
    const running = [
      on(request(idle('on-x', 1), 4), { x: [0, 1, 2, 3] }),
      on(request(idle('on-y', 2), 2), { y: [0, 1] }),
    ];
    const result = decide([...agents, agent('y', 2)], [...running, request(urgent('new'), 4)], preemption);
    expect(result.preempt).toEqual(['on-x']);
  });

  test('is off unless it is on', () => {
    const running = on(request(idle('low'), 4), { x: [0, 1, 2, 3] });
    expect(decide(agents, [running, request(urgent('new'), 4)])).toEqual({
      start: [],
      preempt: [],
      waiting: { new: 'slots' },
    });
  });

  test('while the slots are being freed nobody else is stopped for them, and nobody else starts on them', () => {
    const running = [
      on(request(idle('going', 1), 2), { x: [0, 1] }, { releasing: true }),
      on(request(idle('staying', 2), 1), { x: [2] }),
    ];
    const requests = [...running, request(urgent('new'), 3), request(idle('small', 9), 1)];
    expect(decide(agents, requests, preemption)).toEqual({
      start: [],
      preempt: [],
      waiting: { new: 'preempting', small: 'higher-priority' },
    });
  });

  test('two that need room get two victims, not the same one', () => {
    const running = [on(request(idle('v1', 1), 2), { x: [0, 1] }), on(request(idle('v2', 2), 2), { x: [2, 3] })];
    const requests = [...running, request(urgent('n1', 5), 2), request(urgent('n2', 6), 2)];
    expect(decide(agents, requests, preemption).preempt).toEqual(['v2', 'v1']);
  });

  test('room left over by one preemption serves the next', () => {
    const running = on(request(idle('large', 1), 4), { x: [0, 1, 2, 3] });
    const requests = [running, request(urgent('n1', 5), 2), request(urgent('n2', 6), 2)];
    expect(decide(agents, requests, preemption)).toEqual({
      start: [],
      preempt: ['large'],
      waiting: { n1: 'preempting', n2: 'preempting' },
    });
  });

  test('says for whom', () => {
    const running = on(request(idle('low'), 4), { x: [0, 1, 2, 3] });
    const next = request(urgent('new'), 4);
    const { preempt } = schedule({
      pool: 'default',
      agents,
      requests: [running, next],
      settings: settings(preemption),
    });
    expect(preempt).toEqual([{ request: running, because: { kind: 'higher-priority', request: next } }]);
  });
});

describe('max_slots of a job', () => {
  const search = (maxSlots: number | null) => job('search', 1, { maxSlots });
  const trial = (of: ReturnType<typeof search>, id: string) => request(of, 1, { id });
  const starts = (requests: AllocationRequest[]) =>
    schedule({ pool: 'default', agents: [agent('x', 8)], requests, settings: settings() });

  test('holds, over what runs and what starts together', () => {
    const limited = search(3);
    const { start, waiting } = starts([
      on(trial(limited, 't1'), { x: [0] }),
      ...['t2', 't3', 't4', 't5'].map((id) => trial(limited, id)),
    ]);
    expect(start.map(({ request: { id } }) => id)).toEqual(['t2', 't3']);
    expect(waiting.map(({ because }) => because)).toEqual([
      { kind: 'max-slots', need: 1, used: 3, limit: 3 },
      { kind: 'max-slots', need: 1, used: 3, limit: 3 },
    ]);
    expect(starts(['t2', 't3', 't4', 't5'].map((id) => trial(search(null), id))).start).toHaveLength(4);
  });

  test('slots that are being freed still count', () => {
    const limited = search(1);
    const { start } = starts([on(trial(limited, 't1'), { x: [0] }, { releasing: true }), trial(limited, 't2')]);
    expect(start).toEqual([]);
  });

  test('a job at its limit holds up nobody else', () => {
    const limited = job('limited', 1, { maxSlots: 1, priority: 1 });
    const { start } = starts([on(trial(limited, 't1'), { x: [0] }), trial(limited, 't2'), request(job('other', 9), 7)]);
    expect(start.map(({ request: { job } }) => job.id)).toEqual(['other']);
  });

  test('lowered below what runs, the latest are asked to stop, with preemption on or off', () => {
    const limited = search(2);
    const running = ['t1', 't2', 't3', 't4'].map((id, slot) => on(trial(limited, id), { x: [slot] }));
    const { preempt } = starts(running);
    expect(preempt.map(({ request: { id }, because }) => [id, because])).toEqual([
      ['t4', { kind: 'max-slots', limit: 2, used: 4 }],
      ['t3', { kind: 'max-slots', limit: 2, used: 3 }],
    ]);
    const fixed = running.map((one) => (one.id === 't4' ? { ...one, preemptible: false } : one));
    expect(starts(fixed).preempt.map(({ request: { id } }) => id)).toEqual(['t3', 't2']);
    const asked = running.map((one) => (one.id > 't2' ? on(one, { x: [9] }, { releasing: true }) : one));
    expect(starts(asked).preempt).toEqual([]);
  });
});

test('the answer does not depend on the order in which requests and agents are listed', () => {
  const agents = ['a', 'b', 'c'].map((id) => agent(id, 4));
  const requests = [
    ...Array.from({ length: 12 }, (_, i) => request(job(`j${i}`, i % 4, { priority: 40 + (i % 3) }), (i % 4) + 1)),
    on(request(idle('low'), 4), { a: [0, 1, 2, 3] }),
  ];
  const input = { pool: 'default', settings: settings(preemption) };
  expect(schedule({ ...input, agents: agents.toReversed(), requests: requests.toReversed() })).toEqual(
    schedule({ ...input, agents, requests }),
  );
});

test('an agent that is gone takes nothing with it', () => {
  const lost = on(request(job('lost', 1), 2), { gone: [0, 1] });
  expect(decide([agent('x', 2)], [lost, request(job('new', 2), 2)])).toEqual({
    start: ['new'],
    preempt: [],
    waiting: {},
  });
});
