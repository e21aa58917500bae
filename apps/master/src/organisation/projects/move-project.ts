import { alreadyExists, failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { moveProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { holdOpenWorkspace } from '../workspaces/shared/hold-open-workspace.ts';
import { projectChanged } from './project-events.ts';
import { holdProject, updateProject } from './project-store.ts';

/** Takes a project with all that is in it to another workspace. */
export const moveProject: Handler<typeof moveProjectRoute> = async (request, ctx) => {
  const { projectId: id, destinationWorkspaceId } = request;
  await inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, id, destinationWorkspaceId);
    if (!project) throw notFound('project', id);
    await holdOpenWorkspace(tx, destinationWorkspaceId);
    const from = project.workspace_id;
    if (from === destinationWorkspaceId) {
      throw alreadyExists(`project with name '${project.name}' already exists in target workspace`);
    }
    if (project.immutable) throw failedPrecondition(`project (${id}) is immutable and cannot be moved`);
    if (project.archived || project.workspaceArchived) {
      throw failedPrecondition(`project (${id}) is archived and cannot be moved`);
    }
    if (project.state === 'DELETING') throw failedPrecondition(`project (${id}) is being deleted and cannot be moved`);
    await updateProject(tx, id, { workspace_id: destinationWorkspaceId });
    const [before, after] = [{ workspace_id: from }, { workspace_id: destinationWorkspaceId }];
    await recordAudit(tx, ctx, { action: 'change', kind: 'project', id, name: project.name, before, after });
    publish(tx, projectChanged, { projectId: id, workspaceId: from });
    // Who might see what is in it may be others now.
    publish(tx, rightsChanged, { userId: null });
  });
  return {};
};
