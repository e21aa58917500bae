import type { TaskExit } from '@determined/launchers/launcher.ts';
import { expect, test } from 'vitest';
import { exitMeaning } from './exit-meaning.ts';

const ended: TaskExit = {
  exitCode: 0,
  signal: null,
  cause: 'ended',
  message: null,
  startedAt: null,
  endedAt: '2026-11-21T12:00:00Z',
};
const asked = { kill_requested: true, preempt_acked: false };
const acked = { kill_requested: false, preempt_acked: true };
const unasked = { kill_requested: false, preempt_acked: false };

// Facts: trial runtime 11.1.
test.each([
  ['0, not asked to stop', unasked, {}, 'completed'],
  ['0 by itself although a kill was on its way', asked, {}, 'completed'],
  ['an error by itself while a kill was on its way', asked, { exitCode: 1 }, 'killed'],
  ['killed as asked', asked, { exitCode: 137, cause: 'killed' }, 'killed'],
  ['0 after the signal was acknowledged', acked, {}, 'stopped'],
  ['an error after the signal was acknowledged', acked, { exitCode: 1 }, 'stopped'],
  ['an error', unasked, { exitCode: 1 }, 'failed'],
  ['lost', asked, { exitCode: 137, cause: 'lost' }, 'lost'],
] as const)('%s', (_title, row, exit, kind) => {
  expect(exitMeaning(row, { ...ended, ...exit }).exit.kind).toBe(kind);
});

test('the words are those that clients know', () => {
  expect(exitMeaning(unasked, { ...ended, exitCode: 3 })).toEqual({
    exit: {
      kind: 'failed',
      exitCode: 3,
      message: 'resources failed with non-zero exit code: container failed with non-zero exit code: 3 (exit code 3)',
    },
    reason:
      'allocation failed: resources failed with non-zero exit code: container failed with non-zero exit code: 3 (exit code 3)',
    said: {
      level: 'ERROR',
      text: 'crashed: resources failed with non-zero exit code: container failed with non-zero exit code: 3 (exit code 3)',
    },
  });
});
