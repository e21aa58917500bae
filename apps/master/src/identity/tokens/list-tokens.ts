import { notFound } from '@determined/contract/errors.ts';
import type { GetAccessTokensRequestSortBy } from '@determined/contract/identity/tokens-generated.ts';
import type { getAccessTokensRoute } from '@determined/contract/identity/tokens-routes.ts';
import { pageOf } from '@determined/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { findUserByName } from '../users/shared/user-store.ts';
import { tokenView } from './token-view.ts';

/** All tokens, or those of the user who is named; those in use unless inactive ones are wanted. */
export const listTokens: Handler<typeof getAccessTokensRoute> = async (request, ctx) => {
  const { username, tokenIds, showInactive, sortBy } = request;
  let query = ctx.db
    .selectFrom('user_sessions')
    .select(['id', 'user_id', 'kind', 'created_at', 'expires_at', 'revoked_at', 'description'])
    .where('kind', '=', 'access_token');
  if (username !== '') {
    const user = await findUserByName(ctx.db, username);
    if (!user) throw notFound('user');
    query = query.where('user_id', '=', user.id);
  }
  if (tokenIds.length > 0) query = query.where('id', 'in', tokenIds);
  if (!showInactive) {
    query = query.where('revoked_at', 'is', null).where('expires_at', '>', ctx.master.clock.now().toISOString());
  }
  const direction = request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc';
  const rows = await query.orderBy(orders[sortBy], direction).orderBy('id', direction).execute();
  const { items, pagination } = pageOf(rows, request);
  return { tokenInfo: items.map(tokenView), pagination };
};

const orders: Record<GetAccessTokensRequestSortBy, RawBuilder<unknown>> = {
  SORT_BY_UNSPECIFIED: sql`id`,
  SORT_BY_USER_ID: sql`user_id`,
  SORT_BY_EXPIRY: sql`expires_at`,
  SORT_BY_CREATED_AT: sql`created_at`,
  SORT_BY_TOKEN_TYPE: sql`kind`,
  SORT_BY_REVOKED: sql`(revoked_at is not null)`,
  SORT_BY_DESCRIPTION: sql`description collate "und-x-icu"`,
};
