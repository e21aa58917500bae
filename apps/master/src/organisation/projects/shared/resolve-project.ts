import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { CheckpointStorage } from '#platform/config/format/checkpoint-storage.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';

export interface ResolvedProject {
  id: number;
  name: string;
  ownerId: number;
  workspaceId: number;
  workspaceName: string;
  workspaceStorage: Partial<CheckpointStorage> | null;
  defaultComputePool: string;
  defaultAuxPool: string;
}

/** Where new work goes: by id, by the names in its configuration, else project 1. Archived places take nothing. */
export async function resolveProject(
  ctx: Pick<Context, 'db' | 'rights'>,
  wanted: { projectId: number; names: { workspace: string; project: string } | null; things: string },
): Promise<ResolvedProject> {
  const byId = wanted.projectId > 1 || wanted.names === null;
  const id = Math.max(wanted.projectId, 1);
  let query = ctx.db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select([
      'p.id',
      'p.name',
      'p.user_id as ownerId',
      'p.archived',
      'p.state',
      'w.id as workspaceId',
      'w.name as workspaceName',
      'w.archived as workspaceArchived',
      'w.checkpoint_storage as workspaceStorage',
      'w.default_compute_pool as defaultComputePool',
      'w.default_aux_pool as defaultAuxPool',
    ])
    .where(visible('project', ctx, { workspace: 'w.id' }));
  if (byId) query = query.where('p.id', '=', id);
  else
    query = query.where('w.name', '=', wanted.names?.workspace ?? '').where('p.name', '=', wanted.names?.project ?? '');
  const found = await query.executeTakeFirst();
  if (!found) {
    if (byId) throw notFound('project', id);
    throw notFound('workspace/project', `${wanted.names?.workspace}/${wanted.names?.project}`);
  }
  if (found.workspaceArchived) throw invalidArgument(`workspace is archived and cannot add new ${wanted.things}`);
  if (found.archived) throw invalidArgument(`project is archived and cannot add new ${wanted.things}`);
  if (found.state === 'DELETING') throw invalidArgument(`project is being deleted and cannot add new ${wanted.things}`);
  return found;
}
