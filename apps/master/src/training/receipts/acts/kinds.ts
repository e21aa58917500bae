import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { findIds } from '../../columns/shared/search/list-search.ts';
import { projectExperiments, type ShownExperiments } from '../../experiments/shared/project-experiments.ts';
import type { Given, ReceiptKind } from '../receipt-tables.ts';
import type { Deed, Found } from './deed.ts';
import { experimentDeeds } from './experiment-deeds.ts';
import { judgeExperiments } from './judge-experiments.ts';

interface Kind {
  deeds: Partial<Record<ReceiptAct, Deed>>;
  /** Those that the table of a project shows. */
  find(ctx: Context, tx: Tx, shown: ShownExperiments): Promise<number[]>;
  judge(
    ctx: Context,
    act: ReceiptAct,
    chosen: readonly { id: number; given: Given | null }[],
    given: Given,
  ): Promise<Found[]>;
}

export const kinds: Record<ReceiptKind, Kind | undefined> = {
  experiment: {
    deeds: experimentDeeds,
    find: (ctx, tx, shown) => findIds(ctx, tx, projectExperiments(shown, [])),
    judge: judgeExperiments,
  },
  run: undefined,
};
