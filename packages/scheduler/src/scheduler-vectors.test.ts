import { describe, expect, test } from 'vitest';
import { hashDistance } from './fitting.ts';
import { jobsAhead, queueOrder } from './queue-order.ts';
import { type Decision, decide, poolOf, type RecordedCase, recorded, recordedCases } from './testing/vectors.ts';
import excepted from './vectors/excepted.json' with { type: 'json' };
import vectors from './vectors/scheduler.json' with { type: 'json' };

// What the schedulers of platform 0.38.1 decided. Where ours decides otherwise on purpose, `excepted.json` says by which
// decision and what it decides instead.

interface Exception {
  name: string;
  decisions: string[];
  expected: Decision;
}

// Cast: the file's own type is a union of all that stands in it.
const exceptions = new Map((excepted.cases as unknown as Exception[]).map((one) => [one.name, one]));
const of = (scheduler: RecordedCase['scheduler']) => recordedCases.filter((one) => one.scheduler === scheduler);
const isEqual = (one: RecordedCase) => JSON.stringify(decide(one)) === JSON.stringify(recorded(one));

describe.each([
  ['priority', 420, 365],
  ['fair_share', 226, 167],
] as const)('recorded decisions of %s', (scheduler, all, equal) => {
  const cases = of(scheduler);

  test.each(cases.filter(({ name }) => !exceptions.has(name)))('$name', (one) => {
    expect(decide(one)).toEqual(recorded(one));
  });

  test.each(cases.filter(({ name }) => exceptions.has(name)))('$name: as decided here', (one) => {
    const { expected, decisions } = exceptions.get(one.name) ?? { expected: undefined, decisions: [] };
    expect(decide(one)).toEqual(expected);
    // What is equal by now needs no exception any more, and each has its decision.
    expect(isEqual(one)).toBe(false);
    expect(decisions.filter((decision) => !(decision in excepted.decisions))).toEqual([]);
    expect(decisions).not.toEqual([]);
  });

  test(`${equal} equal + ${all - equal} excepted`, () => {
    const count = cases.filter(({ name }) => exceptions.has(name)).length;
    const reasons = Object.entries(excepted.decisions).flatMap(([decision, meaning]) => {
      const names = cases.filter(({ name }) => exceptions.get(name)?.decisions.includes(decision));
      return names.length === 0 ? [] : `${meaning} ${names.map(({ name }) => name).join(' ')}`;
    });
    console.info([`${scheduler}: ${cases.length - count} equal + ${count} excepted`, ...reasons].join('\n  '));
    expect([cases.length, cases.length - count]).toEqual([all, equal]);
  });
});

describe('an exception is no more than its decision says', () => {
  const excused = (decision: string) =>
    recordedCases.filter(({ name }) => exceptions.get(name)?.decisions.includes(decision));

  test.each(excused('in-vain'))('$name: the same starts, fewer victims', (one) => {
    const [ours, theirs] = [decide(one), recorded(one)];
    expect(ours.start).toEqual(theirs.start);
    expect(ours.release.filter((victim) => !theirs.release.includes(victim))).toEqual([]);
    expect(ours.release.length).toBeLessThan(theirs.release.length);
  });

  test.each(
    excused('impossible').flatMap((one) => {
      const twin = recordedCases.find(({ name }) => name === `${one.name}-possible`);
      return twin ? [{ name: one.name, one, twin }] : [];
    }),
  )('$name: what is decided without the request that can never run', ({ one, twin }) => {
    expect(decide(one)).toEqual(decide(twin));
  });

  test.each(excused('latest-cut'))('$name: the same offers and starts, other victims', (one) => {
    const [ours, theirs] = [decide(one), recorded(one)];
    expect({ ...ours, release: [] }).toEqual({ ...theirs, release: [] });
  });

  test.each(excused('keeps-share'))('$name: who leaves its share keeps of it what it runs', (one) => {
    const { offers = [], release } = decide(one);
    const lost = one.requests.filter(({ id, job, slots }) => {
      const share = offers.find(([of]) => of === job)?.[1] ?? 0;
      const others = one.requests.filter((other) => other.job === job && other.on && !release.includes(other.id));
      return release.includes(id) && others.reduce((sum, other) => sum + other.slots, slots) <= share;
    });
    expect(lost).toEqual([]);
  });
});

test.each(of('priority'))('$name: the order of its queue, and the jobs ahead', (one) => {
  const { requests } = poolOf(one);
  expect(queueOrder(requests).map(({ id }) => id)).toEqual(one.order);
  expect(Object.fromEntries(jobsAhead(requests))).toEqual(one.jobsAhead);
});

test.each(vectors.hashDistance)('the distance of %s and %s', (request = '', machine = '', distance = '') => {
  expect(hashDistance(request, machine)).toBe(BigInt(distance));
});
