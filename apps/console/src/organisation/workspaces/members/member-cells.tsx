import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { Lock, UsersRound } from 'lucide-react';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { toast } from '#platform/toasts.tsx';
import { plural } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import table from '#ui/primitives/table.module.css';
import { assignmentsTo, idOfWho, type Member, type MemberRole } from './member.ts';
import styles from './members-tab.module.css';

interface RoleChange {
  member: Member;
  to: MemberRole;
}

const mutationKey = ['role of a member'];

/** Gives the new role first, then takes the old one, so that nobody is without one meanwhile. */
async function changeRole({ member, to }: RoleChange): Promise<void> {
  const of = (role: MemberRole) => assignmentsTo([idOfWho(member.who)], role.roleId, member.workspaceId);
  try {
    await call(assignRolesRoute, of(to));
    await call(removeAssignmentsRoute, of(member.role));
  } finally {
    await refresh(changesOf(assignRolesRoute, of(to)));
  }
}

function useChangeRole() {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: changeRole,
    onSuccess: (_answer, { member, to }) =>
      toast.undoable(`${member.name} is ${to.name} now`, () =>
        mutate({ member: { ...member, role: to }, to: member.role }),
      ),
    onError: (error) =>
      reportError(error, { title: 'Unable to update role of user or group.', message: messageOf(error) }),
  });
  return mutate;
}

/** The role that the member is being given. */
function useRoleToCome({ id }: Member): MemberRole | undefined {
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Only changes of a role have this key.
    select: ({ state }) => state.variables as RoleChange,
  });
  return changes.find(({ member }) => member.id === id)?.to;
}

export function Name({ member: { name, who, people }, narrow }: { member: Member; narrow?: true }) {
  return (
    <span className={table.cell}>
      {'groupId' in who ? <Icon of={UsersRound} /> : <Avatar name={name} />}
      <span className={table.name} title={'userId' in who ? who.username : undefined}>
        {name}
      </span>
      {narrow || people === undefined ? null : <span className="muted">{plural(people, 'member')}</span>}
    </span>
  );
}

export function Role({ member, roles, open }: { member: Member; roles: readonly MemberRole[]; open: boolean }) {
  const change = useChangeRole();
  const toCome = useRoleToCome(member);
  if (!open || member.inherited) return member.role.name;
  const offered = roles.filter(({ roleId }) => !member.also.includes(roleId));
  return (
    <select
      aria-label={`Role of ${member.name}`}
      className={styles.role}
      value={(toCome ?? member.role).roleId}
      aria-busy={toCome !== undefined}
      onChange={({ currentTarget }) => {
        const to = roles.find(({ roleId }) => roleId === Number(currentTarget.value));
        if (to && !toCome) change({ member, to });
      }}
    >
      {offered.map(({ roleId, name }) => (
        <option key={roleId} value={roleId}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function Origin({ member, narrow }: { member: Member; narrow?: true }) {
  const toCome = useRoleToCome(member);
  if (toCome) return `Saving: adds ${toCome.name}, then removes ${member.role.name}`;
  const people = narrow && member.people !== undefined ? `${plural(member.people, 'member')} · ` : '';
  if (!member.inherited) return `${people}Given here`;
  return (
    <span className={table.cell}>
      <Icon of={Lock} size={12} />
      {people}
      {member.inherited}
    </span>
  );
}
