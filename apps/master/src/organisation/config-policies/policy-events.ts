import { defineEvent } from '#platform/bus/bus.ts';

/** null: the cluster's. */
export const policiesChanged = defineEvent<{ workspaceId: number | null }>('config-policies-changed');
