import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { unseen } from '#platform/db/unseen.ts';
import { rollupSpan, stretchSpan } from './encoding/rollup.ts';
import type { JsonValue } from './shared/metric-values.ts';
import type { Rollback } from './trial-metrics.ts';

/** Before all steps. */
export const fromTheStart = -(2 ** 31);

/** Steps beyond the first up to the last: what is looked at of a chart's axis. */
export interface Part {
  after: number;
  upTo: number;
}

export const allSteps: Part = { after: fromTheStart, upTo: 2 ** 31 - 1 };

/** What a call asks for: both ends included. */
export const partOf = ({ startBatches, endBatches }: { startBatches?: number; endBatches?: number }): Part => ({
  after: startBatches === undefined ? allSteps.after : startBatches - 1,
  upTo: endBatches ?? allSteps.upTo,
});

/** A trial, its metric, and the step beyond which its reports are wanted. */
export interface Wanted {
  trialId: number;
  name: string;
  buckets: number;
  from: number;
}

/** What is kept of the wanted trials, as it was at one moment: else what is sealed meanwhile is seen twice, or never. */
export interface Kept {
  /** Trials whose wanted sealed reports fill at least half of the buckets by roll-ups alone, and nothing of which was rolled back. */
  coarse: Set<number>;
  /** Coarse ones that fill as many by the roll-ups of their stretches. */
  stretched: Map<number, KeptStretches>;
  rollbacks: Map<number, Rollback[]>;
  reports: KeptReport[];
  chunks: KeptChunk[];
}

export interface KeptStretches {
  /** The furthest of their reports. */
  steps: number;
  /** null where nothing in them has the metric. */
  rollup: Buffer | null;
}

export interface KeptReport {
  trial_id: number;
  run_id: number;
  steps: number;
  end_time: string;
  value: JsonValue;
}

/** Roll-ups alone of a coarse trial; of others none. Where there are stretches, what lies behind them. */
export interface KeptChunk {
  trial_id: number;
  /** The furthest of its reports. */
  steps: number;
  row_count: number;
  axis: Buffer | null;
  rollup: Buffer | null;
  data: Buffer | null;
}

type KeptRow =
  | ({ kind: 'report' } & KeptReport)
  | ({ kind: 'chunk' } & KeptChunk)
  | ({ kind: 'stretches'; trial_id: number } & KeptStretches)
  | { kind: 'trial'; trial_id: number; rollbacks: Rollback[] | null };

/** How many reports of a chunk or stretch lie within the steps of w, as if they stood evenly. */
const rowsWithin = (of: 'c' | 's', upTo: number) => {
  const [rows, min, max] = ['row_count', 'min_steps', 'max_steps'].map((name) => sql.ref(`${of}.${name}`));
  return sql`${rows} * (least(${max}, ${upTo}::int) - greatest(${min}::float8 - 1, w.steps)) / (${max} - ${min}::float8 + 1)`;
};

/** One statement: asking costs more than most of the reading. Of a coarse trial the whole part is read. */
export async function readKept(db: Db, asked: readonly Wanted[], group: string, { after, upTo }: Part): Promise<Kept> {
  const ids = asked.map(({ trialId }) => trialId);
  const names = asked.map(({ name }) => name);
  const steps = asked.map(({ from }) => from);
  const enough = asked.map(({ buckets }) => Math.ceil((buckets * rollupSpan) / 2));
  // Each step is materialized: else what it looks for is looked for again wherever it is made use of.
  const { rows } = await sql<KeptRow>`with asked as materialized (
      select *, (select json_agg(json_build_object('runId', b.run_id, 'steps', b.steps, 'partition', b.partition))
          from metric_rollbacks b where b.trial_id = w.trial_id) as rollbacks
      from unnest(${unseen(ids, 'int[]')}, ${unseen(names, 'text[]')}, ${unseen(steps, 'int[]')}, ${unseen(enough, 'int[]')})
        as w (trial_id, name, steps, enough)),
    longest as materialized (
      select *, rollbacks is null and coalesce((select sum(${rowsWithin('s', upTo)}) from metric_stretches s
          where s.trial_id = w.trial_id and s.group_name = ${group} and s.max_steps > w.steps and s.min_steps <= ${upTo}), 0)
        >= w.enough * ${stretchSpan / rollupSpan}::bigint as is_longest
      from asked w),
    long as materialized (
      select *, rollbacks is null and (is_longest or coalesce((select sum(${rowsWithin('c', upTo)}) from metric_chunks c
          where c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps and c.min_steps <= ${upTo}), 0)
        >= w.enough) as is_long
      from longest w),
    w as materialized (
      select trial_id, name, rollbacks, is_long, case when is_long then ${after} else steps end as steps,
        case when is_longest then (select max(s.last_id) from metric_stretches s
          where s.trial_id = w.trial_id and s.group_name = ${group}) end as stretched
      from long w)
    select 'trial' as kind, trial_id, rollbacks, null::bigint as place, null::int as steps,
      null::int as run_id, null::timestamptz as end_time, null::json as value,
      null::int as row_count, null::bytea as axis, null::bytea as rollup, null::bytea as data
    from w where is_long or rollbacks is not null
    union all
    select 'report', r.trial_id, null, r.id, r.steps, r.run_id, r.end_time, r.metrics::json -> w.name, null, null, null, null
    from w join metric_reports r on r.trial_id = w.trial_id and r.group_name = ${group} and r.steps > w.steps and r.steps <= ${upTo}
    union all
    select 'stretches', w.trial_id, null, w.stretched, s.steps, null, null, null, null, null, s.rollup, null
    from w cross join lateral (
      select max(s.max_steps) as steps, string_agg(k.rollup, ''::bytea order by s.last_id) as rollup
      from metric_stretches s left join metric_stretch_columns k on k.stretch_id = s.id and k.name = w.name
      where s.trial_id = w.trial_id and s.group_name = ${group} and s.max_steps > w.steps and s.min_steps <= ${upTo}) s
    where w.stretched is not null
    union all
    select 'chunk', c.trial_id, null, c.first_id, c.max_steps, null, null, null, c.row_count,
      case when w.is_long then null else c.axis end, case when w.is_long then k.rollup end, case when w.is_long then null else k.data end
    from w join metric_chunks c on c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps
      and c.min_steps <= ${upTo} and c.first_id > coalesce(w.stretched, -1)
    left join metric_columns k on k.chunk_id = c.id and k.name = w.name
    order by place`.execute(db);
  const kept: Kept = { coarse: new Set(), stretched: new Map(), rollbacks: new Map(), reports: [], chunks: [] };
  for (const row of rows) {
    if (row.kind === 'report') kept.reports.push(row);
    else if (row.kind === 'chunk') kept.chunks.push(row);
    else if (row.kind === 'stretches') kept.stretched.set(row.trial_id, row);
    else if (row.rollbacks) kept.rollbacks.set(row.trial_id, row.rollbacks);
    else kept.coarse.add(row.trial_id);
  }
  return kept;
}
