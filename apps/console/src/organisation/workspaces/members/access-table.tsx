import { type BuiltInRole, builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { Check } from 'lucide-react';
import { SectionHead } from '#platform/page/section.tsx';
import { useCurrentUser } from '#platform/session/session.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import type { Member, MemberRole } from './member.ts';

/** What people ask about, each with the permission that decides it. */
const verbs = (): readonly { words: string; permission: Permission }[] => [
  { words: worded`See experiments`, permission: 'VIEW_EXPERIMENT_METADATA' },
  { words: 'Launch, fork, stop', permission: 'CREATE_EXPERIMENT' },
  { words: 'Notebooks, shells', permission: 'CREATE_NSC' },
  { words: worded`Delete experiments`, permission: 'DELETE_EXPERIMENT' },
  { words: 'Edit projects, notes', permission: 'UPDATE_PROJECT' },
  { words: 'Change models', permission: 'EDIT_MODEL_REGISTRY' },
  { words: 'Add members', permission: 'ASSIGN_ROLES' },
];

/** What each role that somebody has here, or that can be given, may do, and what the reader has. */
export function AccessTable({ members, roles: offered }: { members: Member[]; roles: readonly MemberRole[] }) {
  const me = useCurrentUser();
  if (offered.length === 0) return null;
  const here = new Set([...offered.map(({ roleId }) => roleId), ...members.map(({ role }) => role.roleId)]);
  const roles = builtInRoles.filter(({ id }) => here.has(id)).toSorted((a, b) => a.name.localeCompare(b.name));
  const has = members
    .filter(({ who }) => 'userId' in who && who.userId === me.id)
    .map(({ role, inherited }) => (inherited ? `${role.name} (${inherited})` : `${role.name} given here`));
  return (
    <section aria-label="Who can see and do what here">
      <SectionHead
        title="Who can see and do what here"
        note={has.length > 0 ? `You are ${has.join(', ')}` : undefined}
      />
      <PlainTable
        rows={verbs()}
        rowKey={({ permission }) => permission}
        minWidth={160 + 120 * roles.length}
        scrolls="What roles may"
        columns={[
          { id: 'verb', header: 'May', width: 160, cell: ({ words }) => words },
          ...roles.map((role) => ({
            id: String(role.id),
            header: role.name,
            cell: ({ permission }: ReturnType<typeof verbs>[number]) => <May role={role} permission={permission} />,
          })),
        ]}
      />
    </section>
  );
}

function May({ role, permission }: { role: BuiltInRole; permission: Permission }) {
  const may = role.permissions.includes(permission);
  return may ? (
    <span role="img" aria-label="yes">
      <Icon of={Check} size={14} />
    </span>
  ) : (
    <span className="muted" role="img" aria-label="no">
      –
    </span>
  );
}
