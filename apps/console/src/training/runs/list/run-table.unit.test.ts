import { expect, test } from 'vitest';
import { gridColumns } from '../../columns/shared/table/grid-columns.tsx';
import { usualPinned } from '../../columns/shared/table/kept-table.ts';
import { rowsTogether } from '../../columns/shared/table/look/rows-together.ts';
import { shownColumns } from '../../columns/shared/table/rows-request.ts';
import { runCells } from './run-cells.tsx';
import { RunRowMenu } from './run-row-menu.tsx';
import { runTable } from './run-table-kind.ts';

test('[EXPLIST-059] usual columns of runs: what each is, its width, and which are pinned', () => {
  const grid = gridColumns({
    kind: runTable,
    own: runCells,
    menu: RunRowMenu,
    shown: shownColumns(runTable, {}),
    pinned: usualPinned,
    together: rowsTogether([]),
    heat: new Map(),
  });
  expect(grid.map(({ header, width, pinned }) => [header, width, pinned ?? false])).toEqual([
    ['Global Run ID', 50, true],
    ['State', 60, true],
    ['Search Name', 290, true],
    ['Start Time', 118, false],
    ['User', 50, false],
    ['Searcher Metric', expect.any(Number), false],
    ['Tags', expect.any(Number), false],
    ['Duration', expect.any(Number), false],
    ['Actions', 46, false],
  ]);
});
