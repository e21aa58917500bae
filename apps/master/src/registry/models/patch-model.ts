import type { PatchModel } from '@determined/contract/registry/models-generated.ts';
import type { patchModelRoute } from '@determined/contract/registry/models-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { changeModel } from './change-model.ts';
import { checkModelName, refuseArchived } from './model-rules.ts';
import { holdModel, type ModelChange } from './model-store.ts';
import { readModel } from './model-view.ts';
import { holdDestination, moveTo, namedWorkspace } from './move-model.ts';

/** What is not given stays. With another workspace it is moved as well. Facts: platform semantics 10.3. */
export const patchModel: Handler<typeof patchModelRoute> = async ({ modelName, model: patch }, ctx) => {
  const change = patch ? changeOf(patch) : {};
  if (change.name !== undefined) checkModelName(change.name);
  const model = await inTransaction(ctx.db, async (tx) => {
    const named = patch?.workspaceName ? await namedWorkspace(ctx, tx, patch.workspaceName) : undefined;
    const destination = patch?.workspaceId || named;
    if (destination !== undefined) await holdDestination(tx, modelName, destination);
    const row = await holdModel(tx, modelName);
    refuseArchived(row, 'have attributes updated');
    const changed = await changeModel(ctx, tx, row, change);
    if (destination !== undefined) await moveTo(ctx, tx, changed, destination);
    return readModel(tx, row.id);
  });
  return { model };
};

function changeOf({ name, description, labels, metadata, notes }: PatchModel): ModelChange {
  return {
    ...(name === null ? {} : { name }),
    ...(description === null ? {} : { description }),
    ...(labels === null ? {} : { labels }),
    ...(metadata === null ? {} : { metadata: JSON.stringify(metadata) }),
    ...(notes === null ? {} : { notes }),
  };
}
