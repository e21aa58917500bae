import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';

/** Pools that are bound, but to workspaces only that the caller may not see: for him there are no such pools. */
export async function poolsOutOfSight(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('pool_bindings')
    .select('pool_name')
    .groupBy('pool_name')
    .having(sql<boolean>`not bool_or(${visible('workspace', ctx, { workspace: 'workspace_id' })})`)
    .execute();
  return new Set(rows.map(({ pool_name }) => pool_name));
}
