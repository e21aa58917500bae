import { deleteTensorboardFilesRoute } from '@determined/contract/tasks/interactive-routes.ts';
import {
  checkpointsRemoveFilesRoute,
  deleteCheckpointsRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { getCheckpointHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { raw, type Served, serve, serveExt } from '#platform/http/serve.ts';
import { deleteCheckpoints, removeCheckpointFiles } from './delete-checkpoints.ts';
import { deleteTensorboardFiles } from './delete-tensorboard-files.ts';
import { getCheckpointHistory } from './get-checkpoint-history.ts';
import { previewGc } from './preview-gc.ts';

export const checkpointGcRoutes: readonly Served[] = [
  serve(checkpointsRemoveFilesRoute, removeCheckpointFiles),
  serve(deleteCheckpointsRoute, deleteCheckpoints),
  serve(deleteTensorboardFilesRoute, deleteTensorboardFiles),
  serveExt(getCheckpointHistoryRoute, getCheckpointHistory),
  raw('GET', '/experiments/:experiment_id/preview_gc', previewGc, {
    permission: 'VIEW_EXPERIMENT_ARTIFACTS',
    on: 'experiment',
    by: 'experiment_id',
  }),
];
