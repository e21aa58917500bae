import type { Db } from '#platform/db/database.ts';

/** Whether an experiment's project or workspace is archived; undefined where there is no such experiment. */
export async function liesInArchive(db: Db, experimentId: number): Promise<boolean | undefined> {
  const place = await db
    .selectFrom('experiments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['p.archived', 'w.archived as workspaceArchived'])
    .where('e.id', '=', experimentId)
    .executeTakeFirst();
  return place && (place.archived || place.workspaceArchived);
}
