import { ApiError, alreadyExists } from '@determined/contract/errors.ts';
import { type Selectable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { type Doer, recordAudit } from '../../audit/shared/record-audit.ts';
import { rightsChanged } from '../../shared/rights-events.ts';
import { rightsEnding } from '../../shared/rights-hooks.ts';
import type { GroupsTable } from '../group-tables.ts';
import { groupChanged } from './group-events.ts';

export type GroupRow = Selectable<GroupsTable>;

/** Users who are to be in a group, and users who are not to be any more. */
export interface MemberChange {
  add: readonly number[];
  remove: readonly number[];
}

/** Throws NotFound, as when the caller may not see it. */
export async function findGroup(db: Db, id: number, doing = 'getting'): Promise<GroupRow> {
  const row = await db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missingGroup(id, doing);
  return row;
}

export const missingGroup = (id: number, doing = 'getting') =>
  new ApiError('NotFound', `Error ${doing} group ${id}: not found`);

/** Several, in the order in which they are locked everywhere. */
export async function lockGroups(tx: Tx, ids: Iterable<number>): Promise<GroupRow[]> {
  const rows: GroupRow[] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) rows.push(await lockGroup(tx, id));
  return rows;
}

/** Nobody else changes it or who is in it until the transaction ends. Throws NotFound. */
export async function lockGroup(tx: Tx, id: number, doing?: string): Promise<GroupRow> {
  const asked = tx.selectFrom('groups').selectAll().where('id', '=', id);
  const [row] = await lockRows(tx, 'group', asked, { key: 'id' });
  if (!row) throw missingGroup(id, doing);
  return row;
}

/** Throws AlreadyExists where the name is taken. */
export async function insertGroup(tx: Tx, by: Doer, name: string): Promise<GroupRow> {
  const row = await tx
    .insertInto('groups')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw takenName('creating', name);
  await recordAudit(tx, by, { action: 'create', kind: 'group', id: row.id, name, after: { name } });
  publish(tx, groupChanged, { groupId: row.id });
  return row;
}

/** The group of that name, which is made where there is none. */
export async function ensureGroup(tx: Tx, by: Doer, name: string): Promise<GroupRow> {
  const find = () => tx.selectFrom('groups').selectAll().where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known;
  try {
    return await insertGroup(tx, by, name);
  } catch (error) {
    // Another one has made it just now.
    const made = error instanceof ApiError && error.code === 'AlreadyExists' ? await find() : undefined;
    if (!made) throw error;
    return made;
  }
}

/** Throws AlreadyExists where the name is taken. */
export async function renameGroup(tx: Tx, by: Doer, group: GroupRow, name: string): Promise<GroupRow> {
  const taken = await tx.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
  if (taken && taken.id !== group.id) throw takenName('updating', name);
  await tx.updateTable('groups').set({ name }).where('id', '=', group.id).execute();
  await recordAudit(tx, by, { action: 'change', kind: 'group', id: group.id, name, before: group, after: { name } });
  publish(tx, groupChanged, { groupId: group.id });
  return { ...group, name };
}

export async function deleteGroupRow(tx: Tx, by: Doer, group: GroupRow): Promise<void> {
  const members = await tx.selectFrom('group_members').select('user_id').where('group_id', '=', group.id).execute();
  await rightsEnding.run(tx, { userIds: members.map((row) => row.user_id), groupId: group.id });
  await tx.deleteFrom('group_members').where('group_id', '=', group.id).execute();
  await tx.deleteFrom('groups').where('id', '=', group.id).execute();
  await recordAudit(tx, by, { action: 'delete', kind: 'group', id: group.id, name: group.name, before: group });
  publish(tx, groupChanged, { groupId: group.id });
  for (const { user_id: userId } of members) publish(tx, rightsChanged, { userId });
}

/** Those who are already as asked for stay so; gives who was added and who was taken out. The group is locked. Throws NotFound, and what `rightsEnding` throws. */
export async function changeMembers(
  tx: Tx,
  by: Doer,
  { id, name }: GroupRow,
  { add, remove }: MemberChange,
): Promise<{ added: number[]; removed: number[] }> {
  const added = await addMembers(tx, id, add);
  if (remove.length > 0) await rightsEnding.run(tx, { userIds: remove, groupId: id });
  const gone = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', id)
    .where('user_id', '=', (eb) => eb.fn.any(eb.val([...remove])))
    .returning('user_id')
    .execute();
  const removed = gone.map((row) => row.user_id);
  if (added.length + removed.length === 0) return { added, removed };
  const before = removed.length > 0 ? { members: removed } : {};
  const after = added.length > 0 ? { members: added } : {};
  await recordAudit(tx, by, { action: 'change', kind: 'group', id, name, before, after });
  publish(tx, groupChanged, { groupId: id });
  for (const userId of new Set([...added, ...removed])) publish(tx, rightsChanged, { userId });
  return { added, removed };
}

async function addMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${[...userIds]}::int[])`.execute(tx);
  const wanted = new Set(userIds);
  if (rows.length < wanted.size) {
    throw new ApiError(
      'NotFound',
      `Error adding ${wanted.size} user(s) to 1 group(s) because one or more of them were not found: not found`,
    );
  }
  const added = await tx
    .insertInto('group_members')
    .values([...wanted].map((user_id) => ({ group_id: groupId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return added.map((row) => row.user_id);
}

const takenName = (doing: string, name: string) => alreadyExists(`Error ${doing} group ${name}: row already exists`);
