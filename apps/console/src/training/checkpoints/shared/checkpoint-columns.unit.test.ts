import { describe, expect, test } from 'vitest';
import { checkpointColumns, checkpointColumnWidths } from './checkpoint-columns.tsx';

describe('checkpoint table', () => {
  test('[TRIAL-029] has the columns and widths of the specification, the metric by its name', () => {
    const searcher = { name: 'single', metric: 'val_loss', smallerIsBetter: true, maxTrials: undefined };
    const columns = checkpointColumns(
      searcher,
      () => {},
      () => null,
    );
    const widths = Object.fromEntries(columns.map((column) => [column.id, column.width]));
    expect(checkpointColumnWidths).toEqual({
      uuid: 200,
      state: 117,
      totalBatches: 74,
      searcherMetric: 100,
      checkpoint: 100,
    });
    expect(widths).toMatchObject(checkpointColumnWidths);
    expect(columns.find((column) => column.id === 'searcherMetric')?.header).toContain('val_loss');
  });
});
