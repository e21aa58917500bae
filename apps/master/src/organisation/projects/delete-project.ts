import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { deleteProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { hasExperiments } from './delete-projects-of.ts';
import { deleteProjectRow, holdProject } from './project-store.ts';

/** Deletes a project. One with experiments is refused: those are deleted or moved first. */
export const deleteProject: Handler<typeof deleteProjectRoute> = async ({ id }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, id);
    if (!project) throw notFound('project', id);
    if (project.immutable) throw failedPrecondition(`project (${id}) is immutable and cannot be deleted`);
    if (await hasExperiments(tx, id)) {
      throw failedPrecondition(`project (${id}) contains experiments; move or delete experiments first`);
    }
    await deleteProjectRow(tx, project);
  });
  return { completed: true };
};
