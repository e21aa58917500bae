import './model-tables.ts';
import { failedPrecondition } from '@determined/contract/errors.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Slice } from '#platform/slice.ts';
import { workspaceDeleting } from '../../organisation/workspaces/shared/workspace-hooks.ts';
import { checkpointKeepers, checkpointOpeners } from '../../training/checkpoints/shared/kept-checkpoints.ts';
import { modelSubject } from './find-model.ts';
import { modelChanged, modelVersionChanged } from './model-store.ts';
import { modelsRoutes } from './models-routes.ts';
import { isOfVisibleModel, registered } from './versions/registered-checkpoints.ts';
import { versionSubject } from './versions/version-store.ts';

export const modelsSlice: Slice = {
  routes: modelsRoutes,
  subjects: { model: modelSubject, modelVersion: versionSubject },
  // Not of which model: calls name it by its name or its id.
  hints: [
    hintsOf(modelChanged, ({ workspaceId }) => [{ entity: 'model', of: { workspace: workspaceId } }]),
    hintsOf(modelVersionChanged, ({ workspaceId }) => [{ entity: 'modelVersion', of: { workspace: workspaceId } }]),
  ],
  setUp: (master) => {
    workspaceDeleting.on(master, (tx, { workspaceId }) => refuseWithModels(tx, workspaceId));
    checkpointKeepers(master).push(registered);
    checkpointOpeners(master).push(isOfVisibleModel);
  },
};

/** Models do not go with their workspace. Facts: platform semantics 10.1. */
async function refuseWithModels(tx: Tx, workspaceId: number): Promise<void> {
  const one = await tx.selectFrom('models').select('id').where('workspace_id', '=', workspaceId).limit(1).execute();
  if (one.length > 0)
    throw failedPrecondition(`workspace (${workspaceId}) contains models; move or delete models first`);
}
