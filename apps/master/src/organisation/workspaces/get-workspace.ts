import { notFound } from '@determined/contract/errors.ts';
import type { Workspace } from '@determined/contract/organisation/workspaces-generated.ts';
import type { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readWorkspaces } from './workspace-view.ts';

export const getWorkspace: Handler<typeof getWorkspaceRoute> = async ({ id }, ctx) => ({
  workspace: await readWorkspace(ctx.db, id, ctx.user.id),
});

export async function readWorkspace(db: Db, id: number, viewerId: number): Promise<Input<Workspace>> {
  const [workspace] = await readWorkspaces(db, [id], viewerId);
  if (!workspace) throw notFound('workspace', id);
  return workspace;
}
