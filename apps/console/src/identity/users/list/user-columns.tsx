import { Avatar } from '#ui/primitives/monogram.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import type { StateLook } from '#ui/primitives/state-kinds.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { TimeCell } from '#ui/table/cells.tsx';
import { ACTION_COLUMN_WIDTH, type GridColumn } from '#ui/table/grid-column.ts';
import type { User } from '../shared/user.ts';
import { UserMenu } from './user-menu.tsx';
import styles from './users-page.module.css';

/** The specification's widths: shares of the table, not pixels. */
export const userWidths = {
  action: 20,
  displayName: 120,
  isActive: 40,
  isAdmin: 40,
  lastAuthAt: 50,
  modifiedAt: 50,
  remote: 30,
};
const pixels = (share: number) => share * 3;

const active: StateLook = { word: 'Active', tone: 'ok', glyph: 'completed' };
const deactivated: StateLook = { word: 'Deactivated', tone: 'idle', glyph: 'stopped' };
export const statusOf = (user: User): StateLook => (user.active ? active : deactivated);
export const roleOf = (user: User): string => (user.admin ? 'Admin' : 'Member');

/** With roles in force the admin flag means nothing: where one signs in stands in its place. */
export function userColumns(options: { me: number; rbac: boolean; now: number }): GridColumn<User>[] {
  const { me, rbac, now } = options;
  return [
    {
      id: 'displayName',
      header: 'User',
      width: pixels(userWidths.displayName),
      grow: true,
      sortable: true,
      cell: (user) => <UserName user={user} me={me} />,
    },
    {
      id: 'isActive',
      header: 'Status',
      width: pixels(userWidths.isActive),
      sortable: true,
      firstSort: 'desc',
      cell: (user) => <StateLabel state={statusOf(user)} />,
    },
    rbac
      ? {
          id: 'remote',
          header: 'Remote',
          width: pixels(userWidths.remote),
          sortable: true,
          firstSort: 'desc',
          cell: (user) => (user.remote ? 'Remote' : 'Local'),
        }
      : {
          id: 'isAdmin',
          header: 'Role',
          width: pixels(userWidths.isAdmin),
          sortable: true,
          firstSort: 'desc',
          cell: roleOf,
        },
    {
      id: 'modifiedAt',
      header: 'Modified',
      width: pixels(userWidths.modifiedAt),
      sortable: true,
      firstSort: 'desc',
      cell: (user) => <TimeCell at={user.modifiedAt} now={now} />,
    },
    {
      id: 'lastAuthAt',
      header: 'Last Seen',
      width: pixels(userWidths.lastAuthAt),
      sortable: true,
      firstSort: 'desc',
      cell: (user) => <TimeCell at={user.lastAuthAt} now={now} />,
    },
    {
      id: 'action',
      header: 'Actions',
      headerContent: '',
      width: Math.max(ACTION_COLUMN_WIDTH, userWidths.action),
      pinnedEnd: true,
      cell: (user) => <UserMenu user={user} inGrid />,
    },
  ];
}

export function UserName({ user, me }: { user: User; me: number }) {
  return (
    <span className={styles.user}>
      <Avatar name={user.name} />
      <span className={styles.name}>{user.name}</span>
      {user.displayName && user.displayName !== user.username ? <span className="muted">{user.username}</span> : null}
      {user.id === me ? <Tag>you</Tag> : null}
    </span>
  );
}
