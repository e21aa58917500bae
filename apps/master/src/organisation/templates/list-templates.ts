import type { getTemplatesRoute } from '@determined/contract/organisation/templates-routes.ts';
import { rowRange } from '@determined/contract/paging.ts';
import { sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { templateView } from './template-view.ts';

/** Those whose name contains the one that is given, by name. */
export const listTemplates: Handler<typeof getTemplatesRoute> = async (request, ctx) => {
  let query = ctx.db.selectFrom('templates as t').where(visible('template', ctx, { workspace: 't.workspace_id' }));
  if (request.name !== '') query = query.where('t.name', 'ilike', `%${request.name}%`);
  if (request.workspaceIds.length > 0) query = query.where('t.workspace_id', 'in', request.workspaceIds);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { skip, take, pagination } = rowRange(request, total, { minusTwo: 'all' });
  const direction = request.orderBy === 'ORDER_BY_DESC' ? 'desc' : 'asc';
  const rows =
    take === 0
      ? []
      : await query
          .selectAll('t')
          .orderBy(sql`t.name collate "und-x-icu"`, direction)
          .orderBy('t.id', direction)
          .offset(skip)
          .limit(take)
          .execute();
  return { templates: rows.map(templateView), pagination };
};
