import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#platform/api/client.ts';
import { UnreachableError } from '#platform/api/console-error.ts';
import { listenSetting, readSetting, writeSetting } from './settings.ts';
import { startSettingsSync } from './settings-sync.ts';

const reader = 7;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[SETTINGS-048] changes are saved together, once nothing has changed for 200 ms', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ settings: [] } as never);
  const saved = () => call.mock.calls.filter(([route]) => route === (postUserSettingRoute as unknown)).length;
  const stop = startSettingsSync(reader);
  writeSetting({ key: 'one', read: Number }, 1);
  await vi.advanceTimersByTimeAsync(199);
  writeSetting({ key: 'two', read: Number }, 2);
  await vi.advanceTimersByTimeAsync(199);
  expect(saved()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved()).toBe(1);
  stop();
});

test('what was changed just before the page goes away is saved with it', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ settings: [] } as never);
  const stop = startSettingsSync(reader);
  writeSetting({ key: 'one', read: Number }, 1);
  window.dispatchEvent(new Event('pagehide'));
  const saves = call.mock.calls.filter(([route]) => route === (postUserSettingRoute as unknown));
  expect(saves.map(([, , more]) => more)).toEqual([{ keepalive: true }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call.mock.calls.filter(([route]) => route === (postUserSettingRoute as unknown))).toHaveLength(1);
  stop();
});

test('a save that is under way when the page goes away outlives it, unless it is too large for that', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ settings: [] } as never);
  const stop = startSettingsSync(reader);
  for (const value of ['short', 'x'.repeat(40_000)]) {
    writeSetting({ key: 'one', read: String }, value);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const saves = call.mock.calls.filter(([route]) => route === (postUserSettingRoute as unknown));
  expect(saves.map(([, , more]) => more)).toEqual([{ keepalive: true }, { keepalive: false }]);
  stop();
});

test('an answer that was under way while a change was saved does not undo the change', async () => {
  let answer = (_reply: unknown) => {};
  vi.spyOn(client, 'call').mockImplementation(
    (route) =>
      (route === (postUserSettingRoute as unknown)
        ? Promise.resolve({})
        : new Promise((come) => (answer = come))) as never,
  );
  const heard = vi.fn();
  const stopListening = listenSetting('one', heard);
  const stop = startSettingsSync(reader);
  // The first read comes when nothing else is to be done.
  await vi.advanceTimersByTimeAsync(100);
  writeSetting({ key: 'one', read: Number }, 2);
  await vi.advanceTimersByTimeAsync(1_000);
  answer({ settings: [{ key: 'one', storagePath: 'console', value: '1' }] });
  await vi.advanceTimersByTimeAsync(0);
  // Of the reader's own change alone.
  expect(heard).toHaveBeenCalledTimes(1);
  stopListening();
  stop();
});

test('[SETTINGS-047] a later read of the server’s copy waits up to 500 ms for changes that are on their way', async () => {
  let save = (_reply: unknown) => {};
  const call = vi
    .spyOn(client, 'call')
    .mockImplementation(
      (route) =>
        (route === (postUserSettingRoute as unknown)
          ? new Promise((saved) => (save = saved))
          : Promise.resolve({ settings: [{ key: 'one', storagePath: 'console', value: '1' }] })) as never,
    );
  const reads = () => call.mock.calls.filter(([route]) => route === (getUserSettingRoute as unknown)).length;
  const stop = startSettingsSync(reader);
  await vi.advanceTimersByTimeAsync(59_900);
  expect(reads()).toBe(1);
  writeSetting({ key: 'one', read: Number }, 2);
  // Its turn comes at 60 s; the change is being saved from 60.1 s on.
  await vi.advanceTimersByTimeAsync(500);
  expect(reads()).toBe(1);
  save({});
  await vi.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(2);

  // A save that does not end holds nothing up for longer, and what it saves is not undone.
  await vi.advanceTimersByTimeAsync(59_550);
  writeSetting({ key: 'one', read: Number }, 3);
  const heard = vi.fn();
  const stopListening = listenSetting('one', heard);
  await vi.advanceTimersByTimeAsync(499);
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(60);
  expect(reads()).toBe(3);
  expect(heard).not.toHaveBeenCalled();
  stopListening();
  stop();
});

test('a change that is made while an earlier one is being saved is not undone by what is read in between', async () => {
  const saves: ((_reply: unknown) => void)[] = [];
  vi.spyOn(client, 'call').mockImplementation(
    (route) =>
      (route === (postUserSettingRoute as unknown)
        ? new Promise((saved) => saves.push(saved))
        : Promise.resolve({ settings: [{ key: 'one', storagePath: 'console', value: '1' }] })) as never,
  );
  const heard = vi.fn();
  const stopListening = listenSetting('one', heard);
  const stop = startSettingsSync(reader);
  await vi.advanceTimersByTimeAsync(59_700);
  const one = { key: 'one', read: Number };
  heard.mockClear();
  writeSetting(one, 1);
  // From 59.9 s on it is being saved; at 60 s the server's copy is to be read.
  await vi.advanceTimersByTimeAsync(290);
  writeSetting(one, 2);
  await vi.advanceTimersByTimeAsync(20);
  saves[0]?.({});
  await vi.advanceTimersByTimeAsync(100);
  // Of the reader's own two alone.
  expect(heard).toHaveBeenCalledTimes(2);
  // The first to end is not the last.
  await vi.advanceTimersByTimeAsync(100);
  expect(saves).toHaveLength(2);
  writeSetting(one, 3);
  await vi.advanceTimersByTimeAsync(200);
  saves[1]?.({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toHaveBeenCalledTimes(3);
  stopListening();
  stop();
});

test('changes are saved one after another: two at once could arrive the other way round', async () => {
  const saves: { values: unknown; end: (_reply: unknown) => void }[] = [];
  vi.spyOn(client, 'call').mockImplementation(
    (route, given) =>
      (route === (postUserSettingRoute as unknown)
        ? new Promise((end) => saves.push({ values: valuesOf(given), end }))
        : Promise.resolve({ settings: [] })) as never,
  );
  const stop = startSettingsSync(reader);
  const one = { key: 'one', read: Number };
  writeSetting(one, 1);
  await vi.advanceTimersByTimeAsync(200);
  writeSetting(one, 2);
  writeSetting({ key: 'two', read: Number }, 3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves.map(({ values }) => values)).toEqual([{ one: '1' }]);
  saves[0]?.end({});
  await vi.advanceTimersByTimeAsync(0);
  expect(saves.map(({ values }) => values)).toEqual([{ one: '1' }, { one: '2', two: '3' }]);
  saves[1]?.end({});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves).toHaveLength(2);
  stop();
});

test.each([
  ['has not come', () => new Promise(() => {})],
  ['was broken off', () => Promise.reject(new UnreachableError())],
])(
  'what is not confirmed when the page is loaded anew, as the answer %s, is sent once more, and not undone',
  async (_how, unconfirmed) => {
    const stores = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() };
    const load = () => vi.stubGlobal('window', Object.assign(new EventTarget(), stores));
    load();
    const saves: unknown[] = [];
    let confirmed = false;
    let value = '1';
    vi.spyOn(client, 'call').mockImplementation((route, given) => {
      if (route !== (postUserSettingRoute as unknown))
        return Promise.resolve({ settings: [{ key: 'one', storagePath: 'console', value }] }) as never;
      saves.push(valuesOf(given));
      if (!confirmed) return unconfirmed() as never;
      value = valuesOf(given).one ?? value;
      return Promise.resolve({}) as never;
    });
    const one = { key: 'one', read: Number };
    const before = startSettingsSync(reader);
    await vi.advanceTimersByTimeAsync(100);
    writeSetting(one, 2);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    before();
    expect(saves).toEqual([{ one: '2' }]);

    confirmed = true;
    load();
    const stop = startSettingsSync(reader);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves).toEqual([{ one: '2' }, { one: '2' }]);
    expect(readSetting(one)).toBe(2);
    stop();

    // Now it is confirmed; what comes of another visit is the server's.
    startSettingsSync(reader)();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves).toHaveLength(2);
    // It is for the same reader, and not for long: elsewhere he may have changed it since.
    confirmed = false;
    const forgotten = startSettingsSync(reader);
    writeSetting(one, 3);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    load();
    startSettingsSync(reader + 1)();
    await vi.advanceTimersByTimeAsync(61_000);
    startSettingsSync(reader)();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves).toHaveLength(3);
    forgotten();
  },
);

const valuesOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    (given as { settings: { key: string; value: string }[] }).settings.map(({ key, value }) => [key, value]),
  );

class MemoryStorage {
  private readonly texts = new Map<string, string>();
  getItem = (key: string) => this.texts.get(key) ?? null;
  setItem = (key: string, text: string) => void this.texts.set(key, text);
  removeItem = (key: string) => void this.texts.delete(key);
}
