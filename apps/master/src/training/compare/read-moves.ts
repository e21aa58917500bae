import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { Join } from '../columns/shared/column-tables.ts';
import { experimentConditions } from '../columns/shared/experiment-conditions.ts';
import { experimentOrder, readSort, runOrder } from '../columns/shared/list-order.ts';
import { findPage, type ListSearch } from '../columns/shared/search/list-search.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';
import { readSearchFilter } from '../columns/shared/search-filter.ts';
import { summaryKey } from '../metrics/shared/metric-values.ts';
import type { PathValues } from './compared-paths.ts';
import { type Found, type Moves, movesWith } from './moves-with.ts';

/** What the table shows that the records were chosen from. */
export interface View {
  of: 'experiment' | 'run';
  projectId: number;
  filter: string | undefined;
  archived: boolean;
}

interface Metric {
  group: string;
  name: string;
  smallerIsBetter: boolean;
}

/** Runs looked at: the newest. */
const mostRuns = 5_000;

export interface Moving {
  runs: number;
  total: number;
  /** As long as the paths. */
  moves: (Moves | null)[];
}

/** How what stands at each path goes with a metric's best value, over the runs of a view that the caller may see. */
export const readMoves = (
  ctx: Context,
  view: View,
  metric: Metric | null,
  paths: readonly PathValues[],
): Promise<Moving> =>
  boundedSearch(ctx, async (tx) => {
    const { ids, pagination } = await findPage(ctx, tx, searchOf(ctx, view), { offset: 0, limit: mostRuns });
    const runs = await readRuns(tx, view.of, ids, metric, paths);
    const values = runs.map(({ value }) => value);
    return {
      runs: runs.length,
      total: Math.max(pagination.total, runs.length),
      moves: paths.map((_, at) =>
        movesWith(
          runs.map(({ found }) => found[at] ?? null),
          values,
        ),
      ),
    };
  });

function searchOf(ctx: Context, { of, projectId, filter, archived }: View): ListSearch {
  if (of === 'run') return runSearch(ctx, { projectId, filter, order: runOrder(readSort('id=desc')) });
  const joins = new Set<Join>();
  const leftOut = archived ? sql<SqlBool>`false` : sql<SqlBool>`e.archived`;
  const inProject = sql<SqlBool>`e.project_id = ${projectId}`;
  return {
    of: 'experiment',
    projectId,
    filter: filter === undefined ? { kind: 'all' } : readSearchFilter(filter, experimentConditions(joins)).condition,
    joins,
    shown: sql<SqlBool>`(${inProject} and e.state <> 'DELETING' and not ${leftOut}
      and ${visible('experiment', ctx, { project: 'e.project_id' })})`,
    hidden: sql`select e.id from experiments e where ${inProject} and (e.state = 'DELETING' or ${leftOut})`,
    order: experimentOrder(readSort('id=desc'), { ties: 'desc' }),
  };
}

interface RunValues {
  value: number | null;
  found: Found[];
}

/** The runs, or the runs of the experiments: of each its metric's best value, and what stands at the paths. */
async function readRuns(
  tx: Tx,
  of: View['of'],
  ids: readonly number[],
  metric: Metric | null,
  paths: readonly PathValues[],
): Promise<RunValues[]> {
  const own = paths.filter(({ part }) => part === 'hyperparameter').map(({ path }) => at(sql`t.hparams`, path));
  const found = await sql<{ experiment_id: number; value: number | null; own: unknown[] }>`
    select m.experiment_id, ${metric ? best(metric) : sql`null::float8`} as value, ${jsonList(own)} as own
    from trial_metrics m join trials t on t.id = m.trial_id
    where ${of === 'run' ? sql`m.trial_id` : sql`m.experiment_id`} = any(${[...ids]}::int[])
    order by m.trial_id desc limit ${mostRuns}`.execute(tx);
  const settings = paths.filter(({ part }) => part === 'setting' || part === 'environment');
  const ofExperiment = await readSettings(
    tx,
    [...new Set(found.rows.map((row) => row.experiment_id))],
    settings.map(({ part, path }) => (part === 'environment' ? `environment.${path}` : path)),
  );
  return found.rows.map(({ experiment_id, value, own }) => {
    const configured = ofExperiment.get(experiment_id) ?? [];
    const [mine, theirs] = [own.values(), configured.values()];
    return {
      value,
      found: paths.map(({ part }) => {
        if (part === 'code') return null;
        return asFound((part === 'hyperparameter' ? mine : theirs).next().value);
      }),
    };
  });
}

async function readSettings(tx: Tx, ids: readonly number[], paths: readonly string[]): Promise<Map<number, unknown[]>> {
  if (paths.length === 0) return new Map();
  const list = jsonList(paths.map((path) => at(sql`e.config`, path)));
  // Unpacked once a row, however many paths there are.
  const found = await sql<{ id: number; own: unknown[] }>`
    select e.id, ${list} as own from (select id, config from experiments where id = any(${[...ids]}::int[]) offset 0) e`.execute(
    tx,
  );
  return new Map(found.rows.map(({ id, own }) => [id, own]));
}

/** PostgreSQL orders NaN above infinity: what is not finite has no rank. */
function best({ group, name, smallerIsBetter }: Metric) {
  const metric = sql`m.summary_metrics -> ${summaryKey(group)} -> ${name}`;
  return sql`case when ${metric} ->> 'type' = 'number' then (${metric} ->> ${smallerIsBetter ? 'min' : 'max'})::float8 end`;
}

const at = (object: ReturnType<typeof sql>, path: string) => sql`${object} #> ${path.split('.')}::text[]`;
const jsonList = (values: readonly ReturnType<typeof sql>[]) =>
  values.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.join(values)})`;

function asFound(value: unknown): Found {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Found);
}
