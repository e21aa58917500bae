import { notFound } from '@determined/contract/errors.ts';
import type { Right } from '@determined/contract/permissions.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { ActedExperiment } from '../../life/shared/experiment-state.ts';
import type { NewItem, ReceiptRow } from '../receipt-store.ts';
import type { Given } from '../receipt-tables.ts';

/** What is done to one thing, by what is known of it when its turn comes. */
export interface Turn {
  id: number;
  given: Given;
  receipt: Pick<ReceiptRow, 'id' | 'undo_until'>;
  /** The experiment that it is, which this transaction has locked; undefined: it is gone, or a run. */
  experiment: ActedExperiment | undefined;
}

/** What it was done to, each with what takes it back; what is not in it needed nothing. */
export type Done = ReadonlyMap<number, { was?: Given }>;

/** One act on things of a kind: the very one of the compatible calls. */
export interface Deed {
  /** What is asked of each thing: what the act's own call asks. */
  right: Right;
  /** Its statements are for one thing each, so that a batch of it is smaller. */
  eachAlone?: true;
  /** Does it to all of these. Throws where one of them is refused: then they are taken one by one. */
  attempt(ctx: Context, tx: Tx, turns: readonly Turn[]): Promise<Done>;
}

/** What the preview found of one thing. */
export interface Found extends NewItem {
  checkpoints: number;
  bytes: number;
}

/** The experiments of these turns. Throws where one is gone. */
export function lockedOf(turns: readonly Turn[]): ActedExperiment[] {
  return turns.map(({ id, experiment }) => {
    if (!experiment) throw notFound('experiment', id);
    return experiment;
  });
}
