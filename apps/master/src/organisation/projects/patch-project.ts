import { notFound } from '@determined/contract/errors.ts';
import type { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Updateable } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { readProject } from './get-project.ts';
import { checkProjectName, projectKey, refuseFixedProject } from './project-rules.ts';
import { holdProject, updateProject } from './project-store.ts';
import type { ProjectsTable } from './project-tables.ts';

/** What is built in or archived stays as it is. */
export async function refuseChange({ id }: { id: number }, { db }: Context): Promise<void> {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'archived', 'immutable', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (project) refuseFixedProject(project);
}

export const patchProject: Handler<typeof patchProjectRoute> = async ({ id, project: asked }, ctx) => {
  const change: Updateable<ProjectsTable> = {};
  if (asked?.name != null) {
    checkProjectName(asked.name);
    change.name = asked.name;
  }
  if (asked?.description != null) change.description = asked.description;
  if (asked?.key != null) change.key = projectKey(asked.key);
  await inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, id);
    if (!project) throw notFound('project', id);
    refuseFixedProject(project, project.workspaceArchived);
    if (Object.keys(change).length === 0) return;
    await updateProject(tx, id, change);
    const after = { ...project, ...change };
    await recordAudit(tx, ctx, { action: 'change', kind: 'project', id, name: after.name, before: project, after });
  });
  return { project: await readProject(ctx.db, id) };
};
