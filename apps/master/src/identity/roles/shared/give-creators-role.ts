import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { giveRole } from '../role-store.ts';
import { roleOf } from '../role-view.ts';

/** Who makes a workspace gets the role on it that is configured for that. Facts: platform semantics 9.2. */
export async function giveCreatorsRole(tx: Tx, by: Context, workspaceId: number): Promise<void> {
  const { enabled, role_id } = by.master.config.security.authz.workspace_creator_assign_role;
  if (enabled) await giveRole(tx, by, { role: roleOf(role_id), to: { userId: by.user.id }, workspaceId });
}
