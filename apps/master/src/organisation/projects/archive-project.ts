import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { archiveProjectRoute, unarchiveProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { holdProject, updateProject } from './project-store.ts';

/** Nothing in it is changed or stopped. */
export const archiveProject: Handler<typeof archiveProjectRoute> = ({ id }, ctx) => setArchived(ctx, id, true);

export const unarchiveProject: Handler<typeof unarchiveProjectRoute> = ({ id }, ctx) => setArchived(ctx, id, false);

async function setArchived(ctx: Context, id: number, archived: boolean) {
  await inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, id);
    if (!project) throw notFound('project', id);
    if (project.immutable) throw failedPrecondition(`project (${id}) is immutable and cannot be archived`);
    if (project.workspaceArchived) {
      throw failedPrecondition(
        'This project belongs to an archived workspace. To make changes, first unarchive the workspace.',
      );
    }
    if (project.archived === archived) return;
    await updateProject(tx, id, { archived });
    const [before, after] = [{ archived: project.archived }, { archived }];
    await recordAudit(tx, ctx, { action: 'change', kind: 'project', id, name: project.name, before, after });
  });
  return {};
}
