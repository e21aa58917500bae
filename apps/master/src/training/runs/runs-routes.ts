import { getMetadataValuesRoute } from '@determined/contract/organisation/projects-routes.ts';
import * as contract from '@determined/contract/training/runs-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { getMetadataValues } from './get-metadata-values.ts';
import { prepareRun } from './prepare-run.ts';
import { getRunMetadata, postRunMetadata } from './run-metadata.ts';
import { searchRuns } from './search-runs.ts';

export const runsRoutes: Served[] = [
  serve(contract.runPrepareForReportingRoute, prepareRun),
  serve(contract.searchRunsRoute, searchRuns),
  serve(contract.moveRunsRoute, notImplemented),
  serve(contract.killRunsRoute, notImplemented),
  serve(contract.deleteRunsRoute, notImplemented),
  serve(contract.archiveRunsRoute, notImplemented),
  serve(contract.unarchiveRunsRoute, notImplemented),
  serve(contract.pauseRunsRoute, notImplemented),
  serve(contract.resumeRunsRoute, notImplemented),
  serve(contract.getRunMetadataRoute, getRunMetadata),
  serve(contract.postRunMetadataRoute, postRunMetadata),
  serve(getMetadataValuesRoute, getMetadataValues),
];
