import type { Db } from '#platform/db/database.ts';
import { gcProgress } from '../../checkpoint-gc/shared/gc-progress.ts';
import { findDeletion } from '../deletion-store.ts';

/** How far the deletion of an experiment has come, or why it failed, in sentences; undefined where nobody asked for one. */
export async function tellDeletion(db: Db, experimentId: number): Promise<string | undefined> {
  const deletion = await findDeletion(db, experimentId);
  if (!deletion) return undefined;
  if (deletion.error !== null) {
    return `This experiment could not be deleted: ${deletion.error}. Delete it again to try once more.`;
  }
  const { open } = await gcProgress(db, experimentId);
  if (open > 0) return 'This experiment is being deleted. Its files go first: a task that deletes them waits or runs.';
  const { left } = await db
    .selectFrom('trials')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('experiment_id', '=', experimentId)
    .executeTakeFirstOrThrow();
  return `This experiment is being deleted. Trials left: ${left}.`;
}
