import { ApiError, invalidArgument, permissionDenied } from '@determined/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { checkPassword, signIn } from '../auth/login.ts';
import { logout } from '../auth/logout.ts';
import { type UserRow, userView } from './shared/user-view.ts';
import { findUserById } from './user-store.ts';

// Calls outside /api/v1 that older scripts and the sign-in by another service use. Facts: contract, non-proto routes.

const json = 'application/json; charset=UTF-8';

/** The password comes as clients hash it; the cookie is set only where it is asked for. */
export const oldLogin: RawHandler = async (request, reply, ctx) => {
  const { username, password } = credentialsIn(request);
  let user: UserRow;
  try {
    user = await checkPassword(ctx, { username, clientHash: password });
  } catch (error) {
    // This route says 403 where the newer one says 401.
    if (error instanceof ApiError && error.code === 'Unauthenticated') throw permissionDenied(error.message);
    throw error;
  }
  const wantsCookie = new URL(request.url, 'http://local').searchParams.get('cookie') === 'true';
  const { token } = await signIn(ctx, user, { cookie: wantsCookie });
  return reply.type(json).send(JSON.stringify({ token }));
};

export const oldLogout: RawHandler = async (_request, reply, ctx) => {
  await logout({}, ctx);
  return reply.type(json).send('""');
};

export const oldUsers: RawHandler = async (_request, reply, ctx) => {
  const rows = await ctx.db.selectFrom('users').selectAll().orderBy('id').execute();
  return reply.type(json).send(JSON.stringify(rows.map((row) => oldView(row, ctx))));
};

export const oldCurrentUser: RawHandler = async (_request, reply, ctx) => {
  const row = await findUserById(ctx.db, ctx.user.id);
  return reply.type(json).send(JSON.stringify(row && oldView(row, ctx)));
};

function credentialsIn({ body }: FastifyRequest): { username: string; password: string } {
  const { username, password } = (body ?? {}) as { username?: unknown; password?: unknown };
  if (typeof username !== 'string' || (password !== undefined && typeof password !== 'string')) {
    throw invalidArgument('username and password have to be texts');
  }
  return { username, password: password ?? '' };
}

function oldView(row: UserRow, ctx: Context) {
  const shown = userView(row, ctx.user);
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
