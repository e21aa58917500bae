import { ApiError } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Doer } from '../audit/shared/record-audit.ts';
import { changeMembers, ensureGroup, type GroupRow, lockGroups } from './shared/group-store.ts';

/**
 * Whoever signs in by a provider is in the groups that it names, and in no others; those that are not there are made.
 * Facts: sign-in by others 1.3.
 */
export async function followRemoteGroups(
  tx: Tx,
  { userId, groups, by }: { userId: number; groups: readonly string[]; by: Doer },
  log: Log,
): Promise<void> {
  const wanted = new Set<number>();
  for (const name of [...new Set(groups)].toSorted()) if (name !== '') wanted.add((await ensureGroup(tx, by, name)).id);
  const present = await tx.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute();
  const now = new Set(present.map((row) => row.group_id));
  const different = [...new Set([...wanted, ...now])].filter((id) => !(wanted.has(id) && now.has(id)));
  for (const group of await lockGroups(tx, different)) {
    if (wanted.has(group.id)) await changeMembers(tx, by, group, { add: [userId], remove: [] });
    else await leave(tx, { userId, group, by, log });
  }
}

/** Who has to stay in it for the cluster's sake is let in all the same, or nobody could ever give his role to another. */
async function leave(
  tx: Tx,
  { userId, group, by, log }: { userId: number; group: GroupRow; by: Doer; log: Log },
): Promise<void> {
  try {
    await changeMembers(tx, by, group, { add: [], remove: [userId] });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FailedPrecondition') throw error;
    log.warn({ userId, group: group.name, err: error }, 'a provider names his group no more, but he stays in it');
  }
}
