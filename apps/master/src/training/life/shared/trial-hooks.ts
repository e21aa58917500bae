import { defineHook } from '#platform/hook.ts';
import type { StoredTrialState } from './life-tables.ts';
import type { TrialRow } from './trial-state.ts';

/** A trial at its end, and the state that it was in before. */
export type EndedTrial = TrialRow & { from: StoredTrialState };

/** Trials of an experiment have reached their end. Its row is locked. */
export const trialsOver = defineHook<{ experimentId: number; trials: readonly EndedTrial[] }>('trials-over');
