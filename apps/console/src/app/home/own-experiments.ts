import type { ExperimentTableRow } from '@determined/contract/training/experiment-columns.ts';
import { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { type Request, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { columnsToAsk } from '#training/columns/shared/table/columns-to-ask.ts';
import { experimentTable } from '#training/experiments/shared/experiment-table-kind.ts';
import { isSettled } from '#training/shared/experiment.ts';

export const eveningBefore = 'yesterday 18:00';
const shown = [
  'name',
  'project',
  'state',
  'curve',
  'searcherMetricsVal',
  'numTrials',
  'duration',
  'startTime',
] as const;

/** What Home shows of one's experiments; the page and its loader ask the same, all day long. */
export function ownExperimentsRequest(now = new Date()): Request<typeof getOwnExperimentRowsRoute> {
  const since = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 18);
  return {
    query: { columns: columnsToAsk(experimentTable, [...shown, 'endTime']), since: since.toISOString(), limit: 20 },
  };
}

export const useOwnExperiments = () =>
  useCallQuery(getOwnExperimentRowsRoute, ownExperimentsRequest(), { poll: pollEvery.default });

/** What one needs first comes first: what runs, what failed, what waits, what is done. */
export function byWeight(rows: readonly ExperimentTableRow[]) {
  const running: ExperimentTableRow[] = [];
  const failed: ExperimentTableRow[] = [];
  const waiting: ExperimentTableRow[] = [];
  const finished: ExperimentTableRow[] = [];
  for (const row of rows) {
    if (row.state === 'STATE_ERROR') failed.push(row);
    else if (isSettled(row.state)) finished.push(row);
    else if (row.state === 'STATE_RUNNING' || (row.unmanaged && row.state !== 'STATE_PAUSED')) running.push(row);
    else waiting.push(row);
  }
  return { running, failed, waiting, finished };
}
