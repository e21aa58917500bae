import { defineHook } from '#platform/hook.ts';

/** An experiment that the server ran has come to its end. Its row is locked. */
export const experimentOver = defineHook<{ experimentId: number }>('experiment-over');
