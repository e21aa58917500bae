import type { Right } from '@determined/contract/permissions.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { ExperimentRow } from '../../life/shared/experiment-state.ts';
import type { NewItem, ReceiptRow } from '../receipt-store.ts';
import type { Given } from '../receipt-tables.ts';

/** What is done to one thing, by what is known of it when its turn comes. */
export interface Turn {
  id: number;
  given: Given;
  receipt: Pick<ReceiptRow, 'undo_until'>;
  /** Its experiment, which this transaction has locked. */
  locked?: ExperimentRow | undefined;
}

/** One act on things of a kind: the very one of the compatible calls. */
export interface Deed {
  /** What is asked of each thing: what the act's own call asks. */
  right: Right;
  /** Does it; undefined where there is nothing to do. Throws the refusal. `was`: what takes it back. */
  attempt(ctx: Context, tx: Tx, turn: Turn): Promise<{ was?: Given } | undefined>;
}

/** What the preview found of one thing. */
export interface Found extends NewItem {
  checkpoints: number;
  bytes: number;
}
