import { removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { UserRoundMinus } from 'lucide-react';
import { type AskProps, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canAssignRoles } from '#platform/session/checks.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { assignmentsTo, idOfWho, type Member } from './member.ts';

const memberKind: SubjectKind<Member> = {
  entity: 'role',
  noun: 'member',
  mark: 'who',
  target: ({ workspaceId }) => ({ workspaceId }),
};

const request = ({ who, role, workspaceId }: Member) => assignmentsTo([idOfWho(who)], role.roleId, workspaceId);
const failed = 'Unable to remove user or group from workspace.';

const removeMember = defineAction({
  key: 'remove',
  label: 'Remove',
  icon: UserRoundMinus,
  danger: true,
  kind: memberKind,
  route: removeAssignmentsRoute,
  request,
  needs: canAssignRoles,
  rule: () => 'acts',
  ask: async () => RemoveMemberDialog,
  failed,
});

const memberActions = [removeMember];

export function MemberMenu({ member }: { member: Member }) {
  return <RowMenu of={member.name} actions={useActions(memberActions, member)} />;
}

function RemoveMemberDialog({ subjects: [member], onClose }: AskProps<Member>) {
  const remove = useCall(removeAssignmentsRoute);
  return (
    <ConfirmDialog
      title={`Remove ${member.name}`}
      confirm="Remove"
      danger
      working={remove.isPending}
      problem={remove.error ? `${failed} ${messageOf(remove.error)}` : null}
      onConfirm={() => remove.mutate(request(member), { onSuccess: onClose })}
      onClose={onClose}
    >
      Nothing will be deleted. {member.name} loses the access to this workspace that {member.role.name} gives.
    </ConfirmDialog>
  );
}
