import type { Tx } from '#platform/db/database.ts';
import { type Master, perMaster } from '#platform/master.ts';
import type { TrialRow } from './trial-state.ts';

type OnTrialOver = (master: Master, tx: Tx, trial: TrialRow) => Promise<void>;

/** What follows the end of a trial, in the same transaction; the experiment's slice registers it in `app.ts`. */
export const trialHooks = perMaster((): { over: OnTrialOver[] } => ({ over: [] }));
