import { describe, expect, test } from 'vitest';
import { allSelected, isSelected, nothingSelected, readSelection, select, selectedCount } from './selection.ts';
import { idsAtOnce, requestsOf } from './use-selected.ts';

describe('selection', () => {
  test('[EXPLIST-022] is a list of ids, or all but a list of ids', () => {
    const some = select(nothingSelected, [3, 5], true);
    expect(some).toEqual({ type: 'ONLY_IN', selections: [3, 5] });
    expect(select(some, [3], false)).toEqual({ type: 'ONLY_IN', selections: [5] });
    const most = select(allSelected, [3], false);
    expect(most).toEqual({ type: 'ALL_EXCEPT', exclusions: [3] });
    expect(select(most, [3, 4], true)).toEqual(allSelected);
    expect([isSelected(some, 3), isSelected(some, 4), isSelected(most, 3), isSelected(most, 4)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([selectedCount(some, 10), selectedCount(most, 10)]).toEqual([2, 9]);
  });

  test('what was stored is read, whatever it is', () => {
    for (const selection of [select(nothingSelected, [3], true), select(allSelected, [7], false)])
      expect(readSelection(JSON.parse(JSON.stringify(selection)))).toEqual(selection);
    for (const stored of [undefined, null, 'all', { type: 'ONLY_IN', selections: 'x' }, { type: 'SOME' }])
      expect(readSelection(stored)).toEqual(nothingSelected);
  });

  test('[EXPLIST-065] what is ticked is asked for by 80 ids at a time', () => {
    const ids = Array.from({ length: 161 }, (_, i) => i + 1);
    const asked = requestsOf(2, ids).map(({ query }) => query.ids?.split(','));
    expect(asked.map((chunk) => chunk?.length)).toEqual([80, 80, 1]);
    expect(asked.flat().map(Number)).toEqual(ids);
    expect(idsAtOnce).toBe(80);
  });
});
