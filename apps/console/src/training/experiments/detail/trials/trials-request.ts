import type { GetExperimentTrialsRequestSortBy } from '@determined/contract/training/trials-generated.ts';
import type { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, tablePart } from '#platform/table/table-state.ts';
import type { TrialSearch } from './kept-trials.ts';

const SORTS: Record<string, GetExperimentTrialsRequestSortBy> = {
  id: 'SORT_BY_ID',
  state: 'SORT_BY_STATE',
  batches: 'SORT_BY_BATCHES_PROCESSED',
  best: 'SORT_BY_BEST_VALIDATION_METRIC',
  latest: 'SORT_BY_LATEST_VALIDATION_METRIC',
  retention: 'SORT_BY_LOG_RETENTION_DAYS',
  startTime: 'SORT_BY_START_TIME',
  duration: 'SORT_BY_DURATION',
  restarts: 'SORT_BY_RESTARTS',
  checkpointSize: 'SORT_BY_CHECKPOINT_SIZE',
};

export const trialTable: TableDefinition = {
  sorts: Object.keys(SORTS),
  defaultSort: { columnId: 'id', direction: 'desc' },
  pageSizes: [10, 20, 50, 100],
};

/** States that trials are asked for by. */
export const trialStates = [
  { value: 'STATE_ACTIVE', label: 'Active' },
  { value: 'STATE_PAUSED', label: 'Paused' },
  { value: 'STATE_CANCELED', label: 'Canceled' },
  { value: 'STATE_COMPLETED', label: 'Completed' },
  { value: 'STATE_ERROR', label: 'Error' },
] as const;

/** Of what the address says those that are states. */
export const trialStatesOf = (text: string | undefined) =>
  trialStates.map(({ value }) => value).filter((state) => text?.split(',').includes(state));

/** The read of an experiment's trials that are listed. */
export function trialsRequest(experimentId: number, search: TrialSearch): Request<typeof getExperimentTrialsRoute> {
  const { sort, offset, pageSize } = tablePart(trialTable, search);
  return {
    experimentId,
    sortBy: SORTS[sort.columnId],
    orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
    offset,
    limit: pageSize,
    states: trialStatesOf(search.state),
  };
}
