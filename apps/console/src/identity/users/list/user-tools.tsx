import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { Tools } from '#platform/page/section.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { canModifyPermissions } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { NameSearch } from '#platform/table/name-search.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { ChosenRows } from '#ui/table/choose-column.tsx';
import type { User } from '../shared/user.ts';
import { useMayChangeUsers } from './user-menu.tsx';
import type { UserSearch } from './users-request.ts';

/** Filters of the list, and what can be done with the chosen users. */
export function UserTools({ search, chosen }: { search: UserSearch; chosen: ChosenRows<User> }) {
  const change = useChangeSearch<UserSearch>();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  // Another filter starts at the first page again.
  const filter = (next: UserSearch) => change({ ...next, page: undefined });
  return (
    <Tools name="Filter">
      <NameSearch
        label="Search users"
        placeholder="Search name"
        value={search.name ?? ''}
        onChange={(name) => filter({ name: name || undefined })}
      />
      {rbac ? null : (
        <ChoiceMenu
          name="Role"
          value={search.role ?? 'all'}
          onChange={(role) => filter({ role: role === 'all' ? undefined : role })}
          options={[
            { value: 'all', label: 'All Roles' },
            { value: 'admin', label: 'Admin' },
            { value: 'non-admin', label: 'Non-Admin' },
          ]}
        />
      )}
      <ChoiceMenu
        name="Status"
        value={search.status ?? 'all'}
        onChange={(status) => filter({ status: status === 'all' ? undefined : status })}
        options={[
          { value: 'all', label: 'All Statuses' },
          { value: 'active', label: 'Active Users' },
          { value: 'deactivated', label: 'Deactivated Users' },
        ]}
      />
      {chosen.rows.size > 0 ? <ChosenActions chosen={chosen} /> : null}
    </Tools>
  );
}

type Asked = 'groups' | 'roles' | 'status';

const several = () => import('../forms/several-users-dialogs.tsx');
const AddToGroupsDialog = laterForm(async () => (await several()).AddToGroupsDialog);
const SetRolesDialog = laterForm(async () => (await several()).SetRolesDialog);
const ChangeStatusDialog = laterForm(
  async () => (await import('../forms/change-status-dialog.tsx')).ChangeStatusDialog,
);

function ChosenActions({ chosen }: { chosen: ChosenRows<User> }) {
  const [asked, setAsked] = useState<Asked>();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const may = useMay();
  const mayChange = useMayChangeUsers();
  const users = [...chosen.rows.values()];
  const dialog = { users, onDone: chosen.clear, onClose: () => setAsked(undefined) };
  return (
    <>
      <Menu keepMounted={false} position="bottom-start">
        <Menu.Target>
          <Button>
            Actions <span aria-hidden>({users.length})</span>
            <Icon of={ChevronDown} size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rbac && mayChange ? <Menu.Item onClick={() => setAsked('groups')}>Add to Groups</Menu.Item> : null}
          {rbac && may(canModifyPermissions) ? (
            <Menu.Item onClick={() => setAsked('roles')}>Set Roles</Menu.Item>
          ) : null}
          <Menu.Item onClick={() => setAsked('status')}>Change Status</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="quiet" onClick={chosen.clear}>
        Clear selection
      </Button>
      {asked === 'groups' ? <AddToGroupsDialog {...dialog} /> : null}
      {asked === 'roles' ? <SetRolesDialog {...dialog} /> : null}
      {asked === 'status' ? <ChangeStatusDialog {...dialog} /> : null}
    </>
  );
}
