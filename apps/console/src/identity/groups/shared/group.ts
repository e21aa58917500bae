import type { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type { Subject } from '#platform/actions/action.ts';
import type { Answer } from '#platform/api/call.ts';

/** A group as lists and actions take it. */
export type Group = Answer<typeof getGroupRowsRoute>['groups'][number] & Subject;

export const maxGroupName = 128;

/** Why a name can't stand as it is; null when it can. */
export function groupNameProblem(name: string): string | null {
  if (name.trim() === '') return 'Group Name is required';
  return name.trim().length > maxGroupName ? `Group Name has at most ${maxGroupName} characters` : null;
}

/** What a group gives: "Editor in Speech", "Viewer in 4 workspaces"; one that counts everywhere by its name alone. */
export function roleWords({ roleId, workspaces }: Group['roles'][number]): string {
  const name = builtInRoles.find(({ id }) => id === roleId)?.name ?? `role ${roleId}`;
  const [first, ...more] = workspaces ?? [];
  if (!first) return name;
  return more.length === 0 ? `${name} in ${first.name}` : `${name} in ${more.length + 1} workspaces`;
}
