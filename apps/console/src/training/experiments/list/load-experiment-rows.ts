import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import type { TableSearch } from '#platform/table/table-state.ts';
import { experimentRowsRequest } from './experiment-rows-request.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadExperimentRows(projectId: number, search: TableSearch & { archived?: boolean }): void {
  prefetch(getExperimentRowsRoute, experimentRowsRequest(projectId, search));
}
