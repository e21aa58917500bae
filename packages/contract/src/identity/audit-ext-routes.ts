import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import type { Needs } from '../route.ts';
import { auditActions, auditKinds } from './audit-kinds.ts';

/** Administrators. */
export const auditNeeds = {
  permission: 'ADMINISTRATE_USER',
  on: 'cluster',
  withoutRbac: 'admin',
} as const satisfies Partial<Needs>;

/** Which entries; every condition is optional, and all that are given hold. Times: ISO, `from` included, `to` not. */
export const auditFilter = {
  userId: z.optional(z.coerce.number().check(z.int())),
  action: z.optional(z.enum(auditActions)),
  kind: z.optional(z.enum(auditKinds)),
  thingId: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
};

const fields = z.record(z.string(), z.unknown());

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null where nobody was signed in; the name is the one he had then. */
  user: z.nullable(z.object({ id: z.number(), username: z.string() })),
  /** How he had proved who he is: `user` a sign-in, `access_token`, or a task of his. */
  by: z.enum(['user', 'access_token', 'task', 'allocation', 'nobody']),
  action: z.enum(auditActions),
  kind: z.enum(auditKinds),
  /** Of a thing that has one; the name is the one it had then. */
  thingId: z.string(),
  thingName: z.string(),
  /** Fields that changed, as they were and as they are; secrets are told only by name. */
  before: fields,
  after: fields,
  requestId: z.string(),
  address: z.string(),
});

/** The newest first; `next` goes on with older ones: give it as `before`. */
export const getAuditEntriesRoute = /* @__PURE__ */ extRoute({
  name: 'getAuditEntries',
  method: 'GET',
  path: '/audit',
  query: z.object({
    ...auditFilter,
    before: z.optional(z.coerce.number().check(z.int())),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  }),
  reply: z.object({ entries: z.array(auditEntry), next: z.nullable(z.number()) }),
  needs: auditNeeds,
  reads: ['user', 'session', 'token', 'group', 'role', 'workspace', 'project', 'template', 'configPolicy'],
});
