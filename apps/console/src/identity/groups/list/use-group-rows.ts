import { getGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import type { User } from '@determined/contract/identity/identity-messages-generated.ts';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callQuery } from '#platform/api/call.ts';
import type { Group } from '../shared/group.ts';

/** A row of the table: a group or, below one that is unfolded, somebody in it, or words about them. */
export type GroupRow =
  | { kind: 'group'; key: string; group: Group }
  | { kind: 'member'; key: string; group: Group; user: Member }
  | { kind: 'words'; key: string; group: Group; words: string };

export type Member = Pick<User, 'id' | 'username' | 'displayName'>;

/** Of more, one looks by name: a row each would bury the other groups. */
const mostShown = 50;

/** The groups with the members of those that were unfolded. */
export function useGroupRows(groups: readonly Group[]) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback(
    (id: number) =>
      setUnfolded((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id]))),
    [],
  );
  const open = groups.filter(({ id }) => unfolded.has(id));
  const read = useQueries({ queries: open.map(({ id }) => callQuery(getGroupRoute, { groupId: id })) });
  const rows = groups.flatMap((group): GroupRow[] => {
    const head: GroupRow = { kind: 'group', key: `group ${group.id}`, group };
    const at = open.indexOf(group);
    if (at < 0) return [head];
    const words = (text: string): GroupRow => ({ kind: 'words', key: `words ${group.id}`, group, words: text });
    const { data, error } = read[at] ?? {};
    if (error) return [head, words('Unable to fetch its members.')];
    if (!data) return [head, words('Reading its members…')];
    const users = data.group?.users ?? [];
    if (users.length === 0) return [head, words('Nobody is in it.')];
    const members = users
      .slice(0, mostShown)
      .map((user): GroupRow => ({ kind: 'member', key: `member ${group.id} ${user.id}`, group, user }));
    const more = users.length - members.length;
    return [head, ...members, ...(more > 0 ? [words(`${more} more: Edit Group has all of them.`)] : [])];
  });
  return { rows, unfolded, toggle };
}
