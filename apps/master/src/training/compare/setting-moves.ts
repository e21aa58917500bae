import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { columnOf } from '../column-store/shared/block-encoding.ts';
import type { Cell } from '../column-store/shared/cells.ts';
import { type Moves, movesWith, rankedMetric } from '../column-store/shared/moves/moves-with.ts';
import { readSort, runOrder } from '../columns/shared/list-order.ts';
import { findPage, type ListSearch } from '../columns/shared/search/list-search.ts';
import type { JsonValue } from '../metrics/shared/metric-values.ts';
import { summaryKey } from '../metrics/shared/metric-values.ts';
import type { PathValues } from './compared-paths.ts';

export interface Metric {
  group: string;
  name: string;
  smallerIsBetter: boolean;
}

/** Runs whose configurations are looked at, the newest: no column has what these say, and each is unpacked for it. */
export const mostRuns = 5_000;

/** How settings and the environment go with a metric's best value over the newest runs of a search, path by path. */
export async function readSettingMoves(
  ctx: Context,
  tx: Tx,
  search: ListSearch,
  metric: Metric,
  paths: readonly PathValues[],
): Promise<(Moves | null)[]> {
  if (paths.length === 0) return [];
  const newest = { ...search, order: runOrder(readSort('id=desc')) };
  const { ids } = await findPage(ctx, tx, newest, { offset: 0, limit: mostRuns });
  const runs = await sql<{ experiment_id: number; value: number | null }>`
    select m.experiment_id, ${best(metric)} as value from trial_metrics m where m.trial_id = any(${ids}::int[])`.execute(
    tx,
  );
  const configured = await readSettings(
    tx,
    [...new Set(runs.rows.map((row) => row.experiment_id))],
    paths.map(({ part, path }) => (part === 'environment' ? `environment.${path}` : path)),
  );
  const ranked = rankedMetric(Float64Array.from(runs.rows, ({ value }) => value ?? Number.NaN));
  const cellOf = (experimentId: number, at: number): Cell => {
    const value = configured.get(experimentId)?.[at] ?? undefined;
    return typeof value === 'number' || value === undefined ? value : { json: value };
  };
  return paths.map((_, at) => movesWith(columnOf(runs.rows.map((row) => cellOf(row.experiment_id, at))), ranked));
}

async function readSettings(
  tx: Tx,
  ids: readonly number[],
  paths: readonly string[],
): Promise<Map<number, (JsonValue | null)[]>> {
  const list = sql.join(paths.map((path) => sql`e.config #> ${path.split('.')}::text[]`));
  // Unpacked once a row, however many paths there are.
  const found = await sql<{ id: number; own: (JsonValue | null)[] }>`
    select e.id, jsonb_build_array(${list}) as own
    from (select id, config from experiments where id = any(${[...ids]}::int[]) offset 0) e`.execute(tx);
  return new Map(found.rows.map(({ id, own }) => [id, own]));
}

/** PostgreSQL orders NaN above infinity: what is not finite has no rank. */
function best({ group, name, smallerIsBetter }: Metric) {
  const metric = sql`m.summary_metrics -> ${summaryKey(group)} -> ${name}`;
  return sql`case when ${metric} ->> 'type' = 'number' then (${metric} ->> ${smallerIsBetter ? 'min' : 'max'})::float8 end`;
}
