import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { summaryKey } from '../metrics/shared/metric-values.ts';
import type { PathValues } from './compared-paths.ts';
import type { Found } from './moves-with.ts';

export interface Metric {
  group: string;
  name: string;
  smallerIsBetter: boolean;
}

/** Runs looked at: the newest. */
export const mostRuns = 5_000;

interface RunValues {
  value: number | null;
  found: Found[];
}

/** The runs, or the runs of the experiments: of each its metric's best value, and what stands at the paths. */
export async function readRuns(
  tx: Tx,
  of: 'experiment' | 'run',
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
