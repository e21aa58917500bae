import { ChevronDown, ChevronRight, UsersRound } from 'lucide-react';
import { useActions } from '#platform/actions/use-actions.ts';
import { displayName } from '#platform/session/session.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import type { GridColumn } from '#ui/table/grid-column.ts';
import { groupActions } from '../actions/group-actions.ts';
import type { Group } from '../shared/group.ts';
import styles from './groups-page.module.css';
import { groupWidths } from './groups-request.ts';
import { RemoveMember } from './remove-member.tsx';
import type { GroupRow, Member } from './use-group-rows.ts';

interface Folding {
  unfolded: ReadonlySet<number>;
  toggle: (id: number) => void;
}

const pixels = (share: number) => share * 8;
/** Of a member's row, which has a word where a group has three dots. */
const REMOVE_WIDTH = 92;

export function groupColumns({ unfolded, toggle }: Folding): GridColumn<GroupRow>[] {
  const ofGroup = (shown: (group: Group) => React.ReactNode) => (row: GroupRow) =>
    row.kind === 'group' ? shown(row.group) : null;
  return [
    {
      id: 'name',
      header: 'Group',
      width: pixels(groupWidths.name),
      sortable: true,
      cell: (row) =>
        row.kind === 'group' ? (
          <GroupName group={row.group} isOpen={unfolded.has(row.group.id)} onToggle={toggle} inGrid />
        ) : (
          <MemberName row={row} />
        ),
    },
    {
      id: 'users',
      header: 'Members',
      width: 96,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: ofGroup(({ members }) => members.toLocaleString('en')),
    },
    {
      id: 'roles',
      header: 'Roles',
      width: pixels(groupWidths.users),
      grow: true,
      cell: (row) => {
        if (row.kind === 'group') return <GroupRoles group={row.group} />;
        return row.kind === 'member' ? <span className="muted">{otherName(row.user)}</span> : null;
      },
    },
    { id: 'people', header: 'People', width: 180, cell: ofGroup((group) => <Faces group={group} />) },
    {
      id: 'action',
      header: 'Actions',
      headerContent: '',
      width: Math.max(REMOVE_WIDTH, groupWidths.action),
      pinnedEnd: true,
      cell: (row) => {
        if (row.kind === 'words') return null;
        return (
          <span className={styles.end}>
            {row.kind === 'group' ? (
              <GroupMenu group={row.group} inGrid />
            ) : (
              <RemoveMember group={row.group} user={row.user} inGrid />
            )}
          </span>
        );
      },
    },
  ];
}

/** How scripts name somebody who is shown by another name. */
export const otherName = (user: Member): string => (displayName(user) === user.username ? '' : user.username);

/** The same as a group's name does, where that stands apart. */
export function Fold({ group, isOpen, onToggle }: GroupNameProps) {
  return (
    <IconButton
      size="xs"
      icon={isOpen ? ChevronDown : ChevronRight}
      name={`Members of ${group.name}`}
      aria-expanded={isOpen}
      onClick={() => onToggle(group.id)}
    />
  );
}

interface GroupNameProps {
  group: Group;
  isOpen: boolean;
  onToggle: (id: number) => void;
  inGrid?: boolean;
}

/** Pressed, it unfolds to who is in the group. */
export function GroupName({ group, isOpen, onToggle, inGrid }: GroupNameProps) {
  return (
    <button
      type="button"
      className={styles.group}
      aria-expanded={isOpen}
      aria-label={`Members of ${group.name}`}
      tabIndex={inGrid ? -1 : undefined}
      onClick={() => onToggle(group.id)}
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
      <Icon of={UsersRound} size={14} />
      <span className={styles.name}>{group.name}</span>
    </button>
  );
}

export function MemberName({ row }: { row: Exclude<GroupRow, { kind: 'group' }> }) {
  if (row.kind === 'words') return <span className={`${styles.member} muted`}>{row.words}</span>;
  const name = displayName(row.user);
  return (
    <span className={styles.member}>
      <Avatar name={name} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}

export function GroupRoles({ group }: { group: Group }) {
  if (group.gives.length === 0) {
    return (
      <span className="muted">
        <span className={styles.none}>no role yet</span>, members see nothing through it
      </span>
    );
  }
  const words = group.gives.join(', ');
  return <span title={words}>{words}</span>;
}

function Faces({ group: { people, members } }: { group: Group }) {
  const more = members - people.length;
  return (
    <span className={styles.faces} title={people.map(displayName).join(', ')}>
      <span className={styles.discs}>
        {people.map((user) => (
          <Avatar key={user.id} name={displayName(user)} />
        ))}
      </span>
      {more > 0 ? <span className="muted">{more} more</span> : null}
    </span>
  );
}

export function GroupMenu({ group, inGrid }: { group: Group; inGrid?: boolean }) {
  return <RowMenu inGrid={inGrid} of={group.name} actions={useActions(groupActions, group)} />;
}
