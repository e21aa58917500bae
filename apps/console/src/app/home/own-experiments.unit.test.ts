import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { expect, test } from 'vitest';
import { byWeight, ownExperimentsRequest } from './own-experiments.ts';

const row = (state: string, unmanaged = false) => ({ state: `STATE_${state}`, unmanaged }) as ExperimentTableRow;

test('what runs, failed, waits and is done is told apart by its state', () => {
  const running = [row('RUNNING'), row('QUEUED', true)];
  const failed = [row('ERROR')];
  const waiting = ['QUEUED', 'PULLING', 'STARTING', 'PAUSED', 'STOPPING_CANCELED'].map((state) => row(state));
  const finished = [row('COMPLETED'), row('CANCELED'), row('DELETE_FAILED')];
  const all = [...finished, ...waiting, ...failed, ...running];
  expect(byWeight(all)).toEqual({ running, failed, waiting, finished });
});

test('failures are asked for from the evening before on, on the first of a month too', () => {
  const { query } = ownExperimentsRequest(new Date(2026, 2, 1, 0, 5));
  expect(new Date(query.since ?? '')).toEqual(new Date(2026, 1, 28, 18));
});
