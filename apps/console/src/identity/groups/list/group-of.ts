import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type { Group, StoredGroup } from '../shared/group.ts';

export const groupOf = (stored: StoredGroup): Group => ({ ...stored, gives: stored.roles.map(roleWords) });

/** What a group gives: "Editor in Speech", "Viewer in 4 workspaces"; one that counts everywhere by its name alone. */
function roleWords({ roleId, workspaces }: StoredGroup['roles'][number]): string {
  const name = builtInRoles.find(({ id }) => id === roleId)?.name ?? `role ${roleId}`;
  const [first, ...more] = workspaces ?? [];
  if (!first) return name;
  return more.length === 0 ? `${name} in ${first.name}` : `${name} in ${more.length + 1} workspaces`;
}
