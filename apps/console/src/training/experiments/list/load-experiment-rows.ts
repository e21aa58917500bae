import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { readSetting, writeSetting } from '#platform/settings/settings.ts';
import { readFilter } from '../../columns/shared/filter-set.ts';
import { type ExperimentTableSearch, experimentRowsRequest } from './experiment-rows-request.ts';
import { keptTable } from './kept-table.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadExperimentRows(projectId: number, search: ExperimentTableSearch): void {
  if (search.filter !== undefined && readFilter(search.filter) === undefined) {
    const kept = keptTable(projectId);
    writeSetting(kept, { ...readSetting(kept), filterset: undefined });
    reportError(new Error(JSON.stringify(search.filter)), {
      title: 'Unable to initialize filterset from settings',
      message: 'It is not of the form that filters have: all rows are shown.',
    });
  }
  prefetch(getExperimentRowsRoute, experimentRowsRequest(projectId, search));
}
