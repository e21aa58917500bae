import { notFound } from '@determined/contract/errors.ts';
import type { getMetadataValuesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { runPath } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Handler } from '#platform/http/serve.ts';

/** More is nobody's choice; who looks for another one writes it. */
const mostValues = 1000;

/** What stands under a key in the metadata of a project's runs, each value once, as text. */
export const getMetadataValues: Handler<typeof getMetadataValuesRoute> = async ({ projectId, key }, ctx) => {
  const project = await ctx.db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
  if (!project) throw notFound('project', projectId);
  const wanted = sql<{ value: string }>`
    select distinct d.value #>> '{}' as value from run_metadata d
      join trials t on t.id = d.trial_id join experiments e on e.id = t.experiment_id
    where d.project_id = ${projectId} and d.key = ${runPath.metadata(key).join('.')}
      and jsonb_typeof(d.value) <> 'null' and e.state <> 'DELETING'
    order by 1 limit ${mostValues}`;
  const found = await boundedSearch(ctx, (tx) => wanted.execute(tx));
  return { values: found.rows.map(({ value }) => value) };
};
