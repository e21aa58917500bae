import { getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, searchRolesAssignableToScopeRoute } from '@determined/contract/identity/roles-routes.ts';
import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { displayName } from '#platform/session/session.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { MultiChoice } from '#ui/form/multi-choice.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { assignmentsTo, idOfWho } from './member.ts';

interface AddMembersDialogProps {
  workspaceId: number;
  /** Who has a role here already: `u_5`, `g_3`. */
  members: ReadonlySet<string>;
  onClose: () => void;
}

/** Of more people than these one types a name; groups are all there. */
const offeredPeople = 50;
const groupLimit = 500;
/** What is typed is asked for once it has rested for so many ms. */
const rest = 200;

export function AddMembersDialog({ workspaceId, members, onClose }: AddMembersDialogProps) {
  const add = useCall(assignRolesRoute);
  const roles = useCallQuery(searchRolesAssignableToScopeRoute, { workspaceId, limit: 1000 }).data?.roles ?? [];
  const usual = String(roles.find(({ name }) => name === 'Editor')?.roleId ?? '');
  const form = useForm<{ who: string[]; role: string | null }>({
    initialValues: { who: [], role: null },
    validate: {
      who: (who) => (who.length === 0 ? 'User or group is required ' : null),
      role: (role) => ((role ?? usual) === '' ? 'Role is required ' : null),
    },
  });
  return (
    <FormDialog
      title="Add Members"
      submit="Add Members"
      working={add.isPending}
      problem={add.error ? `Unable to add user or group to workspace. ${messageOf(add.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ who, role }) => add.mutate(assignmentsTo(who, Number(role ?? usual), workspaceId), { onSuccess: onClose }),
        focusFirstError(form),
      )}
    >
      <WhoField
        value={form.values.who}
        error={form.errors.who}
        without={members}
        onChange={(who) => form.setFieldValue('who', who)}
      />
      <NativeSelect
        label="Role"
        withAsterisk
        data={[
          { value: '', label: 'Choose…' },
          ...roles.map(({ roleId, name }) => ({ value: String(roleId), label: name })),
        ]}
        {...form.getInputProps('role')}
        value={form.values.role ?? usual}
      />
    </FormDialog>
  );
}

interface WhoFieldProps {
  value: string[];
  error: React.ReactNode;
  without: ReadonlySet<string>;
  onChange: (ids: string[]) => void;
}

/** Groups by their name, people by part of their username or display name among any number of them. */
function WhoField({ value, error, without, onChange }: WhoFieldProps) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), rest);
  const asked = { name, active: true, sortBy: 'SORT_BY_NAME', limit: offeredPeople } as const;
  const found = useCallQuery(getUsersRoute, asked, { keep: true });
  const groups = useCallQuery(getGroupsRoute, { limit: groupLimit });
  // Whoever was chosen stays by name, also when another name is looked for.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const here = new Map((found.data?.users ?? []).map((user) => [`u_${user.id}`, wholeName(user)]));
  const people = new Map([...known, ...here]);
  const ofGroups = (groups.data?.groups ?? []).flatMap(({ group }) =>
    group ? [{ value: idOfWho(group), label: group.name }] : [],
  );
  const free = (option: { value: string }) => !without.has(option.value);
  return (
    <MultiChoice
      label="Users or Groups"
      withAsterisk
      data-autofocus
      error={error ?? (found.error || groups.error ? 'Unable to fetch users and groups.' : undefined)}
      data={[
        { group: 'Groups', items: ofGroups.filter(free) },
        { group: 'Users', items: [...people].map(([id, label]) => ({ value: id, label })).filter(free) },
      ]}
      // Among people the server has looked: who was chosen is there for the name alone.
      filter={({ options, search }) =>
        options.map((part) =>
          'group' in part
            ? {
                ...part,
                items: part.items.filter((one) =>
                  one.value.startsWith('g_')
                    ? one.label.toLowerCase().includes(search.trim().toLowerCase())
                    : here.has(one.value),
                ),
              }
            : part,
        )
      }
      value={value}
      onChange={(ids) => {
        setKnown(new Map([...people].filter(([id]) => ids.includes(id))));
        onChange(ids);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? 'Looking…' : 'Nobody and no group of that name'}
    />
  );
}

function wholeName(user: { username: string; displayName: string }): string {
  const name = displayName(user);
  return name === user.username ? name : `${name} (${user.username})`;
}
