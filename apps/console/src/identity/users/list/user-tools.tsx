import { Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { Tools } from '#platform/page/section.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { ChosenRows } from '#ui/table/choose-column.tsx';
import { ChangeStatusDialog } from '../forms/change-status-dialog.tsx';
import type { User } from '../shared/user.ts';
import styles from './users-page.module.css';
import { searchRest, type UserSearch } from './users-request.ts';

/** Filters of the list, and what can be done with the chosen users. */
export function UserTools({ search, chosen }: { search: UserSearch; chosen: ChosenRows<User> }) {
  const change = useChangeSearch<UserSearch>();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  // Another filter starts at the first page again.
  const filter = (next: UserSearch) => change({ ...next, page: undefined });
  return (
    <Tools name="Filter">
      <NameSearch value={search.name ?? ''} onChange={(name) => filter({ name: name || undefined })} />
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

/** Asks once typing rests. */
function NameSearch({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState(value);
  const rest = useDebouncedCallback(onChange, searchRest);
  return (
    <TextInput
      type="search"
      aria-label="Search users"
      placeholder="Search name"
      size="md"
      className={styles.search}
      leftSection={<Icon of={Search} size={14} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        rest(currentTarget.value.trim());
      }}
    />
  );
}

function ChosenActions({ chosen }: { chosen: ChosenRows<User> }) {
  const [changing, setChanging] = useState(false);
  const users = [...chosen.rows.values()];
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
          <Menu.Item onClick={() => setChanging(true)}>Change Status</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="quiet" onClick={chosen.clear}>
        Clear selection
      </Button>
      {changing ? <ChangeStatusDialog users={users} onDone={chosen.clear} onClose={() => setChanging(false)} /> : null}
    </>
  );
}
