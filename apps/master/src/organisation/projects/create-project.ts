import { ApiError } from '@determined/contract/errors.ts';
import type { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Insertable } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { holdOpenWorkspace } from '../workspaces/shared/hold-open-workspace.ts';
import { readProject } from './get-project.ts';
import { automaticKey, checkProjectName, projectKey } from './project-rules.ts';
import { insertProject, type ProjectRow } from './project-store.ts';
import type { ProjectsTable } from './project-tables.ts';

const keyAttempts = 5;

export const createProject: Handler<typeof postProjectRoute> = async (request, ctx) => {
  checkProjectName(request.name);
  const key = request.key === undefined ? undefined : projectKey(request.key);
  const row = await insertWithKey(ctx, key, {
    name: request.name,
    description: request.description,
    workspace_id: request.workspaceId,
    user_id: ctx.user.id,
  });
  const project = await readProject(ctx.db, row.id);
  return { project: { ...project, workspaceName: '' } };
};

/** A key that chance made may be taken: then another one is tried, in a transaction of its own. */
async function insertWithKey(
  ctx: Context,
  asked: string | undefined,
  project: Omit<Insertable<ProjectsTable>, 'key'>,
): Promise<ProjectRow> {
  for (let attempt = 1; ; attempt++) {
    const key = asked ?? automaticKey(project.name);
    try {
      return await inTransaction(ctx.db, async (tx) => {
        await holdOpenWorkspace(tx, project.workspace_id);
        const made = await insertProject(tx, { ...project, key });
        await recordAudit(tx, ctx, { action: 'create', kind: 'project', id: made.id, name: made.name });
        return made;
      });
    } catch (error) {
      const taken = error instanceof ApiError && error.message.startsWith('project key');
      if (!taken || asked !== undefined || attempt === keyAttempts) throw error;
    }
  }
}
