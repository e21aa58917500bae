import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import type { Change } from '@determined/contract/staleness.ts';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMeta } from './call.ts';
import { LiveRefresh, paceMs } from './live-refresh.ts';

let client: QueryClient;
let refresh: LiveRefresh;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  refresh = new LiveRefresh(client);
});
afterEach(() => {
  refresh.stop();
  client.clear();
  vi.useRealTimers();
});

/** A read; on the screen until the returned function is called. Gives how often it was asked for. */
function read(key: string, meta: ReturnType<typeof readMeta>, { shown = true } = {}) {
  const asked = vi.fn(async () => key);
  const query = { queryKey: [key], queryFn: asked, meta, initialData: key, staleTime: Number.POSITIVE_INFINITY };
  const leave = new QueryObserver(client, query).subscribe(() => {});
  if (!shown) leave();
  return { asked, leave };
}

const reported: Change = { entity: 'metric', of: { trial: 1 } };
const moved: Change = { entity: 'trial', of: { trial: 1 } };
const trial = (id: number) => readMeta(getTrialRoute, { trialId: id });
const minutes = (count: number) => count * 60_000;

test('what streams is asked for in turns, whatever the rate at which it comes', async () => {
  const reads = [1, 2, 3, 4].map((key) => read(`trial ${key}`, trial(1)));
  for (let ms = 0; ms < minutes(1); ms += 100) {
    refresh.heard([reported]);
    await vi.advanceTimersByTimeAsync(100);
  }
  const counts = reads.map(({ asked }) => asked.mock.calls.length);
  expect(counts.reduce((a, b) => a + b)).toBeLessThanOrEqual(30);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
});

test('the first of a stream is asked for at once, the last is never left out', async () => {
  const { asked } = read('trial', trial(1));
  refresh.heard([reported]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledTimes(1);
  refresh.heard([reported]);
  await vi.advanceTimersByTimeAsync(paceMs - 1);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a change of state is shown at once, in the middle of a stream too; without end it has turns as well', async () => {
  const { asked } = read('trial', trial(1));
  for (let i = 0; i < 3; i++) refresh.heard([reported]);
  await vi.advanceTimersByTimeAsync(paceMs / 2);
  const before = asked.mock.calls.length;
  refresh.heard([moved]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledTimes(before + 1);
  for (let ms = 0; ms < minutes(10); ms += 500) {
    refresh.heard([moved]);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(asked.mock.calls.length).toBeLessThanOrEqual(300);
});

test('a change of state that comes after many has its turn as soon as there is one, before what streams', async () => {
  const state = read('trial', trial(1));
  const stream = read('metrics', readMeta(getTrialRoute, { trialId: 1 }, ['metric']));
  for (let i = 0; i < 40; i++) refresh.heard([moved]);
  refresh.heard([reported]);
  await vi.advanceTimersByTimeAsync(0);
  const before = state.asked.mock.calls.length;
  expect(before).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(paceMs);
  expect(state.asked).toHaveBeenCalledTimes(before + 1);
  expect(stream.asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(stream.asked).toHaveBeenCalledTimes(1);
});

test('what streams keeps its turns after a few changes of state, and leaves room for as many', async () => {
  const state = read('state', readMeta(getTrialRoute, { trialId: 1 }, ['trial']));
  const stream = read('metrics', readMeta(getTrialRoute, { trialId: 1 }, ['metric']));
  for (let i = 0; i < 5; i++) refresh.heard([moved]);
  for (let turn = 1; turn <= 30; turn++) {
    refresh.heard([reported]);
    await vi.advanceTimersByTimeAsync(paceMs);
    expect(stream.asked).toHaveBeenCalledTimes(turn);
  }
  const before = state.asked.mock.calls.length;
  for (let i = 0; i < 5; i++) refresh.heard([moved]);
  await vi.advanceTimersByTimeAsync(0);
  expect(state.asked).toHaveBeenCalledTimes(before + 5);
});

test('what streams goes on after many changes of state, and among changes without end, with every second turn', async () => {
  const state = read('state', readMeta(getTrialRoute, { trialId: 1 }, ['trial']));
  const stream = read('metrics', readMeta(getTrialRoute, { trialId: 1 }, ['metric']));
  for (let i = 0; i < 40; i++) refresh.heard([moved]);
  for (let turn = 1; turn <= 12; turn++) {
    refresh.heard([reported]);
    await vi.advanceTimersByTimeAsync(paceMs);
    expect(stream.asked).toHaveBeenCalledTimes(Math.floor(turn / 2));
  }
  for (let ms = 0; ms < minutes(10); ms += 500) {
    refresh.heard([moved, reported]);
    await vi.advanceTimersByTimeAsync(500);
  }
  const [states, streams] = [state, stream].map(({ asked }) => asked.mock.calls.length);
  expect(streams).toBeGreaterThanOrEqual(120);
  expect(states).toBeGreaterThanOrEqual(120);
  expect((states ?? 0) + (streams ?? 0)).toBeLessThanOrEqual(300);
});

test('answers about something else are left alone', async () => {
  const other = read('other trial', trial(2));
  const log = read('log', readMeta(getLogLinesRoute, { params: { taskId: '1.a' }, query: { from: 0, count: 1 } }));
  const users = read('users', readMeta(getUsersRoute, {}));
  refresh.heard([reported, moved, { entity: 'log', of: { task: '1.b' } }]);
  await vi.advanceTimersByTimeAsync(minutes(1));
  for (const { asked } of [other, log, users]) expect(asked).not.toHaveBeenCalled();
  refresh.heard([{ entity: 'log', of: { task: '1.a' } }]);
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(log.asked).toHaveBeenCalledTimes(1);
});

test('what is off the screen is asked for when it comes back', async () => {
  const { asked } = read('trial', trial(1), { shown: false });
  const leaves = read('leaves', trial(1));
  refresh.heard([moved]);
  refresh.heard([reported]);
  leaves.leave();
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(asked).not.toHaveBeenCalled();
  expect(client.getQueryState(['trial'])?.isInvalidated).toBe(true);
});
