import { type Asked, rowRange } from '@determined/contract/paging.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type JoinedExperiment, joinedExperiments } from './shared/experiment-view.ts';

/** The tables that conditions and orders of experiment lists may name. Left joins: those that are not named cost nothing. */
const from = sql`experiments e
  left join users u on u.id = e.owner_id
  left join projects p on p.id = e.project_id
  left join workspaces w on w.id = p.workspace_id
  left join trials b on b.id = e.best_trial_id
  left join trial_metrics m on m.trial_id = e.best_trial_id`;

/** One page of experiments: counts, then ids in order, then the details of those ids. */
export async function experimentPage(
  db: Db,
  asked: Asked,
  { where, orderBy }: { where: RawBuilder<SqlBool>; orderBy: RawBuilder<unknown> },
) {
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(db);
  const { skip, take, pagination } = rowRange(asked, counted.rows[0]?.total ?? 0);
  const rows: JoinedExperiment[] = [];
  if (take > 0) {
    const found = await sql<{ id: number }>`
      select e.id from ${from} where ${where} order by ${orderBy} offset ${skip} limit ${take}`.execute(db);
    const ids = found.rows.map(({ id }) => id);
    // Between the two queries all of them may have been deleted.
    const details = ids.length === 0 ? [] : await joinedExperiments(db).where('e.id', 'in', ids).execute();
    const byId = new Map(details.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row) rows.push(row);
    }
  }
  return { rows, pagination };
}
