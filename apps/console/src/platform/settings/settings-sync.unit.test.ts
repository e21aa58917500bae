import { postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#platform/api/client.ts';
import { writeSetting } from './settings.ts';
import { startSettingsSync } from './settings-sync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[SETTINGS-048] changes are saved together, once nothing has changed for 200 ms', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ settings: [] } as never);
  const saved = () => call.mock.calls.filter(([route]) => route === (postUserSettingRoute as unknown)).length;
  const stop = startSettingsSync();
  writeSetting({ key: 'one', read: Number }, 1);
  await vi.advanceTimersByTimeAsync(199);
  writeSetting({ key: 'two', read: Number }, 2);
  await vi.advanceTimersByTimeAsync(199);
  expect(saved()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved()).toBe(1);
  stop();
});
