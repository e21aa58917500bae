import { expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAllocationState } from '#platform/db/tables/task-tables.ts';
import { mayFollow, setAllocationState } from './shared/allocation-state.ts';
import { updateAllocation } from './shared/allocation-store.ts';

const states: StoredAllocationState[] = [
  'PENDING',
  'ASSIGNED',
  'PULLING',
  'STARTING',
  'RUNNING',
  'WAITING',
  'TERMINATING',
  'TERMINATED',
];

test('what may follow which state of an allocation', () => {
  const table = Object.fromEntries(states.map((from) => [from, states.filter((to) => mayFollow(from, to)).join(' ')]));
  expect(table).toEqual({
    PENDING: 'ASSIGNED TERMINATED',
    ASSIGNED: 'PULLING STARTING RUNNING WAITING TERMINATING TERMINATED',
    PULLING: 'STARTING RUNNING WAITING TERMINATING TERMINATED',
    STARTING: 'PULLING RUNNING WAITING TERMINATING TERMINATED',
    RUNNING: 'WAITING TERMINATING TERMINATED',
    WAITING: 'RUNNING TERMINATING TERMINATED',
    TERMINATING: 'TERMINATED',
    TERMINATED: '',
  });
});

test('nothing is its own follower, everything but the end can end, and nothing follows that', () => {
  for (const state of states) {
    expect(mayFollow(state, state)).toBe(false);
    expect(mayFollow(state, 'TERMINATED')).toBe(state !== 'TERMINATED');
    expect(mayFollow('TERMINATED', state)).toBe(false);
    expect(mayFollow(state, 'PENDING')).toBe(false);
  }
});

test('a change that may not follow is refused before anything is written', async () => {
  // No transaction: nothing may be asked of it.
  const tx = {} as Tx;
  const change = { by: 'queue' as const, reason: 'x', at: new Date() };
  const refused = setAllocationState(tx, { ids: ['a.1'], from: 'TERMINATED', to: 'RUNNING' }, change);
  await expect(refused).rejects.toThrow('allocation a.1 is TERMINATED and cannot become RUNNING');
  // The compiler refuses a state among the other columns: it fails if it did not.
  // @ts-expect-error
  await expect(updateAllocation(tx, 'a.1', { state: 'RUNNING' })).rejects.toThrow();
});
