import { defineEvent } from '#platform/bus/bus.ts';

/** Somebody has a role, or has it no more, on a workspace or in the whole cluster (null). */
export const rolesGiven = defineEvent<{ workspaceId: number | null }>('roles-given');
