import { notFound } from '@determined/contract/errors.ts';
import type { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import { sql } from 'kysely';
import type { Handler } from '#platform/http/serve.ts';
import { groupOfSummary } from './shared/metric-values.ts';
import { bestMetrics } from './shared/ranges/best-metrics.ts';
import { rangeParts } from './shared/ranges/fold-ranges.ts';

/** Least and greatest of each numeric metric's last, max, mean and min over the best trials of a project. */
export const getProjectNumericMetricsRange: Handler<typeof getProjectNumericMetricsRangeRoute> = async (
  { id },
  { db },
) => {
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
  if (!project) throw notFound('project', id);
  const metrics = byName(await bestMetrics(db, id)).flatMap(([key, names]) =>
    byName(names).flatMap(([name, { parts }]) =>
      rangeParts.flatMap((part, at) => {
        const range = parts[at];
        return range ? { metricsName: `${groupOfSummary(key)}.${name}.${part}`, min: range[0], max: range[1] } : [];
      }),
    ),
  );
  // What is not finite stands at both ends of the index.
  const searcher = await sql<{ min: number | null; max: number | null }>`
    select (select min(best_value) from experiments where project_id = ${id} and best_value > '-Infinity' and best_value < 'Infinity'),
      (select max(best_value) from experiments where project_id = ${id} and best_value > '-Infinity' and best_value < 'Infinity')`.execute(
    db,
  );
  const { min, max } = searcher.rows[0] ?? { min: null, max: null };
  return {
    ranges: min === null || max === null ? metrics : [...metrics, { metricsName: 'searcherMetricsVal', min, max }],
  };
};

const byName = <T>(all: Record<string, T>): [string, T][] =>
  Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1));
