import { defineHook } from '#platform/hook.ts';
import type { StoredTrialState } from './life-tables.ts';
import type { TrialRow } from './trial-state.ts';

/** A trial at its end, and the state that it was in before. */
export type EndedTrial = TrialRow & { from: StoredTrialState };

/** Trials have reached their end. The rows of their experiments are locked. */
export const trialsOver = defineHook<{ trials: readonly EndedTrial[] }>('trials-over');
