import { defineHook } from '#platform/hook.ts';
import type { TrialRow } from './trial-state.ts';

/** Trials of an experiment have reached their end. Its row is locked. */
export const trialsOver = defineHook<{ experimentId: number; trials: readonly TrialRow[] }>('trials-over');
