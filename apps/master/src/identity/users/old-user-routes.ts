import type { Context } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { findUserById } from './shared/user-store.ts';
import { type UserRow, userView } from './shared/user-view.ts';

// Calls outside /api/v1 that older scripts and the sign-in by another service use. Facts: contract, non-proto routes.

const json = 'application/json; charset=UTF-8';

export const oldUsers: RawHandler = async (_request, reply, ctx) => {
  const rows = await ctx.db.selectFrom('users').selectAll().orderBy('id').execute();
  return reply.type(json).send(JSON.stringify(rows.map((row) => oldView(row, ctx))));
};

export const oldCurrentUser: RawHandler = async (_request, reply, ctx) => {
  const row = await findUserById(ctx.db, ctx.user.id);
  return reply.type(json).send(JSON.stringify(row && oldView(row, ctx)));
};

function oldView(row: UserRow, ctx: Context) {
  const shown = userView(row, ctx);
  const group = shown.agentUserGroup;
  return {
    id: row.id,
    display_name: row.display_name === '' ? null : row.display_name,
    username: row.username,
    name: '',
    admin: shown.admin ?? false,
    active: row.active,
    modified_at: shown.modifiedAt ?? null,
    remote: shown.remote ?? false,
    last_auth_at: shown.lastAuthAt ?? null,
    agent_uid: group?.agentUid ?? null,
    agent_gid: group?.agentGid ?? null,
    agent_user: group?.agentUser ?? null,
    agent_group: group?.agentGroup ?? null,
  };
}
