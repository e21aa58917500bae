import { describe, expect, test } from 'vitest';
import { searchOfPart, type TableDefinition, tablePart } from './table-state.ts';

const definition: TableDefinition = {
  sorts: ['id', 'name'],
  defaultSort: { columnId: 'id', direction: 'desc' },
  pageSizes: [20, 40],
};

describe('a table and its address', () => {
  test('what the address leaves out, or says of what is not there, is as by default', () => {
    const usual = { sort: definition.defaultSort, sorts: [definition.defaultSort], page: 1, pageSize: 20, offset: 0 };
    expect(tablePart(definition, {})).toEqual(usual);
    expect(tablePart(definition, { sort: 'colour=asc', size: 30 })).toEqual(usual);
    const byName = { columnId: 'name', direction: 'asc' };
    expect(tablePart(definition, { sort: 'name=asc,colour=asc,id=desc', page: 3, size: 40 })).toEqual({
      sort: byName,
      sorts: [byName, { columnId: 'id', direction: 'desc' }],
      page: 3,
      pageSize: 40,
      offset: 80,
    });
  });

  test('another order or size starts at the first page, and defaults leave the address', () => {
    expect(searchOfPart(definition, { page: 2 })).toEqual({ page: 2 });
    expect(searchOfPart(definition, { page: 1 })).toEqual({ page: undefined });
    expect(searchOfPart(definition, { pageSize: 40 })).toEqual({ page: undefined, size: 40 });
    expect(searchOfPart(definition, { pageSize: 20 })).toEqual({ page: undefined, size: undefined });
    const sort = { columnId: 'name', direction: 'asc' } as const;
    expect(searchOfPart(definition, { sorts: [sort] })).toEqual({ page: undefined, sort: 'name=asc' });
  });
});
