import {
  getPermissionsSummaryRoute,
  type searchRolesAssignableToScopeRoute,
} from '@determined/contract/identity/roles-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import type { Reply } from '@determined/contract/route.ts';
import { Check } from 'lucide-react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { SectionHead } from '#platform/page/section.tsx';
import { useCurrentUser } from '#platform/session/session.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import type { Member } from './member.ts';

type Role = Reply<typeof searchRolesAssignableToScopeRoute>['roles'][number];

/** What people ask about, each with the permission that decides it. */
const verbs: readonly { words: string; permission: Permission }[] = [
  { words: 'See experiments', permission: 'VIEW_EXPERIMENT_METADATA' },
  { words: 'Launch, fork, stop', permission: 'CREATE_EXPERIMENT' },
  { words: 'Notebooks, shells', permission: 'CREATE_NSC' },
  { words: 'Delete experiments', permission: 'DELETE_EXPERIMENT' },
  { words: 'Edit projects, notes', permission: 'UPDATE_PROJECT' },
  { words: 'Change models', permission: 'EDIT_MODEL_REGISTRY' },
  { words: 'Add members', permission: 'ASSIGN_ROLES' },
];

/** What each role that can be given here may do, and what the reader has. */
export function AccessTable({ members, roles }: { members: Member[]; roles: readonly Role[] }) {
  const me = useCurrentUser();
  const summary = useCallQuery(getPermissionsSummaryRoute, {}, { poll: pollEvery.permissions }).data;
  if (roles.length === 0) return null;
  const mine = members
    .filter(({ who }) => 'userId' in who && who.userId === me.id)
    .map(({ role, through }) => `${role.name} ${through ? `through ${through}` : 'given here'}`);
  const everywhere = (summary?.assignments ?? []).flatMap(({ roleId, scopeCluster }) =>
    scopeCluster ? `${summary?.roles.find((role) => role.roleId === roleId)?.name} for the whole cluster` : [],
  );
  const has = [...mine, ...everywhere];
  return (
    <section aria-label="Who can see and do what here">
      <SectionHead
        title="Who can see and do what here"
        note={has.length > 0 ? `You are ${has.join(', ')}` : undefined}
      />
      <PlainTable
        rows={verbs}
        rowKey={({ permission }) => permission}
        minWidth={160 + 120 * roles.length}
        columns={[
          { id: 'verb', header: 'May', width: 160, cell: ({ words }) => words },
          ...roles.map((role) => ({
            id: String(role.roleId),
            header: role.name,
            cell: ({ permission }: (typeof verbs)[number]) => <May role={role} permission={permission} />,
          })),
        ]}
      />
    </section>
  );
}

function May({ role, permission }: { role: Role; permission: Permission }) {
  const may = role.permissions.some(({ id }) => id === `PERMISSION_TYPE_${permission}`);
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
