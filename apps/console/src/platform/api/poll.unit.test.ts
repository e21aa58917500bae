import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failuresInARow, pollDelay, pollEvery, pollInterval, pollWhile } from './poll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[ERR-016] the default poll comes every ten seconds', () => {
  expect(pollDelay(pollEvery.default, 0)).toBe(10_000);
});

test('[ERR-017] failures in a row double the delay from one second to ten minutes', () => {
  expect([1, 2, 3, 4].map((count) => pollDelay(pollEvery.default, count))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(pollDelay(pollEvery.default, 30)).toBe(600_000);
});

test('a success starts the count again', () => {
  const query = { state: { status: 'error', errorUpdatedAt: 1 } };
  expect(failuresInARow(query)).toBe(1);
  expect(failuresInARow(query)).toBe(1);
  query.state.errorUpdatedAt = 2;
  expect(failuresInARow(query)).toBe(2);
  query.state.status = 'success';
  expect(failuresInARow(query)).toBe(0);
  query.state = { status: 'error', errorUpdatedAt: 3 };
  expect(failuresInARow(query)).toBe(1);
});

test('without live hints a store is asked for every five seconds, with them once a minute', () => {
  expect(pollEvery.store).toBe(5_000);
  expect(pollWhile(false, pollEvery.store)).toBe(5_000);
  expect(pollWhile(true, pollEvery.store)).toBe(60_000);
  expect(pollWhile(true, pollEvery.slow)).toBe(360_000);
});

test('[ERR-018] a store is asked at once, then every five seconds', async () => {
  environmentManager.setIsServer(() => false);
  const queryFn = vi.fn(async () => 'answer');
  const cache = new QueryClient();
  const query = { queryKey: ['store'], queryFn, refetchInterval: pollInterval(pollEvery.store, false) };
  const stop = new QueryObserver(cache, query).subscribe(() => {});
  const asked: number[] = [];
  for (const wait of [0, 4_999, 1, 4_999, 1]) {
    await vi.advanceTimersByTimeAsync(wait);
    asked.push(queryFn.mock.calls.length);
  }
  expect(asked).toEqual([1, 1, 2, 2, 3]);
  stop();
  cache.clear();
});
