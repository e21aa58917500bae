import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

const person = z.object({ id: z.number(), username: z.string(), displayName: z.string() });

/** Who has a role for the whole cluster that counts in a workspace, too. Whoever is deactivated is left out. */
export const getClusterHoldersRoute = /* @__PURE__ */ extRoute({
  name: 'getClusterHolders',
  method: 'GET',
  path: '/workspaces/{workspaceId}/cluster-holders',
  params: z.object({ workspaceId: z.coerce.number().check(z.int(), z.minimum(1)) }),
  reply: z.object({
    users: z.array(z.object({ roleId: z.number(), user: person })),
    /** With who is in them. */
    groups: z.array(z.object({ roleId: z.number(), groupId: z.number(), name: z.string(), users: z.array(person) })),
  }),
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'params.workspaceId' },
  reads: ['role', 'group', 'user'],
});
