import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { deleteProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { checkDeletable } from '../workspaces/shared/check-deletable.ts';
import { deleteOrBegin } from './delete-projects-of.ts';
import { holdProject } from './project-store.ts';

/**
 * Deletes a project; one that holds experiments in the background, after them. Asked again it goes on, or begins anew
 * after a failure. Facts: platform semantics 10.2.
 */
export const deleteProject: Handler<typeof deleteProjectRoute> = ({ id }, ctx) =>
  inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, id);
    if (!project) throw notFound('project', id);
    if (project.immutable) throw failedPrecondition(`project (${id}) is immutable and cannot be deleted`);
    await checkDeletable(ctx, tx, { kind: 'project', id });
    await recordAudit(tx, ctx, { action: 'delete', kind: 'project', id, name: project.name });
    const completed = await deleteOrBegin(tx, project, { by: ctx.user.id, at: ctx.master.clock.now() });
    return { completed };
  });
