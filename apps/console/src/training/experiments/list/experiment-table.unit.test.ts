import { describe, expect, test } from 'vitest';
import { experimentColumns, experimentColumnWidths } from './experiment-columns.tsx';
import { commonMetric, type ExperimentRow } from './experiment-row.ts';

const row = (id: number, over: Partial<ExperimentRow> = {}): ExperimentRow => ({
  id,
  name: `run ${id}`,
  description: '',
  state: 'STATE_COMPLETED',
  progress: 1,
  searcherType: 'single',
  searcherMetric: 'val_loss',
  smallerIsBetter: true,
  bestValue: 0.2,
  curve: null,
  numTrials: 1,
  forkedFrom: null,
  userId: 1,
  username: 'ada',
  displayName: '',
  startTime: '2026-11-21T00:00:00Z',
  endTime: null,
  duration: 1,
  resourcePool: 'default',
  labels: [],
  archived: false,
  parentArchived: false,
  unmanaged: false,
  checkpointCount: 0,
  checkpointSize: 0,
  ...over,
});
const columns = (rows: ExperimentRow[]) =>
  experimentColumns({
    reply: { total: rows.length, range: { min: 0.2, max: 0.6 }, rows },
    now: 0,
    workspaceId: 1,
  });

describe('experiment table', () => {
  test('[EXPLIST-059] default widths are id 50, state 60, name 290, start time 118 and user 50', () => {
    expect(experimentColumnWidths).toEqual({ id: 50, name: 290, startTime: 118, state: 60, user: 50 });
    const widths = Object.fromEntries(columns([]).map((column) => [column.id, column.width]));
    expect(widths).toMatchObject(experimentColumnWidths);
  });

  test('[EXPLIST-052, EXPLIST-045] three columns are pinned; tags and the searcher metric value cannot be sorted', () => {
    const all = columns([row(1)]);
    expect(all.filter((column) => column.pinned)).toHaveLength(3);
    const sortable = all.filter((column) => column.sortable).map((column) => column.id);
    expect(sortable).not.toContain('tags');
    expect(sortable).not.toContain('bestValue');
    expect(sortable).toContain('id');
  });

  test('the column of ids holds the longest of them', () => {
    const width = (id: number) => columns([row(1), row(id)]).find((column) => column.id === 'id')?.width;
    expect([width(999), width(100_031)]).toEqual([50, 76]);
  });

  test('[VIZ-041] the name of a metric is cut at 30 characters', () => {
    const header = (name: string) =>
      columns([row(1, { searcherMetric: name })]).find((column) => column.id === 'bestValue')?.header;
    expect(header('m'.repeat(30))).toBe('m'.repeat(30));
    expect(header('m'.repeat(31))).toBe(`${'m'.repeat(29)}…`);
  });

  test('a column of one metric bears its name and is tinted; of several it is not', () => {
    const heat = (rows: ExperimentRow[]) => {
      const column = columns(rows).find((one) => one.id === 'bestValue');
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
});
