import type { GetExperimentTrialsRequestSortBy } from '@determined/contract/training/trials-generated.ts';
import type { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Request } from '#platform/api/call.ts';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';

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

/** The read of an experiment's trials that the address asks for. */
export function trialsRequest(experimentId: number, search: TableSearch): Request<typeof getExperimentTrialsRoute> {
  const { sort, offset, pageSize } = tablePart(trialTable, search);
  return {
    experimentId,
    sortBy: SORTS[sort.columnId],
    orderBy: sort.direction === 'asc' ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
    offset,
    limit: pageSize,
  };
}
