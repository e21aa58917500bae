import { notFound } from '@determined/contract/errors.ts';
import type { Project } from '@determined/contract/organisation/organisation-messages-generated.ts';
import type { getProjectByKeyRoute, getProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readProjects } from './project-view.ts';

export const getProject: Handler<typeof getProjectRoute> = async ({ id }, ctx) => ({
  project: await readProject(ctx.db, id),
});

/** Keys are stored in upper case and found in any. */
export const getProjectByKey: Handler<typeof getProjectByKeyRoute> = async ({ key }, ctx) => {
  const row = await ctx.db.selectFrom('projects').select('id').where('key', '=', key.toUpperCase()).executeTakeFirst();
  if (!row) throw notFound('project', key);
  return { project: await readProject(ctx.db, row.id) };
};

export async function readProject(db: Db, id: number): Promise<Input<Project>> {
  const [project] = await readProjects(db, [id]);
  if (!project) throw notFound('project', id);
  return project;
}
