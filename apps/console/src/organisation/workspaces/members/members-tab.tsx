import { getClusterHoldersRoute } from '@determined/contract/identity/role-ext-routes.ts';
import {
  getGroupsAndUsersAssignedToWorkspaceRoute,
  searchRolesAssignableToScopeRoute,
} from '@determined/contract/identity/roles-routes.ts';
import { TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Search, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { canAssignRoles } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import table from '#ui/primitives/table.module.css';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import { TableFooter } from '#ui/table/table-footer.tsx';
import type { WorkspaceSearch } from '../../shared/workspace-search.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { AccessTable } from './access-table.tsx';
import { findMembers, idOfWho, type Member, type MemberRole, membersOf } from './member.ts';
import { Name, Origin, Role } from './member-cells.tsx';
import styles from './members-tab.module.css';
import { MemberMenu } from './remove-member.tsx';

const AddMembersDialog = laterForm(async () => (await import('./add-members-dialog.tsx')).AddMembersDialog);
const route = getRouteApi('/signed-in/workspaces/$workspaceId/{-$tab}');
const sizes = [10, 20, 40, 80];

/** Who has which role that counts in the workspace, and through what. */
export function MembersTab({ workspace }: { workspace: Workspace }) {
  const query = useCallQuery(
    getGroupsAndUsersAssignedToWorkspaceRoute,
    { workspaceId: workspace.id },
    {
      poll: pollEvery.slow,
    },
  );
  const holders = useCallQuery(
    getClusterHoldersRoute,
    { params: { workspaceId: workspace.id } },
    { poll: pollEvery.permissions },
  );
  return (
    <QueryState
      query={query}
      failed="Unable to fetch members"
      loading={<SkeletonRows words="Loading members..." widths={[220, 168, 160]} />}
    >
      {(reply) => <Members workspace={workspace} members={membersOf(reply, holders.data, workspace.id)} />}
    </QueryState>
  );
}

function Members({ workspace, members }: { workspace: Workspace; members: Member[] }) {
  const search: WorkspaceSearch = route.useSearch();
  const change = useChangeSearch<WorkspaceSearch>();
  const roles =
    useCallQuery(searchRolesAssignableToScopeRoute, { workspaceId: workspace.id, limit: 1000 }).data?.roles ?? [];
  const may = useMay()(canAssignRoles, { workspaceId: workspace.id, workspaceOwnerId: workspace.userId });
  const open = may && !workspace.immutable && !workspace.archived;
  const found = findMembers(members, search);
  const size = sizes.find((one) => one === search.size) ?? 10;
  const page = search.page ?? 1;
  return (
    <>
      <MemberTools workspace={workspace} members={members} roles={roles} search={search} open={open} />
      {found.length > 0 ? (
        <PlainTable
          rows={found.slice((page - 1) * size, page * size)}
          rowKey={(member) => member.id}
          columns={columns(roles, open)}
          minWidth={640}
          line={(member) => ({
            name: <Name member={member} narrow />,
            about: <Origin member={member} narrow />,
            aside: (
              <span className={table.cell}>
                <Role member={member} roles={roles} open={open} />
                {open && !member.inherited ? <MemberMenu member={member} /> : null}
              </span>
            ),
          })}
        />
      ) : (
        <EmptyState
          icon={UsersRound}
          title={members.length === 0 ? 'Nobody has a role here yet' : 'No members matching the current filters'}
        />
      )}
      {found.length > 10 ? (
        <TableFooter
          noun="members"
          page={page}
          pageSize={size}
          pageSizes={sizes}
          total={found.length}
          onPage={(next) => change({ page: next > 1 ? next : undefined }, { push: true })}
          onPageSize={(next) => change({ page: undefined, size: next === 10 ? undefined : next })}
        />
      ) : null}
      <AccessTable members={members} roles={roles} />
    </>
  );
}

interface MemberToolsProps {
  workspace: Workspace;
  members: Member[];
  roles: readonly MemberRole[];
  search: WorkspaceSearch;
  open: boolean;
}

function MemberTools({ workspace, members, roles, search, open }: MemberToolsProps) {
  const change = useChangeSearch<WorkspaceSearch>();
  const [typed, setTyped] = useState(search.name ?? '');
  const [adding, setAdding] = useState(false);
  const filter = (next: Pick<WorkspaceSearch, 'name' | 'role'>) => change({ ...next, page: undefined });
  return (
    <Tools name="Filter">
      <TextInput
        type="search"
        aria-label="Search members"
        placeholder="Search name"
        size="md"
        className={styles.search}
        leftSection={<Icon of={Search} size={14} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          filter({ name: currentTarget.value || undefined });
        }}
      />
      <ChoiceMenu
        name="Role"
        value={String(search.role ?? 'all')}
        onChange={(role) => filter({ role: role === 'all' ? undefined : Number(role) })}
        options={[
          { value: 'all', label: 'All Roles' },
          ...roles.map(({ roleId, name }) => ({ value: String(roleId), label: name })),
        ]}
      />
      <Button
        variant="quiet"
        inactive={!search.name && search.role === undefined}
        onClick={() => {
          setTyped('');
          filter({ name: undefined, role: undefined });
        }}
      >
        Clear Filter
      </Button>
      <ToolsEnd>
        {open ? (
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Icon of={Plus} size={14} />
            Add Members
          </Button>
        ) : null}
      </ToolsEnd>
      {adding ? (
        <AddMembersDialog
          workspaceId={workspace.id}
          members={new Set(members.filter(({ inherited }) => !inherited).map(({ who }) => idOfWho(who)))}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Tools>
  );
}

function columns(roles: readonly MemberRole[], open: boolean): PlainColumn<Member>[] {
  return [
    { id: 'name', header: 'Name', cell: (member) => <Name member={member} /> },
    { id: 'role', header: 'Role', width: 200, cell: (member) => <Role member={member} roles={roles} open={open} /> },
    {
      id: 'origin',
      header: 'Where it comes from',
      width: '40%',
      look: 'quiet',
      cell: (member) => <Origin member={member} />,
    },
    {
      id: 'action',
      header: 'Actions',
      width: 56,
      look: 'action',
      cell: (member) => (open && !member.inherited ? <MemberMenu member={member} /> : null),
    },
  ];
}
