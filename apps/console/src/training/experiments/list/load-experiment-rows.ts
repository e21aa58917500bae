import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { type ExperimentTableSearch, experimentRowsRequest } from './experiment-rows-request.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadExperimentRows(projectId: number, search: ExperimentTableSearch): void {
  prefetch(getExperimentRowsRoute, experimentRowsRequest(projectId, search));
}
