import { defineHook } from '#platform/hook.ts';

/** Experiments that the server ran have come to their end. Their rows are locked. */
export const experimentsOver = defineHook<{ experimentIds: readonly number[] }>('experiments-over');
