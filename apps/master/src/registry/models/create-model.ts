import { uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import type { postModelRoute } from '@determined/contract/registry/models-routes.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { holdTakingWorkspace } from '../../organisation/workspaces/shared/hold-open-workspace.ts';
import { checkModelName } from './model-rules.ts';
import { insertModel } from './model-store.ts';
import { readModel } from './model-view.ts';
import { namedWorkspace } from './move-model.ts';

/** Facts: platform semantics 10.3. */
export const createModel: Handler<typeof postModelRoute> = async (request, ctx) => {
  const { name, description, labels, notes } = request;
  checkModelName(name);
  const metadata = JSON.stringify(request.metadata ?? {});
  const model = await inTransaction(ctx.db, async (tx) => {
    const workspace_id = await workspaceOf(request, ctx, tx);
    await holdTakingWorkspace(tx, workspace_id, 'models');
    const own = { name, description, labels, notes, metadata, workspace_id, user_id: ctx.user.id };
    const { id } = await insertModel(tx, own);
    await recordAudit(tx, ctx, { action: 'create', kind: 'model', id, name });
    return readModel(tx, id);
  });
  return { model };
};

/** An id counts before a name; with neither it is everybody's. */
async function workspaceOf(request: RequestOf<typeof postModelRoute>, ctx: Context, tx: Tx): Promise<number> {
  if (request.workspaceId) return request.workspaceId;
  if (request.workspaceName) return namedWorkspace(ctx, tx, request.workspaceName);
  await ctx.require('workspace', uncategorizedWorkspaceId, tx);
  return uncategorizedWorkspaceId;
}
