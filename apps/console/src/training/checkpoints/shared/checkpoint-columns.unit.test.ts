import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { describe, expect, test } from 'vitest';
import { callKey } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { checkpointColumns, checkpointColumnWidths } from './checkpoint-columns.tsx';
import { checkpointStates, checkpointsFailed, statesOf } from './checkpoint-states.ts';

describe('checkpoint table', () => {
  test('[TRIAL-029, TRIAL-036] has the columns and widths of the specification, the metric by its name', () => {
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
    expect(columns.slice(0, 5).map((column) => column.id)).toEqual(Object.keys(checkpointColumnWidths));
    expect(columns.find((column) => column.id === 'searcherMetric')?.header).toContain('val_loss');
  });

  test('[EXP-161] of an experiment with but one trial they are called its own', () => {
    const trial = { id: 7, experimentId: 3 };
    expect(checkpointsFailed(trial, true)).toBe('Unable to fetch search 3 checkpoints.');
    queryClient.setQueryData(callKey(getMasterRoute, {}), { featureSwitches: ['-flat_runs'] });
    expect(checkpointsFailed(trial, true)).toBe('Unable to fetch experiment 3 checkpoints.');
    queryClient.removeQueries({ queryKey: callKey(getMasterRoute, {}) });
  });

  test('[TRIAL-047] says what could not be read, and is asked for states that there are', () => {
    const trial = { id: 7, experimentId: 3 };
    expect(checkpointsFailed(trial)).toBe('Unable to fetch run 7 checkpoints.');
    queryClient.setQueryData(callKey(getMasterRoute, {}), { featureSwitches: ['-flat_runs'] });
    expect(checkpointsFailed(trial)).toBe('Unable to fetch trial 7 checkpoints.');
    queryClient.removeQueries({ queryKey: callKey(getMasterRoute, {}) });
    expect(checkpointStates.map(({ label }) => label)).toEqual([
      'Active',
      'Completed',
      'Error',
      'Deleted',
      'Partially Deleted',
    ]);
    expect(statesOf('STATE_DELETED,STATE_X,STATE_ACTIVE')).toEqual(['STATE_ACTIVE', 'STATE_DELETED']);
    expect(statesOf(undefined)).toEqual([]);
  });
});
