import { join } from 'node:path';
import { expect, test } from 'vitest';
import { masterSources, ownersOf, rawLocks, stateWriters, strangersWrites, strangeStates } from './table-writers.ts';

const sources = masterSources(join(import.meta.dirname, '..', '..', 'apps/master/src'));
const owners = ownersOf(sources);

/** Writes that stay for now, each with its reason. */
const excused: Record<string, string> = {
  'training/life/shared/insert-trials.ts: tasks of tasks/tasks': 'a trial and its task are made in one go',
  'training/life/shared/trial-life.ts: tasks of tasks/tasks': "a trial's tasks end with it",
};

test('each table is written by the slice that declares it, and by no other', () => {
  expect([...owners].length).toBeGreaterThan(30);
  expect(strangersWrites(sources, owners).filter((write) => excused[write] === undefined)).toEqual([]);
});

test.each([
  ['a query', "await tx.updateTable('trials').set({ progress }).execute();", 'trials of training/life'],
  ['a query over lines', "await tx\n  .deleteFrom(\n    'experiments')", 'experiments of training/life'],
  ['SQL', 'await sql`update experiments e set archived = true`.execute(tx);', 'experiments of training/life'],
  [
    'SQL within more',
    'sql`with gone as (delete from metric_reports returning 1) select 1`',
    'metric_reports of training/metrics',
  ],
  ['a table by variable', 'await tx.deleteFrom(table).execute();', 'a table that it does not name'],
])('%s of another slice is found', (_name, text, found) => {
  const path = 'training/trials/planted.ts';
  expect(strangersWrites([{ path, text }], owners)).toEqual([`${path}: ${found}`]);
});

test('reading and the own tables are allowed', () => {
  const text = "sql`select 1 from trials for no key update`; tx.selectFrom('experiments'); tx.insertInto('trials')";
  expect(strangersWrites([{ path: 'training/life/shared/planted.ts', text }], owners)).toEqual([]);
});

/** Their types leave the state out; allocation-state.unit.test.ts has the compiler refuse one. */
const typedWithoutState = [
  'tasks/allocations/shared/allocation-store.ts: unseen columns of allocations',
  'training/life/shared/trial-store.ts: unseen columns of trials',
];

test('the state of an allocation, experiment or trial is written by one file of its own', () => {
  for (const file of Object.values(stateWriters)) expect(sources.map(({ path }) => path)).toContain(file);
  expect(strangeStates(sources)).toEqual(typedWithoutState);
});

test.each([
  ['a query', "await tx.updateTable('allocations').set({ state: 'RUNNING' }).where('id', '=', id).execute();"],
  ['a short key', "const state = 'RUNNING';\ntx.updateTable('allocations').set({ is_ready: true, state }).where()"],
  [
    'a function',
    "tx.updateTable('allocations as a')\n.set((eb) => ({ state: eb.val('RUNNING') })).where('id', '=', id)",
  ],
  ['a column by name', "tx.updateTable('allocations').set('state', 'RUNNING').where('id', '=', id)"],
  ['SQL', "sql`update allocations a set waiting_reason = '', state = 'TERMINATED' where a.id = 1`"],
])('%s that writes a state elsewhere is found', (_name, text) => {
  const path = 'tasks/allocations/planted.ts';
  expect(strangeStates([{ path, text }])).toEqual([`${path}: state of allocations`]);
  expect(strangeStates([{ path: 'tasks/allocations/shared/allocation-state.ts', text }])).toEqual([]);
});

test('a state that is asked for is none that is written', () => {
  const text = "tx.updateTable('allocations').set({ kill_requested: true }).where('state', '=', 'RUNNING').execute();";
  expect(strangeStates([{ path: 'tasks/allocations/planted.ts', text }])).toEqual([]);
});

test('rows are locked by lock-order.ts alone', () => {
  // What a new name refers to is locked by the reference in any case, and an experiment's own row of names by none but
  // who adds to it, in one order, with nothing to wait for behind it.
  expect(rawLocks(sources)).toEqual(['training/life/shared/experiment-names.ts']);
});

test.each([
  "tx.selectFrom('trials').selectAll().forUpdate().execute()",
  "tx.selectFrom('trials').selectAll()\n  .forNoKeyUpdate()\n",
  "tx.selectFrom('trials').select('id').forShare()",
  "tx.selectFrom('trials').select('id').forKeyShare()",
  'sql`select 1 from trials where id = 1 for update`',
  'sql`select 1 from trials where id = 1 FOR NO KEY\n UPDATE skip locked`',
  'sql`select 1 from trials for key share`',
  'sql`lock table trials in exclusive mode`',
])('%j elsewhere is found', (text) => {
  const path = 'training/trials/planted.ts';
  expect(rawLocks([{ path, text }])).toEqual([path]);
  expect(rawLocks([{ path: 'platform/db/lock-order.ts', text }])).toEqual([]);
});
