import { ApiError, invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { UserActionResult, UserFilters } from '@determined/contract/identity/users-generated.ts';
import type { patchUsersRoute } from '@determined/contract/identity/users-routes.ts';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { changeUser } from './shared/change-user.ts';
import { refuseManagedElsewhere } from './shared/managed-elsewhere.ts';
import { findUserById } from './shared/user-store.ts';

/** Activates or deactivates many accounts; each is answered for itself. */
export const patchUsers: Handler<typeof patchUsersRoute> = async ({ userIds, activate, filters }, ctx) => {
  refuseManagedElsewhere(ctx.master);
  if (filters && userIds.length > 0) throw invalidArgument('give userIds or filters, not both');
  const ids = filters ? await matching(ctx.db, filters) : userIds;
  const results: UserActionResult[] = [];
  for (const id of ids) results.push({ id, error: await setActive(ctx, id, activate) });
  return { results };
};

async function setActive(ctx: Context, id: number, active: boolean): Promise<string> {
  try {
    await ctx.require('user', id);
    if (!(await findUserById(ctx.db, id))) throw notFound('user');
    await inTransaction(ctx.db, (tx) => changeUser(ctx.master, tx, ctx, id, { active }));
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

async function matching(db: Db, { name, admin }: UserFilters): Promise<number[]> {
  if (name === '' && admin === undefined) throw invalidArgument('filters must name at least one condition');
  const rows = await db.selectFrom('users').select(['id', 'username', 'display_name', 'admin']).orderBy('id').execute();
  const part = name.toLowerCase();
  return rows
    .filter((row) => admin === undefined || row.admin === admin)
    .filter((row) => [row.username, row.display_name].some((text) => text.toLowerCase().includes(part)))
    .map(({ id }) => id);
}
