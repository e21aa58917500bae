import { describe, expect, test } from 'vitest';
import { findFit, hashDistance } from './fitting.ts';
import { PoolState } from './pool-state.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from './scheduling-types.ts';
import { agent, job, on, request, settings } from './testing/make.ts';

const fit = (
  wanted: AllocationRequest,
  agents: Agent[],
  running: AllocationRequest[] = [],
  changes: Partial<SchedulerSettings> = {},
) => findFit(wanted, new PoolState(agents, running), settings(changes));
const agentsOf = (...args: Parameters<typeof fit>) => fit(...args)?.map(({ agentId }) => agentId);

const need = (slots: number, changes = {}) => request(job('new', 9), slots, changes);
const other = (slots: number[], agentId: string, id = `other-${agentId}`) =>
  on(request(job(id, 1), slots.length), { [agentId]: slots });

describe('beside others', () => {
  test('best takes the fullest agent that has room, worst the emptiest', () => {
    const agents = [agent('a', 4), agent('b', 4), agent('c', 4)];
    const running = [other([0], 'a'), other([0, 1, 2], 'b')];
    expect(agentsOf(need(2), agents, running)).toEqual(['a']);
    expect(agentsOf(need(1), agents, running)).toEqual(['b']);
    expect(agentsOf(need(1), agents, running, { fittingPolicy: 'worst' })).toEqual(['c']);
  });

  test('the lowest free slots are given out', () => {
    expect(fit(need(2), [agent('a', 4)], [other([0, 2], 'a')])).toEqual([{ agentId: 'a', slotIds: [1, 3] }]);
  });

  test('disabled slots and disabled, draining or blocked agents give nothing', () => {
    const slots = [0, 1, 2].map((id) => ({ id, enabled: id !== 0 }));
    expect(fit(need(2), [agent('a', 3, { slots })])).toEqual([{ agentId: 'a', slotIds: [1, 2] }]);
    expect(fit(need(3), [agent('a', 3, { slots })])).toBeNull();
    expect(fit(need(1), [agent('a', 3, { enabled: false })])).toBeNull();
    expect(fit(need(0), [agent('a', 3, { enabled: false })])).toBeNull();
    expect(fit(need(1), [agent('a', 3, { draining: true })])).toBeNull();
    expect(fit(need(0), [agent('a', 3, { draining: true })])).toBeNull();
    expect(agentsOf(need(1, { blockedAgents: ['a'] }), [agent('a', 3), agent('b', 1)])).toEqual(['b']);
  });

  test('a disabled slot that is still in use does not count twice', () => {
    const slots = [0, 1, 2].map((id) => ({ id, enabled: id !== 0 }));
    expect(fit(need(2), [agent('a', 3, { slots })], [other([0], 'a')])).toEqual([{ agentId: 'a', slotIds: [1, 2] }]);
  });

  test('equals are decided by the distance of hashes, the same way every time', () => {
    const agents = ['a', 'b', 'c', 'd'].map((id) => agent(id, 1));
    const nearest = (id: string) =>
      ['a', 'b', 'c', 'd'].sort((a, b) => (hashDistance(id, a) < hashDistance(id, b) ? -1 : 1))[0];
    const chosen = ['1.1', '2.1', '3.1', '4.1', '5.1', '6.1'].map((id) => agentsOf(need(1, { id }), agents)?.[0]);
    expect(chosen).toEqual(['1.1', '2.1', '3.1', '4.1', '5.1', '6.1'].map(nearest));
    expect(new Set(chosen).size).toBeGreaterThan(1);
    expect(agentsOf(need(1, { id: '1.1' }), agents.toReversed())?.[0]).toBe(chosen[0]);
  });

  test('the distance is that of the first eight bytes of md5, little end first, modulo 2^64', () => {
    // md5('a') begins 0cc175b9c0f1b6a8, md5('b') 92eb5ffee6ae2fec.
    const a = 0xa8b6f1c0b975c10cn;
    const b = 0xec2faee6fe5feb92n;
    expect(hashDistance('b', 'a')).toBe(b - a);
    expect(hashDistance('a', 'b')).toBe(2n ** 64n + a - b);
  });
});

describe('without slots', () => {
  test('one place on an agent that has one, however busy its slots are', () => {
    const full = on(request(job('x', 1), 0), { a: [] });
    expect(fit(need(0), [agent('a', 0, { maxAuxContainers: 1 })])).toEqual([{ agentId: 'a', slotIds: [] }]);
    expect(fit(need(0), [agent('a', 1, { maxAuxContainers: 1 })], [other([0], 'a')])).not.toBeNull();
    expect(fit(need(0), [agent('a', 1, { maxAuxContainers: 1 })], [full])).toBeNull();
  });

  test('best fills up the agent with fewer places left, worst the one with more', () => {
    const agents = [agent('a', 0, { maxAuxContainers: 10 }), agent('b', 0, { maxAuxContainers: 10 })];
    const running = [on(request(job('x', 1), 0), { a: [] })];
    expect(agentsOf(need(0), agents, running)).toEqual(['a']);
    expect(agentsOf(need(0), agents, running, { fittingPolicy: 'worst' })).toEqual(['b']);
  });
});

describe('on whole agents', () => {
  const agents = [agent('a', 4), agent('b', 4), agent('c', 2), agent('d', 2)];

  test('as many idle agents of one size as make the number', () => {
    expect(agentsOf(need(8), agents)?.toSorted()).toEqual(['a', 'b']);
    expect(fit(need(8), agents)?.map(({ slotIds }) => slotIds)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });

  test('an agent with anything on it is not whole', () => {
    expect(fit(need(8), agents, [other([0], 'a')])).toBeNull();
    // 4 slots then fit on b alone, 8 on nothing.
    expect(agentsOf(need(4), agents, [other([0], 'a')])).toEqual(['b']);
  });

  test('smaller agents are taken where the larger ones are not enough or do not divide', () => {
    expect(agentsOf(need(4), agents, [other([0], 'a'), other([0], 'b')])?.toSorted()).toEqual(['c', 'd']);
    expect(agentsOf(need(6), [agent('a', 4), agent('b', 2), agent('c', 2), agent('d', 2)])?.toSorted()).toEqual([
      'b',
      'c',
      'd',
    ]);
  });

  test('not for requests that want a single agent', () => {
    expect(fit(need(8, { singleAgent: true }), agents)).toBeNull();
  });

  test('different sizes only where that is allowed, and only when they come out even', () => {
    expect(fit(need(10), agents)).toBeNull();
    expect(agentsOf(need(10), agents, [], { heterogeneousFits: true })?.slice(0, 2).toSorted()).toEqual(['a', 'b']);
    expect(agentsOf(need(10), agents, [], { heterogeneousFits: true })).toHaveLength(3);
    expect(fit(need(11), agents, [], { heterogeneousFits: true })).toBeNull();
    expect(fit(need(14), agents, [], { heterogeneousFits: true })).toBeNull();
  });

  test('blocked agents are left out', () => {
    expect(fit(need(8, { blockedAgents: ['b'] }), agents)).toBeNull();
  });
});
