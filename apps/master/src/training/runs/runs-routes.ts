import { getMetadataValuesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getRunRowsRoute, getRunsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import * as contract from '@determined/contract/training/runs-routes.ts';
import { getColumnValuesRoute, getFilterCountsRoute } from '@determined/contract/training/values-ext-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { archiveRuns, deleteRuns, killRuns, pauseRuns, resumeRuns, unarchiveRuns } from './change-runs.ts';
import { getColumnValues } from './filter/get-column-values.ts';
import { getFilterCounts } from './filter/get-filter-counts.ts';
import { getMetadataValues } from './get-metadata-values.ts';
import { getRunRows } from './get-run-rows.ts';
import { getRunsAlike } from './get-runs-alike.ts';
import { moveRuns } from './move-runs.ts';
import { prepareRun } from './prepare-run.ts';
import { getRunMetadata, postRunMetadata } from './run-metadata.ts';
import { searchRuns } from './search-runs.ts';

export const runsRoutes: Served[] = [
  serve(contract.runPrepareForReportingRoute, prepareRun),
  serve(contract.searchRunsRoute, searchRuns),
  serve(contract.moveRunsRoute, moveRuns),
  serve(contract.killRunsRoute, killRuns),
  serve(contract.deleteRunsRoute, deleteRuns),
  serve(contract.archiveRunsRoute, archiveRuns),
  serve(contract.unarchiveRunsRoute, unarchiveRuns),
  serve(contract.pauseRunsRoute, pauseRuns),
  serve(contract.resumeRunsRoute, resumeRuns),
  serve(contract.getRunMetadataRoute, getRunMetadata),
  serve(contract.postRunMetadataRoute, postRunMetadata),
  serve(getMetadataValuesRoute, getMetadataValues),
  serveExt(getRunRowsRoute, getRunRows),
  serveExt(getRunsAlikeRoute, getRunsAlike),
  serveExt(getColumnValuesRoute, getColumnValues),
  serveExt(getFilterCountsRoute, getFilterCounts),
];
