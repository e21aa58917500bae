import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';

const usualRows = 10;
const mostRows = 100;

/** The caller's newest experiments, as Home shows them. */
export async function getOwnExperimentRows(
  { query }: ExtRequestOf<typeof getOwnExperimentRowsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getOwnExperimentRowsRoute>> {
  const { db, user } = ctx;
  const columns = askedColumns(query.columns);
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const counted = db
    .selectFrom('experiment_counts as e')
    .select(({ fn }) => fn.sum<number | null>('e.total').as('total'))
    .where('e.owner_id', '=', user.id)
    .where('e.deleting', '=', false)
    .where(seen);
  const live = db
    .selectFrom('experiments as e')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('e.owner_id', '=', user.id)
    .where('e.state', '=', 'ACTIVE')
    .where(seen);
  const [counts, page] = await Promise.all([
    db.selectNoFrom([counted.as('total'), live.as('active')]).executeTakeFirst(),
    db
      .selectFrom('experiments as e')
      .select('e.id')
      .where('e.owner_id', '=', user.id)
      .where('e.state', '<>', 'DELETING')
      .where(seen)
      .orderBy('e.start_time', 'desc')
      .orderBy('e.id', 'desc')
      .limit(Math.min(query.limit ?? usualRows, mostRows))
      .execute(),
  ]);
  const ids = page.map((row) => row.id);
  return { total: counts?.total ?? 0, active: counts?.active ?? 0, rows: await readExperimentRows(db, ids, columns) };
}
