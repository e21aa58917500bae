import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getPinsRoute, Pin } from '@determined/contract/training/pin-ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { runIsGoing } from '../life/shared/shown-state.ts';
import type { PinRow } from './pin-store.ts';

export async function getPins(
  { query }: ExtRequestOf<typeof getPinsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getPinsRoute>> {
  const runs = await runsInSight(ctx, ctx.db, query.runs.split(',').map(Number));
  const rows = await ctx.db
    .selectFrom('pins as n')
    .innerJoin('users as u', 'u.id', 'n.author_id')
    .selectAll('n')
    .select(['u.username', 'u.display_name'])
    .where('n.trial_id', '=', (eb) => eb.fn.any(eb.val(runs.map(({ id }) => id))))
    .orderBy('n.batches')
    .orderBy('n.id')
    .execute();
  return {
    pins: rows.map((row) =>
      shownPin(row, { id: row.author_id, username: row.username, displayName: row.display_name }),
    ),
    archived: runs.filter(({ archived }) => archived).map(({ id }) => id),
  };
}

export const shownPin = (row: PinRow, { id, username, displayName }: Pin['author']): Pin => ({
  id: row.id,
  runId: row.trial_id,
  group: row.group_name,
  metric: row.metric_name,
  batches: row.batches,
  text: row.text,
  version: row.version,
  author: { id, username, displayName },
  createdAt: row.created_at,
  editedAt: row.edited_at,
});

/** Those of the runs that the caller may see and that are not on their way out; whether they lie in an archive. */
export async function runsInSight(
  viewer: Pick<Context, 'rights'>,
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; archived: boolean }[]> {
  const { rows } = await sql<{ id: number; archived: boolean }>`
    select t.id, (e.archived or p.archived or w.archived) as archived
    from trials t join experiments e on e.id = t.experiment_id
      join projects p on p.id = e.project_id join workspaces w on w.id = p.workspace_id
    where t.id = any(${[...new Set(ids)]}::int[]) and e.state <> 'DELETING' and not ${runIsGoing}
      and ${visible('run', viewer, { workspace: 'p.workspace_id' })}`.execute(db);
  return rows;
}
