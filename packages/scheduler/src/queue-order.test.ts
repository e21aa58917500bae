import { describe, expect, test } from 'vitest';
import { compareInstants, jobsAhead, jobsInQueue, queueOrder } from './queue-order.ts';
import { job, on, request } from './testing/make.ts';

test('priority, then the job, then the request, then the id', () => {
  const urgent = job('urgent', 5, { priority: 1 });
  const early = job('early', 1);
  const late = job('late', 2);
  const requests = [
    request(late, 1, { id: 'z', requestedAt: '2026-01-01T00:02:00Z' }),
    request(early, 1, { id: 'd', requestedAt: '2026-01-01T01:00:00.000001Z' }),
    request(early, 1, { id: 'c', requestedAt: '2026-01-01T01:00:00Z' }),
    request(early, 1, { id: 'b', requestedAt: '2026-01-01T01:00:00.000000Z' }),
    request(urgent, 1, { id: 'y', requestedAt: '2026-01-01T09:00:00Z' }),
  ];
  expect(queueOrder(requests).map(({ id }) => id)).toEqual(['y', 'b', 'c', 'd', 'z']);
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z'],
  ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.51Z'],
  ['2026-01-01T00:00:00.999999999Z', '2026-01-01T00:00:01Z'],
])('%s is before %s', (a, b) => {
  expect(compareInstants(a, b)).toBeLessThan(0);
  expect(compareInstants(b, a)).toBeGreaterThan(0);
});

test('digits that add nothing make no difference', () => {
  expect(compareInstants('2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500000Z')).toBe(0);
  expect(compareInstants('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000Z')).toBe(0);
});

describe('the queue by job', () => {
  const first = job('first', 1);
  const second = job('second', 2);
  const hidden = job('gc', 0, { priority: 1, userVisible: false });
  const requests = [
    request(second, 2, { id: 's1' }),
    on(request(first, 4, { id: 'f1' }), { a: [0, 1, 2, 3] }),
    request(first, 4, { id: 'f2' }),
    request(hidden, 0, { id: 'g1' }),
  ];

  test('running jobs count as ahead, hidden ones do not', () => {
    expect([...jobsAhead(requests)]).toEqual([
      ['first', 0],
      ['second', 1],
    ]);
  });

  test('[POOL-050] states are those of the most advanced request, slots are sums', () => {
    expect(jobsInQueue(requests)).toEqual([
      { jobId: 'gc', jobsAhead: null, state: 'QUEUED', requestedSlots: 0, allocatedSlots: 0 },
      { jobId: 'first', jobsAhead: 0, state: 'SCHEDULED', requestedSlots: 8, allocatedSlots: 4 },
      { jobId: 'second', jobsAhead: 1, state: 'QUEUED', requestedSlots: 2, allocatedSlots: 0 },
    ]);
    const backfilled = [...requests, on(request(second, 2, { id: 's2' }), { b: [0, 1] }, { backfilled: true })];
    expect(jobsInQueue(backfilled)[2]).toMatchObject({ state: 'SCHEDULED_BACKFILLED', allocatedSlots: 2 });
  });
});
