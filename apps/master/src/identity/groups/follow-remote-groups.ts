import type { Tx } from '#platform/db/database.ts';
import type { Doer } from '../audit/shared/record-audit.ts';
import { changeMembers, ensureGroup, lockGroup } from './shared/group-store.ts';

/**
 * Whoever signs in by a provider is in the groups that it names, and in no others; those that are not there are made.
 * Facts: sign-in by others 1.3.
 */
export async function followRemoteGroups(
  tx: Tx,
  { userId, groups, by }: { userId: number; groups: readonly string[]; by: Doer },
): Promise<void> {
  const wanted = new Set<number>();
  for (const name of [...new Set(groups)].toSorted()) if (name !== '') wanted.add((await ensureGroup(tx, by, name)).id);
  const present = await tx.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute();
  const now = new Set(present.map((row) => row.group_id));
  const different = [...new Set([...wanted, ...now])].filter((id) => !(wanted.has(id) && now.has(id)));
  for (const id of different.toSorted((a, b) => a - b)) {
    const group = await lockGroup(tx, id);
    await changeMembers(tx, by, group, wanted.has(id) ? { add: [userId], remove: [] } : { add: [], remove: [userId] });
  }
}
