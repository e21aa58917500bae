import type { EntityKind } from '@determined/contract/entities.ts';
import type { Right } from '@determined/contract/permissions.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import type { Db } from '#platform/db/database.ts';
import { ask, holdsAtCluster, type SubjectFinders } from '#platform/http/authorise.ts';
import type { Context } from '#platform/http/context.ts';
import type { RightsSource } from '#platform/http/rights-source.ts';
import { type Master, perMaster } from '#platform/master.ts';
import type { App } from '#platform/slice.ts';
import type { ReceiptRow } from '../receipt-store.ts';

interface Guards {
  finders: SubjectFinders;
  rights?: RightsSource;
}

const guardsOf = perMaster((): Guards => ({ finders: {} }));

/** Acts go on after their call, so that what asks its rights is kept beside it. */
export function keepGuards({ master, finders, rights }: App): void {
  Object.assign(guardsOf(master), { finders, rights });
}

/** What a bulk call asks of each thing; of a call about one thing what that needs. */
export function rightOf({ needs }: Pick<AnyRoute, 'needs'>): Right {
  const each = needs.checks.find(({ kind }) => kind === 'each');
  if (each) return each;
  if (needs.permission === 'none') throw new Error('the contract says no right that is asked of each');
  return { needs: [needs.permission, ...needs.and], withoutRbac: needs.withoutRbac };
}

/** The caller's context with another right to ask for by `require`: that of the act. */
export function asking(ctx: Context, right: Right): Context {
  return {
    ...ctx,
    require: (on, id, db = ctx.db) => demand(ctx, { on, id, right }, db),
  };
}

export async function demand(
  ctx: Context,
  { on, id, right }: { on: EntityKind; id: number | string; right: Right },
  db: Db = ctx.db,
): Promise<void> {
  await ask({ ...right, on, id, by: '' }, { ...ctx, db }, guardsOf(ctx.master).finders);
}

/** The context of who previewed it, with what he may now; undefined where he may not sign in any more. */
export async function contextOf(master: Master, receipt: ReceiptRow): Promise<Context | undefined> {
  const { rights: source } = guardsOf(master);
  const user = await master.db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName', 'admin'])
    .where('id', '=', receipt.user_id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!user || !source) return undefined;
  const session = { ...receipt.session, byCookie: false };
  const rights = await source.of({ user, session });
  return {
    user,
    session,
    rights,
    require: () => Promise.reject(new Error('which right is asked is for the act to say')),
    holds: (right) => holdsAtCluster(rights, right),
    master,
    db: master.db,
    log: master.log,
    requestId: receipt.request_id,
    signal: master.stopping,
    headers: {},
    remoteAddress: receipt.address,
    setHeader: () => {},
  };
}
