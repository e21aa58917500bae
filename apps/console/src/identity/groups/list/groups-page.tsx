import { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools } from '#platform/page/section.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { canModifyGroups } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { NameSearch } from '#platform/table/name-search.tsx';
import { QueryTable } from '#platform/table/query-table.tsx';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { AdminPage } from '../../shared/admin-page.tsx';
import { Fold, GroupMenu, GroupRoles, groupColumns, MemberName, otherName } from './group-columns.tsx';
import { groupOf } from './group-of.ts';
import { type GroupSearch, groupsRequest, groupTable } from './groups-request.ts';
import { RemoveMember } from './remove-member.tsx';
import { useGroupRows } from './use-group-rows.ts';

// As the rows' own actions have it: a page that shares a file with what it opens comes with other pages' code.
const NewGroupDialog = laterForm(async () => (await import('../forms/new-group-dialog.tsx')).NewGroupDialog);

const route = getRouteApi('/signed-in/admin/group-management');

/** All groups, each with who is in it. */
export function GroupsPage() {
  const search = route.useSearch();
  const change = useChangeSearch<GroupSearch>();
  const query = useCallQuery(getGroupRowsRoute, groupsRequest(search), { keep: true, poll: pollEvery.slow });
  const groups = useMemo(() => (query.data?.groups ?? []).map(groupOf), [query.data]);
  const { rows, unfolded, toggle } = useGroupRows(groups);
  const columns = useMemo(() => groupColumns({ unfolded, toggle }), [unfolded, toggle]);
  return (
    <AdminPage actions={<NewGroup />}>
      <Tools name="Filter">
        <NameSearch
          label="Search groups"
          placeholder="Search group or member"
          value={search.name ?? ''}
          onChange={(name) => change({ name: name || undefined, page: undefined })}
        />
      </Tools>
      <QueryTable
        label="Groups"
        noun="groups"
        definition={groupTable}
        search={search}
        query={query}
        rows={() => rows}
        total={(reply) => reply.total}
        rowKey={(row) => row.key}
        columns={columns}
        empty={
          search.name ? (
            <EmptyState icon={UsersRound} title="No groups match this search" />
          ) : (
            <EmptyState icon={UsersRound} title="No groups yet" actions={<NewGroup />}>
              A group gives its members the roles that it has.
            </EmptyState>
          )
        }
        failed="Unable to fetch groups."
        compact={(row) =>
          row.kind === 'group' ? (
            <CompactRow
              glyph={<Fold group={row.group} isOpen={unfolded.has(row.group.id)} onToggle={toggle} />}
              name={row.group.name}
              value=""
              about={<GroupRoles group={row.group} />}
              side={plural(row.group.members, 'member')}
              menu={<GroupMenu group={row.group} />}
            />
          ) : (
            <CompactRow
              glyph=""
              name={<MemberName row={row} />}
              value={row.kind === 'member' ? <RemoveMember group={row.group} user={row.user} /> : ''}
              about={row.kind === 'member' ? otherName(row.user) : ''}
            />
          )
        }
      />
    </AdminPage>
  );
}

function NewGroup() {
  const [making, setMaking] = useState(false);
  return (
    <>
      <Button variant="primary" disabledReason={useWhyNot()(canModifyGroups)} onClick={() => setMaking(true)}>
        <Icon of={Plus} size={14} />
        New Group
      </Button>
      {making ? <NewGroupDialog onClose={() => setMaking(false)} /> : null}
    </>
  );
}
