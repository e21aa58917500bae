import { expect, test } from 'vitest';
import { noFilter } from '../../filter-set.ts';
import { readLook } from '../look/table-look.ts';
import type { ProjectTable } from '../project-table.ts';
import { sameState, searchOf, stateOf } from './view-state.ts';

const table = {
  shown: ['id', 'name'],
  pinned: 2,
  widths: { name: 300 },
  sorts: [{ columnId: 'name', direction: 'asc' }],
  filter: noFilter,
  archived: true,
  heat: { on: true, skipped: ['validation.loss.last'] },
  endless: true,
} as unknown as ProjectTable;

test('what a view keeps of a table is what its address then says', () => {
  const filter = {
    kind: 'group',
    conjunction: 'and',
    children: [{ kind: 'field', columnName: 'id', operator: '>', value: 3 }],
  } as const;
  const state = stateOf({ ...table, filter: filter as unknown as ProjectTable['filter'] }, { size: 40 });
  const search = searchOf(state, 12);
  expect(search).toMatchObject({ columns: 'id,name', sort: 'name=asc', filter, archived: true, size: 40, view: 12 });
  expect(readLook(search.look)).toEqual({
    pinned: 2,
    widths: { name: 300 },
    heatmapOn: true,
    heatmapSkipped: ['validation.loss.last'],
    endless: true,
  });
  expect(searchOf({}).filter).toBeUndefined();
  expect(searchOf({ filter: 'no filter' }).filter).toEqual({});
});

test('a state is the same with what is as by default or without, in any order', () => {
  expect(
    sameState({ sort: 'id=asc', heat: false, endless: false }, { archived: false, widths: {}, sort: 'id=asc' }),
  ).toBe(true);
  expect(sameState({ widths: { a: 1, b: 2 } }, { widths: { b: 2, a: 1 } })).toBe(true);
  expect(sameState({ widths: { a: 1 } }, { widths: { a: 2 } })).toBe(false);
  expect(sameState({ heat: true }, {})).toBe(false);
  expect(sameState({ endless: true }, {})).toBe(false);
});
