import { notFound } from '@determined/contract/errors.ts';
import type { pinWorkspaceRoute, unpinWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { workspaceChanged } from './workspace-events.ts';
import { unpinWorkspace as deletePin, findWorkspace, pinWorkspace as insertPin } from './workspace-store.ts';

/** For the caller alone. */
export const pinWorkspace: Handler<typeof pinWorkspaceRoute> = ({ id }, ctx) =>
  changePin(ctx, id, (tx) => insertPin(tx, id, ctx.user.id));

export const unpinWorkspace: Handler<typeof unpinWorkspaceRoute> = ({ id }, ctx) =>
  changePin(ctx, id, async (tx) => {
    if (!(await deletePin(tx, id, ctx.user.id))) throw notFound('pin of workspace', id);
  });

async function changePin(ctx: Context, workspaceId: number, change: (tx: Tx) => Promise<void>) {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await findWorkspace(tx, workspaceId))) throw notFound('workspace', workspaceId);
    await change(tx);
    publish(tx, workspaceChanged, { workspaceId });
  });
  return {};
}
