import type { Tx } from '#platform/db/database.ts';
import { type Master, perMaster } from '#platform/master.ts';
import type { TrialRow } from './trial-state.ts';

type OnTrialsOver = (master: Master, tx: Tx, experimentId: number, trials: readonly TrialRow[]) => Promise<void>;

/** What follows the end of some trials of an experiment, in the same transaction; the experiment's slice registers it in `app.ts`. */
export const trialHooks = perMaster((): { over: OnTrialsOver[] } => ({ over: [] }));
