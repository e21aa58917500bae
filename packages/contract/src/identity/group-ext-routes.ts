import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

const person = z.object({ id: z.number(), username: z.string(), displayName: z.string() });

/** A group as administrators see it in a list. */
const groupRow = z.object({
  id: z.number(),
  name: z.string(),
  members: z.number(),
  /** The first few of them. */
  people: z.array(person),
  /** What it gives its members: in the whole cluster, where `workspaces` is null, or in these. */
  roles: z.array(
    z.object({ roleId: z.number(), workspaces: z.nullable(z.array(z.object({ id: z.number(), name: z.string() }))) }),
  ),
});

/** Groups by name; `text` is a part of the group's name or of the name of somebody who is in it. */
export const getGroupRowsRoute = /* @__PURE__ */ extRoute({
  name: 'getGroupRows',
  method: 'GET',
  path: '/groups',
  query: z.object({
    text: z._default(z.string().check(z.maxLength(256)), ''),
    order: z._default(z.enum(['name', 'members']), 'name'),
    descending: z._default(z.stringbool(), false),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 10),
  }),
  reply: z.object({ groups: z.array(groupRow), total: z.number() }),
  needs: { permission: 'UPDATE_GROUP', on: 'cluster', withoutRbac: 'admin' },
  reads: ['group', 'user', 'role', 'workspace'],
});
