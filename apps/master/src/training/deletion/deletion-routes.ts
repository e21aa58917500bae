import {
  getExperimentDeletionRoute,
  getProjectDeletionRoute,
  getWorkspaceDeletionRoute,
} from '@determined/contract/training/history-ext-routes.ts';
import { type Served, serveExt } from '#platform/http/serve.ts';
import { getExperimentDeletion, getProjectDeletion, getWorkspaceDeletion } from './get-deletion.ts';

export const deletionRoutes: readonly Served[] = [
  serveExt(getExperimentDeletionRoute, getExperimentDeletion),
  serveExt(getProjectDeletionRoute, getProjectDeletion),
  serveExt(getWorkspaceDeletionRoute, getWorkspaceDeletion),
];
