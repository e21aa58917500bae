import { unauthenticated } from '@determined/contract/errors.ts';
import { notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportError } from './report-error.ts';

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => ({ title, message }));

beforeEach(() => {
  // What another file has told is there still.
  notificationsStore.setState((state) => ({ ...state, notifications: [] }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('[ERR-012, ERR-013] an error is logged, and said with its title and the generic words', () => {
  reportError(new Error('inner detail'), { title: 'Unable to edit project.' });
  expect(console.error).toHaveBeenCalledOnce();
  expect(shown()).toEqual([{ title: 'Unable to edit project.', message: 'Please try again later.' }]);
});

test('[ERR-011] a silent error is logged only', () => {
  reportError(new Error('x'), { title: 'Unable to fetch.', silent: true });
  expect(console.error).toHaveBeenCalledOnce();
  expect(shown()).toEqual([]);
});

test('[ERR-009] an aborted call is nothing', () => {
  reportError(new DOMException('stopped', 'AbortError'), { title: 'Unable to fetch.' });
  expect(console.error).not.toHaveBeenCalled();
  expect(shown()).toEqual([]);
});

test("a lost session is the shell's to handle, not a toast's", () => {
  reportError(unauthenticated(), { title: 'Unable to fetch.' });
  expect(shown()).toEqual([]);
});
