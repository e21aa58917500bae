import { defineEvent } from '#platform/bus/bus.ts';

export const templateChanged = defineEvent<{ workspaceId: number }>('template-changed');
