import type { Tx } from '#platform/db/database.ts';

/** A project is gone: nobody has visited it. */
export async function forgetVisits(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('project_visits').where('project_id', '=', projectId).execute();
}
