import { ApiError, invalidArgument, permissionDenied } from '@determined/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { RawHandler } from '#platform/http/serve.ts';
import { signsInElsewhere } from '../users/shared/managed-elsewhere.ts';
import type { UserRow } from '../users/shared/user-view.ts';
import { checkPassword, signIn } from './login.ts';
import { logout } from './logout.ts';

// Calls outside /api/v1 that older scripts use. Facts: contract, non-proto routes.

const json = 'application/json; charset=UTF-8';

/** The password comes as clients hash it; the cookie is set only where it is asked for. */
export const oldLogin: RawHandler = async (request, reply, ctx) => {
  if (signsInElsewhere(ctx.master))
    return reply
      .code(421)
      .type(json)
      .send(JSON.stringify({ message: 'authentication is configured to be external' }));
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
  const { token } = await signIn(ctx, user, { cookie: wantsCookie ? 'to our pages' : 'never' });
  return reply.type(json).send(JSON.stringify({ token }));
};

export const oldLogout: RawHandler = async (_request, reply, ctx) => {
  await logout({}, ctx);
  return reply.type(json).send('""');
};

function credentialsIn({ body }: FastifyRequest): { username: string; password: string } {
  const { username, password } = (body ?? {}) as { username?: unknown; password?: unknown };
  if (typeof username !== 'string' || (password !== undefined && typeof password !== 'string')) {
    throw invalidArgument('username and password have to be texts');
  }
  return { username, password: password ?? '' };
}
