import { join } from 'node:path';
import { expect, test } from 'vitest';
import { masterSources, ownersOf, strangersWrites } from './table-writers.ts';

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
