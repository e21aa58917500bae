import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { maxViews } from '@determined/contract/training/table-view.ts';
import type {
  deleteTableViewRoute,
  patchTableViewRoute,
  postTableViewRoute,
} from '@determined/contract/training/view-ext-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { shownView } from './list-views.ts';
import { stateText } from './view-state.ts';
import { deleteView, holdViews, insertView, updateView, type ViewRow } from './view-store.ts';

export async function postTableView(
  { params: { projectId }, body }: ExtRequestOf<typeof postTableViewRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof postTableViewRoute>> {
  const isDefault = body.isDefault ?? false;
  const shared = isDefault || (body.shared ?? false);
  const view = await inTransaction(ctx.db, async (tx) => {
    await holdViews(tx, projectId);
    await checkCount(tx, { projectId, table: body.table, shared, userId: ctx.user.id });
    return insertView(tx, {
      project_id: projectId,
      table_key: body.table,
      name: body.name,
      owner_id: ctx.user.id,
      shared,
      is_default: isDefault,
      state: stateText(body.state),
    });
  });
  return { view: shownView(view) };
}

export async function patchTableView(
  { params, body }: ExtRequestOf<typeof patchTableViewRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof patchTableViewRoute>> {
  const view = await inTransaction(ctx.db, async (tx) => {
    const held = await holdView(tx, params, ctx);
    // What is no longer shared is nobody's default.
    const shared = (body.isDefault ?? false) || (body.shared ?? held.shared);
    // Taking one's own back for oneself is no change to what others share.
    if (held.shared && !(held.owner_id === ctx.user.id && !shared && body.state === undefined)) {
      await ctx.require('project', params.projectId, tx);
    }
    if (shared !== held.shared) {
      // Somebody else's does not become the caller's.
      if (held.owner_id !== ctx.user.id) throw failedPrecondition('Only its owner can take a view back.');
      await checkCount(tx, { projectId: params.projectId, table: held.table_key, shared, userId: ctx.user.id });
    }
    return updateView(tx, held, {
      name: body.name,
      state: body.state && stateText(body.state),
      shared,
      is_default: shared && (body.isDefault ?? held.is_default),
    });
  });
  return { view: shownView(view) };
}

export async function deleteTableView(
  { params }: ExtRequestOf<typeof deleteTableViewRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof deleteTableViewRoute>> {
  await inTransaction(ctx.db, async (tx) => {
    const view = await holdView(tx, params, ctx);
    if (view.owner_id !== ctx.user.id) await ctx.require('project', params.projectId, tx);
    await deleteView(tx, view.id);
  });
  return {};
}

/** What is another's alone is as unknown as what is not there. */
async function holdView(
  tx: Tx,
  { projectId, viewId }: { projectId: number; viewId: number },
  { user }: Context,
): Promise<ViewRow> {
  await holdViews(tx, projectId);
  const view = await tx
    .selectFrom('table_views')
    .selectAll()
    .where('id', '=', viewId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!view || !(view.shared || view.owner_id === user.id)) throw notFound('view', viewId);
  return view;
}

async function checkCount(
  tx: Tx,
  of: { projectId: number; table: ViewRow['table_key']; shared: boolean; userId: number },
): Promise<void> {
  const views = tx
    .selectFrom('table_views')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', of.projectId)
    .where('table_key', '=', of.table)
    .where('shared', '=', of.shared);
  const { count } = await (of.shared ? views : views.where('owner_id', '=', of.userId)).executeTakeFirstOrThrow();
  if (Number(count) >= maxViews)
    throw failedPrecondition(`A table has at most ${maxViews} such views. Delete one first.`);
}
