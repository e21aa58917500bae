import { defineEvent } from '#platform/bus/bus.ts';

export const projectChanged = defineEvent<{ projectId: number; workspaceId: number }>('project-changed');
