import { ApiError, invalidArgument, notFound } from '@determined/contract/errors.ts';
import { minUsername } from '@determined/contract/limits.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { agentUserColumns } from '../shared/agent-user-group.ts';
import { addUser } from './create-user.ts';
import { patchUser } from './patch-user.ts';
import { checkedName, refuseReserved } from './shared/user-name-rules.ts';
import { findUserByName } from './shared/user-store.ts';

// Calls outside /api/v1 with which older scripts change accounts; the rules are those of the newer calls. A password
// comes as clients hash it. Facts: contract, non-proto routes.

const agentUserGroup = z.object({ uid: z.int(), gid: z.int(), user: z.string(), group: z.string() });
const change = z.object({
  password: z.nullish(z.string()),
  active: z.nullish(z.boolean()),
  admin: z.nullish(z.boolean()),
  agent_user_group: z.nullish(agentUserGroup),
});
const naming = z.object({ username: z.string() });
const account = z.object({
  username: z.string(),
  active: z.nullish(z.boolean()),
  admin: z.nullish(z.boolean()),
  agent_user_group: z.nullish(agentUserGroup),
});

/** A new account starts with a blank password, as one that is made through the newer call without one. */
export const oldCreateUser: RawHandler = async (request, reply, ctx) => {
  const asked = parse(account, request.body);
  const username = checkedName(asked.username, minUsername);
  refuseReserved(username);
  const user = {
    username,
    display_name: '',
    password_hash: '',
    admin: asked.admin ?? false,
    active: asked.active ?? false,
    remote: false,
    ...(asked.agent_user_group ? agentUserColumns(groupOf(asked.agent_user_group)) : noAgentUser),
  };
  await duplicateAs400(addUser(ctx, user));
  return done(reply);
};

export const oldPatchUser: RawHandler = async (request, reply, ctx) => {
  const asked = parse(change, request.body);
  await patchByName(ctx, request.params, {
    admin: asked.admin ?? null,
    active: asked.active ?? null,
    agentUserGroup: asked.agent_user_group ? groupOf(asked.agent_user_group) : null,
    password: asked.password ?? undefined,
    isHashed: true,
  });
  return done(reply);
};

export const oldRenameUser: RawHandler = async (request, reply, ctx) => {
  const { username } = parse(naming, request.body);
  await patchByName(ctx, request.params, {
    admin: null,
    active: null,
    agentUserGroup: null,
    username,
    isHashed: false,
  });
  return done(reply);
};

const noAgentUser = { agent_uid: null, agent_gid: null, agent_user: null, agent_group: null };

async function patchByName(
  ctx: Context,
  params: unknown,
  user: NonNullable<Parameters<typeof patchUser>[0]['user']>,
): Promise<void> {
  const { username } = parse(naming, params);
  const row = await findUserByName(ctx.db, username);
  if (!row) throw notFound('user', username);
  await duplicateAs400(patchUser({ userId: row.id, user }, ctx));
}

function groupOf({ uid, gid, user, group }: z.infer<typeof agentUserGroup>) {
  return { agentUid: uid, agentGid: gid, agentUser: user, agentGroup: group };
}

function parse<T>(shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
  return parsed.data;
}

/** These calls say 400 where the newer ones say 409. */
async function duplicateAs400(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    throw error instanceof ApiError && error.code === 'AlreadyExists' ? invalidArgument(error.message) : error;
  });
}

function done(reply: FastifyReply) {
  return reply.type('application/json; charset=UTF-8').send('{}');
}
