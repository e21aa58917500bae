import type { Asked } from '@determined/contract/paging.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { countsWith, type Join } from '../columns/shared/column-tables.ts';
import type { OrderPart } from '../columns/shared/list-order.ts';
import { findPage } from '../columns/shared/search/list-search.ts';
import type { FilterNode } from '../columns/shared/search-filter.ts';
import { joinedExperiments } from './shared/experiment-view.ts';
import { hiddenExperiments } from './shared/hidden-experiments.ts';
import { listedConfigs } from './shared/listed-configs.ts';

interface Wanted {
  /** 0: of all projects. */
  projectId: number;
  /** `counted`: the same of the counts that are kept, where it can be said, so that no row is counted. */
  shown: { sql: RawBuilder<SqlBool>; joins: ReadonlySet<Join>; counted?: RawBuilder<SqlBool> };
  filter: FilterNode;
  /** Archived experiments are not shown. */
  hidesArchived: boolean;
  order: readonly OrderPart[];
}

/** One page of experiments, with their details. */
export const experimentPage = (ctx: Context, asked: Asked, wanted: Wanted) =>
  boundedSearch(ctx, (tx) => readPage(ctx, tx, asked, wanted));

async function readPage(ctx: Context, tx: Tx, asked: Asked, wanted: Wanted) {
  const { projectId, shown, filter, hidesArchived, order } = wanted;
  const { ids, pagination } = await findPage(
    ctx,
    tx,
    {
      of: 'experiment',
      projectId,
      filter,
      joins: shown.joins,
      shown: shown.sql,
      hidden: hiddenExperiments(projectId, hidesArchived),
      known: shown.counted
        ? sql`select coalesce(sum(e.total), 0) as total from ${countsWith(shown)} where ${shown.counted}`
        : undefined,
      order,
    },
    asked,
  );
  // Between the two queries all of them may have been deleted.
  const details =
    ids.length === 0
      ? []
      : await joinedExperiments(tx)
          .where('e.id', '=', (eb) => eb.fn.any(eb.val(ids)))
          .execute();
  const configs = await listedConfigs(ctx.master, tx, details);
  const byId = new Map(
    details.flatMap((row) => {
      const config = configs.get(row.id);
      return config ? [[row.id, { ...row, ...config }]] : [];
    }),
  );
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), pagination };
}
