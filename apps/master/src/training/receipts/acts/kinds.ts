import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { findIds } from '../../columns/shared/search/list-search.ts';
import { runSearch } from '../../columns/shared/search/run-search.ts';
import { projectExperiments, type ShownExperiments } from '../../experiments/shared/project-experiments.ts';
import type { Given, ReceiptKind } from '../receipt-tables.ts';
import type { Deed, Found } from './deed.ts';
import { experimentDeeds } from './experiment-deeds.ts';
import type { Chosen } from './judge-each.ts';
import { judgeExperiments } from './judge-experiments.ts';
import { judgeRuns } from './judge-runs.ts';
import { runDeeds } from './run-deeds.ts';

interface Kind {
  deeds: Partial<Record<ReceiptAct, Deed>>;
  /** Those that the table of a project shows. */
  find(ctx: Context, tx: Tx, shown: ShownExperiments): Promise<number[]>;
  judge(ctx: Context, act: ReceiptAct, chosen: readonly Chosen[], given: Given): Promise<Found[]>;
}

export const kinds: Record<ReceiptKind, Kind> = {
  experiment: {
    deeds: experimentDeeds,
    find: (ctx, tx, shown) => findIds(ctx, tx, projectExperiments(shown, [])),
    judge: judgeExperiments,
  },
  run: {
    deeds: runDeeds,
    find: (ctx, tx, { projectId, archived, filter }) =>
      findIds(ctx, tx, runSearch(ctx, { projectId, archived, filter })),
    judge: judgeRuns,
  },
};
