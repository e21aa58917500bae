import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { formatRelative } from '#ui/format/times.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { ChooseBox, chooseColumn, useChosenRows } from '#ui/table/choose-column.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { AdminPage } from '../../shared/admin-page.tsx';
import { type User, userOf } from '../shared/user.ts';
import { roleOf, statusOf, UserName, userColumns } from './user-columns.tsx';
import { UserMenu, useMayChangeUsers } from './user-menu.tsx';
import { UserTools } from './user-tools.tsx';
import { usersRequest, userTable } from './users-request.ts';

// As the rows' own actions have it: a page that shares a file with what it opens comes with other pages' code.
const AddUserDialog = laterForm(async () => (await import('../forms/user-dialog.tsx')).AddUserDialog);

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 30_000;
const route = getRouteApi('/signed-in/admin/user-management');

/** Everybody who has an account. */
export function UsersPage() {
  const search = route.useSearch();
  const query = useCallQuery(getUsersRoute, usersRequest(search), { keep: true, poll: pollEvery.slow });
  const users = useMemo(() => (query.data?.users ?? []).map(userOf), [query.data]);
  const { id: me } = useCurrentUser();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const now = useNow(true, CLOCK_MS);
  const chosen = useChosenRows<User>(({ id }) => id);
  const columns = useMemo(() => userColumns({ me, rbac, now }), [me, rbac, now]);
  const blocked = (user: User) => (user.id === me ? 'This is you' : undefined);
  return (
    <AdminPage actions={useMayChangeUsers() ? <AddUser /> : null}>
      <UserTools search={search} chosen={chosen} />
      <QueryTable
        label="Users"
        noun="users"
        definition={userTable}
        search={search}
        query={query}
        rows={() => users}
        total={(reply) => reply.pagination?.total}
        rowKey={(user) => user.id}
        columns={[chooseColumn({ chosen, rows: users, name: ({ name }) => name, blocked }), ...columns]}
        chosen={chosen.has}
        muted={(user) => !user.active}
        empty={<EmptyState icon={Users} title="No users match these filters" />}
        failed="Could not fetch user search results"
        compact={(user) => (
          <CompactRow
            glyph={<ChooseBox row={user} chosen={chosen} name={user.name} blocked={blocked(user)} />}
            name={<UserName user={user} me={me} />}
            value=""
            about={[statusOf(user).word, rbac ? (user.remote ? 'Remote' : 'Local') : roleOf(user)].join(' · ')}
            side={user.lastAuthAt ? `seen ${formatRelative(user.lastAuthAt, now)}` : 'never seen'}
            menu={<UserMenu user={user} />}
          />
        )}
      />
    </AdminPage>
  );
}

function AddUser() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setAdding(true)}>
        <Icon of={Plus} size={14} />
        Add User
      </Button>
      {adding ? <AddUserDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
