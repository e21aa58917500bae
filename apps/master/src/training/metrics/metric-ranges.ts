import { notFound } from '@determined/contract/errors.ts';
import type { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import { sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { groupOfSummary } from './shared/metric-values.ts';

/** Least and greatest of each numeric metric's last, max, mean and min over the best trials of a project. */
export const getProjectNumericMetricsRange: Handler<typeof getProjectNumericMetricsRangeRoute> = async (
  { id },
  { db },
) => {
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
  if (!project) throw notFound('project', id);
  const metrics = await sql<{ key: string; name: string; part: string; min: number; max: number }>`
    select g.key, m.key as name, p.part, min((m.value ->> p.part)::float8) as min, max((m.value ->> p.part)::float8) as max
    from experiments e join trial_metrics t on t.trial_id = e.best_trial_id
      cross join jsonb_each(t.summary_metrics) g cross join jsonb_each(g.value) m
      cross join (values ('last'), ('max'), ('mean'), ('min')) p (part)
    where e.project_id = ${id} and m.value ->> 'type' = 'number' and jsonb_typeof(m.value -> p.part) = 'number'
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  const searcher = await sql<{ min: number | null; max: number | null }>`
    select min(t.searcher_metric_value) as min, max(t.searcher_metric_value) as max
    from experiments e join trial_metrics t on t.trial_id = e.best_trial_id
    where e.project_id = ${id} and t.searcher_metric_value not in ('NaN', 'Infinity', '-Infinity')`.execute(db);
  const ranges = metrics.rows.map((row) => ({
    metricsName: `${groupOfSummary(row.key)}.${row.name}.${row.part}`,
    min: row.min,
    max: row.max,
  }));
  const { min, max } = searcher.rows[0] ?? { min: null, max: null };
  return {
    ranges: min === null || max === null ? ranges : [...ranges, { metricsName: 'searcherMetricsVal', min, max }],
  };
};
