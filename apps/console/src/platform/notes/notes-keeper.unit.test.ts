import { ApiError } from '@determined/contract/errors.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotePage } from './merge-notes.ts';
import { NotesKeeper } from './notes-keeper.ts';

let stored: NotePage[];
let fails: Error | undefined;
const save = async (read: NotePage[], notes: NotePage[]) => {
  if (fails) throw fails;
  const saved = JSON.stringify(stored) === JSON.stringify(read);
  if (saved) stored = notes;
  return { saved, notes: stored.map((page) => ({ ...page })) };
};
const open = () =>
  new NotesKeeper(
    '1/project-1',
    stored.map((page) => ({ ...page })),
    save,
  );
const ids = (keeper: NotesKeeper) => keeper.state().pages.map(({ id }) => id);
const first = (keeper: NotesKeeper) => ids(keeper)[0] ?? 0;

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  });
  stored = [{ name: 'Plan', contents: 'a' }];
  fails = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('is saved a second after the last change, at once on leaving', async () => {
  const keeper = open();
  keeper.change(first(keeper), { contents: 'ab' });
  await vi.advanceTimersByTimeAsync(900);
  keeper.change(first(keeper), { contents: 'abc' });
  await vi.advanceTimersByTimeAsync(900);
  expect(stored[0]?.contents).toBe('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(stored[0]?.contents).toBe('abc');
  expect(keeper.state().status.kind).toBe('saved');
  keeper.change(first(keeper), { contents: 'abcd' });
  await keeper.flush();
  expect(stored[0]?.contents).toBe('abcd');
});

test('what somebody else saves meanwhile is put together with it', async () => {
  const keeper = open();
  keeper.change(first(keeper), { name: 'Mine' });
  stored = [
    { name: 'Plan', contents: 'theirs' },
    { name: 'New', contents: '' },
  ];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored).toEqual([
    { name: 'Mine', contents: 'theirs' },
    { name: 'New', contents: '' },
  ]);
});

test('a conflict is saved when it is settled, not before', async () => {
  const keeper = open();
  keeper.change(first(keeper), { contents: 'mine' });
  stored = [{ name: 'Plan', contents: 'theirs' }];
  await vi.advanceTimersByTimeAsync(60_000);
  const [conflict] = keeper.state().conflicts;
  expect([keeper.state().status.kind, stored[0]?.contents]).toEqual(['conflict', 'theirs']);
  if (conflict) keeper.settle(conflict, conflict.both);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([keeper.state().status.kind, stored[0]?.contents]).toEqual(['saved', 'theirs\nmine']);
});

test('is tried again when the server is away, and kept in the browser until it is saved', async () => {
  const keeper = open();
  fails = new ApiError('Unavailable', 'away');
  keeper.change(first(keeper), { contents: 'mine' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keeper.state().status.kind).toBe('failed');
  // The browser ends here, and another page is opened.
  fails = undefined;
  stored = [
    { name: 'Plan', contents: 'a' },
    { name: 'Log', contents: '' },
  ];
  const next = open();
  expect(next.state().pages.map(({ contents }) => contents)).toEqual(['mine', '']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored.map(({ contents }) => contents)).toEqual(['mine', '']);
  expect(next.state().status.kind).toBe('saved');
});

test('what the server will not have says why and is not sent again by itself', async () => {
  const keeper = open();
  fails = new ApiError('PermissionDenied', 'no');
  keeper.change(first(keeper), { contents: 'mine' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keeper.state().status).toEqual({ kind: 'refused', reason: 'No' });
  fails = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored[0]?.contents).toBe('a');
});

test('a page that could not be deleted is there again, and nothing is left to save', async () => {
  const keeper = open();
  keeper.add('Untitled');
  await vi.advanceTimersByTimeAsync(1_000);
  fails = new ApiError('Internal', 'out of order');
  await expect(keeper.remove(first(keeper))).rejects.toThrow('out of order');
  expect(keeper.state().pages.map(({ name }) => name)).toEqual(['Plan', 'Untitled']);
  expect(keeper.state().status.kind).toBe('saved');
  expect(stored).toHaveLength(2);
});

test('what others save comes into sight while nothing here is unsaved', () => {
  const keeper = open();
  const [id] = ids(keeper);
  keeper.adopt([{ name: 'Plan', contents: 'new' }]);
  expect(keeper.state().pages).toMatchObject([{ id, contents: 'new' }]);
  keeper.change(first(keeper), { contents: 'mine' });
  keeper.adopt([{ name: 'Plan', contents: 'newer' }]);
  expect(keeper.state().pages).toMatchObject([{ contents: 'mine' }]);
});
