import { defineEvent } from '#platform/bus/bus.ts';

export const workspaceChanged = defineEvent<{ workspaceId: number }>('workspace-changed');
