import {
  type ExperimentCells,
  type ExperimentTableRow as ExperimentRow,
  experimentColumns,
  usualExperimentColumns,
} from '@determined/contract/training/experiment-columns.ts';
import { describe, expect, test } from 'vitest';
import { columnsToAsk } from '../../columns/shared/table/columns-to-ask.ts';
import { commonMetric } from '../../columns/shared/table/common-metric.ts';
import { gridColumns } from '../../columns/shared/table/grid-columns.tsx';
import { type ColumnTableSearch, usualPinned } from '../../columns/shared/table/kept-table.ts';
import { cellText } from '../../columns/shared/table/look/cell-text.ts';
import { dropped } from '../../columns/shared/table/look/column-actions.ts';
import { heatColumns, heatOf } from '../../columns/shared/table/look/heat-columns.ts';
import { rowsTogether } from '../../columns/shared/table/look/rows-together.ts';
import { rowsOf, rowsRequest, shownColumns as shownOf } from '../../columns/shared/table/rows-request.ts';
import { rendererOf } from '../../columns/shared/table/table-cell.tsx';
import { experimentCells } from '../shared/experiment-cell.tsx';
import { experimentTable, searchTable } from '../shared/experiment-table-kind.ts';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';

const shownColumns = (search: ColumnTableSearch) => shownOf(experimentTable, search);

const row = (id: number, cells: ExperimentCells = {}): ExperimentRow => ({
  id,
  name: `run ${id}`,
  state: 'STATE_COMPLETED',
  userId: 1,
  archived: false,
  parentArchived: false,
  unmanaged: false,
  workspaceId: 1,
  cells: { searcherMetric: 'val_loss', smallerIsBetter: true, searcherMetricsVal: 0.2, ...cells },
});
const ranges = [
  { metricsName: 'searcherMetricsVal', min: 0.2, max: 0.6 },
  { metricsName: 'validation.accuracy.max', min: 0.5, max: 0.9 },
];
const heated = (rows: ExperimentRow[], shown: readonly string[]) =>
  new Map(
    heatColumns(shown, rows).flatMap((id) => {
      const heat = heatOf(id, ranges, commonMetric(rows));
      return heat ? [[id, heat] as const] : [];
    }),
  );
const withMetric = [...usualExperimentColumns, 'searcherMetricsVal'];
const columns = (rows: ExperimentRow[], shown: readonly string[] = withMetric) =>
  gridColumns({
    heat: heated(rows, shown),
    kind: experimentTable,
    own: experimentCells,
    menu: ExperimentRowMenu,
    shown,
    pinned: usualPinned,
    together: rowsTogether(rows),
  });

describe('experiment table', () => {
  test('[EXPLIST-059] default widths are id 50, state 60, name 290, start time 118 and user 50', () => {
    const widths = Object.fromEntries(columns([]).map((column) => [column.id, column.width]));
    expect(widths).toMatchObject({ id: 50, name: 290, startTime: 118, state: 60, user: 50 });
  });

  test('[EXPLIST-057, EXPLIST-059] usual columns of searches: what each is, its width, and which are pinned', () => {
    const grid = gridColumns({
      kind: searchTable,
      own: experimentCells,
      menu: ExperimentRowMenu,
      shown: shownOf(searchTable, {}),
      pinned: usualPinned,
      together: rowsTogether([]),
      heat: new Map(),
    });
    expect(grid.map(({ header, width, pinned }) => [header, width, pinned ?? false])).toEqual([
      ['ID', 50, true],
      ['Name', 290, true],
      ['State', 60, true],
      ['Start time', 118, false],
      ['User', 50, false],
      ['Searcher', expect.any(Number), false],
      ['Tags', expect.any(Number), false],
      ['Duration', expect.any(Number), false],
      ['Actions', 46, false],
    ]);
  });

  test('what has but one run is no search', () => {
    expect(rowsRequest(searchTable, 1, {}).query.filter).toContain('"searcherType"');
  });

  test('which rows a table has is its own condition and the filter of the address, whatever asks nothing being left out', () => {
    const field = { kind: 'field', columnName: 'id', operator: '>', value: 3 };
    const filter = { kind: 'group', conjunction: 'and', children: [field] };
    const asked = rowsOf(searchTable, { filter, archived: true });
    expect(asked).toEqual({ filter: { ...filter, children: [searchTable.always, filter] }, archived: true });
    expect(rowsRequest(searchTable, 1, { filter, archived: true }).query).toMatchObject({
      filter: JSON.stringify({ filterGroup: asked.filter }),
      archived: true,
    });
    expect(rowsOf(experimentTable, {})).toEqual({ filter: undefined, archived: false });
  });

  test('[EXPLIST-052] three columns are pinned', () => {
    expect(columns([row(1)]).filter((column) => column.pinned)).toHaveLength(3);
  });

  test('a column can be sorted where the catalogue says so: the searcher’s metric can, tags cannot', () => {
    const sortable = columns([row(1)], [...Object.keys(experimentColumns), 'hp.lr', 'validation.loss.last'])
      .filter((column) => column.sortable)
      .map((column) => column.id);
    expect(sortable).toEqual([
      ...Object.entries(experimentColumns).flatMap(([id, facts]) => (facts.sortable ? [id] : [])),
      'hp.lr',
      'validation.loss.last',
    ]);
    expect(sortable).toContain('searcherMetricsVal');
    expect(sortable).not.toContain('tags');
  });

  test('every column of the catalogue has a renderer, and what it is drawn with is asked for', () => {
    for (const id of [...Object.keys(experimentColumns), 'hp.lr', 'validation.loss.last']) {
      expect(rendererOf(experimentTable, id), id).toBeDefined();
      expect(columnsToAsk(experimentTable, [id]), id).toContain(id);
    }
    expect(columnsToAsk(experimentTable, ['state', 'curve', 'searcherMetricsVal'])).toEqual([
      'state',
      'progress',
      'curve',
      'searcherMetricsVal',
      'searcherMetric',
      'smallerIsBetter',
    ]);
  });

  test('the address names the columns: unknown ones are left out, the name is always there', () => {
    expect(shownColumns({ columns: 'name,state,hp.lr,shoe,validation.loss.last,state' })).toEqual([
      'name',
      'state',
      'hp.lr',
      'validation.loss.last',
    ]);
    expect(shownColumns({ columns: 'state' })).toEqual(['name', 'state']);
    expect(shownColumns({ columns: 'shoe' })).toEqual(shownColumns({}));
    expect(columns([row(1)], shownColumns({ columns: 'hp.lr' })).map(({ header }) => header)).toEqual([
      'Name',
      'lr',
      'Actions',
    ]);
  });

  test('the column of ids holds the longest of them', () => {
    const width = (id: number) => columns([row(1), row(id)]).find((column) => column.id === 'id')?.width;
    expect([width(999), width(100_031)]).toEqual([50, 76]);
  });

  test('[VIZ-041] the name of a metric is cut at 30 characters', () => {
    const header = (name: string) =>
      columns([row(1, { searcherMetric: name })]).find((column) => column.id === 'searcherMetricsVal')?.header;
    expect(header('m'.repeat(30))).toBe('m'.repeat(30));
    expect(header('m'.repeat(31))).toBe(`${'m'.repeat(29)}…`);
  });

  test('a column of one metric bears its name and is tinted; of several it is not', () => {
    const heat = (rows: ExperimentRow[]) => {
      const column = columns(rows).find((one) => one.id === 'searcherMetricsVal');
      return { header: column?.header, strength: column?.heat?.(row(1)) };
    };
    expect(heat([row(1), row(2)])).toEqual({ header: 'val_loss', strength: 1 });
    expect(heat([row(1), row(2, { searcherMetric: 'acc' })])).toEqual({
      header: 'Searcher Metric',
      strength: undefined,
    });
    expect(commonMetric([row(1), row(2, { smallerIsBetter: false })])).toBeUndefined();
    expect(commonMetric([])).toBeUndefined();
  });

  test('only numbers of validation, training and the searcher are tinted, each by its own direction', () => {
    const shown = [
      'id',
      'hp.lr',
      'searcherMetricsVal',
      'validation.accuracy.max',
      'training.note.last',
      'gpu.load.max',
    ];
    const one = row(1, { 'validation.accuracy.max': 0.9, 'training.note.last': 'high', 'hp.lr': 0.1 });
    expect(heatColumns(shown, [one])).toEqual(['searcherMetricsVal', 'validation.accuracy.max']);
    expect(heatColumns(['id', 'name', 'hp.lr'], [one])).toEqual([]);
    expect(heatColumns(['training.note.last'], [row(1, { 'training.note.last': 3 })])).toEqual(['training.note.last']);
    const heat = heatOf('validation.accuracy.max', ranges, commonMetric([one]));
    // More of it is better, whatever the searcher's own metric is.
    expect([heat?.strength(one), heat?.worst, heat?.best]).toEqual([1, 0.5, 0.9]);
    const loss = heatOf('searcherMetricsVal', ranges, commonMetric([one]));
    expect([loss?.strength(one), loss?.worst, loss?.best]).toEqual([1, 0.6, 0.2]);
    expect(heatOf('validation.other.max', ranges, undefined)).toBeUndefined();
  });

  test('a head that is dropped beside another is pinned where that one is, and one stays pinned', () => {
    const shown = ['id', 'name', 'state', 'user'];
    const drop = (id: string, columnId: string, side: 'before' | 'after', pinned = 2) =>
      dropped(shown, pinned, id, { columnId, side });
    expect(drop('user', 'id', 'after')).toEqual({ shown: ['id', 'user', 'name', 'state'], pinned: 3 });
    expect(drop('id', 'user', 'after')).toEqual({ shown: ['name', 'state', 'user', 'id'], pinned: 1 });
    expect(drop('user', 'state', 'before')).toEqual({ shown: ['id', 'name', 'user', 'state'], pinned: 2 });
    expect(drop('id', 'user', 'before', 1).pinned).toBe(1);
    expect(drop('id', 'shoe', 'before')).toEqual({ shown, pinned: 2 });
  });

  test('a cell’s text has all that is known of its value', () => {
    const one = row(7, { 'hp.lr': 0.000_123_456_789, tags: ['a', 'b'], startTime: '2026-11-25T01:02:03.000Z' });
    const text = (id: string) => cellText(experimentTable, one, id);
    expect(['id', 'name', 'state', 'hp.lr', 'tags', 'startTime', 'description'].map(text)).toEqual([
      '7',
      'run 7',
      'Completed',
      '0.000123456789',
      'a, b',
      '2026-11-25T01:02:03.000Z',
      '',
    ]);
  });
});
