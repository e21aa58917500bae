import { type ColumnType, dynamicColumn } from '@determined/contract/training/column-facts.ts';
import {
  type ExperimentColumnId,
  experimentColumns,
  isExperimentColumn,
} from '@determined/contract/training/experiment-columns.ts';
import { plannedTrials } from '@determined/contract/training/search-progress.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Expression, named } from './column-tables.ts';
import { wordOf } from './column-types.ts';
import { bestMetric, configuredValue } from './dynamic-columns.ts';
import { bestCurve, readExperimentCurves } from './experiment-curves.ts';
import { type ListColumn, listColumn, type OrderParts } from './list-column.ts';

/** Where the values of a column come from. */
export interface ExperimentColumn extends ListColumn {
  /** Where a row's cell comes from. */
  cell: Cell;
}

export type Cell =
  /** Every row has it. */
  | 'fact'
  /** Selected with the row. */
  | { select: Expression; shown?: (value: unknown) => unknown }
  /** Read apart for the rows of a page, by experiment, from what was selected with each. */
  | { select: Expression; read: (db: Db, selected: ReadonlyMap<number, unknown>) => Promise<Map<number, unknown>> };

type Define = (type: ColumnType) => ExperimentColumn;

function from(value: Expression, { cell, ...parts }: OrderParts & { cell?: Cell } = {}): Define {
  return (type) => ({ ...listColumn(type, value, parts), cell: cell ?? { select: value } });
}

const seconds = sql`extract(epoch from coalesce(e.end_time, now()) - e.start_time)`;

/**
 * What the shown progress is made of: of a search that goes on, also what all its trials have done. The wire's progress is as old as
 * the last report and of the trials that there were then. The configuration of a search that has ended says nothing more about it.
 */
const progressParts = sql`jsonb_build_object('progress', e.progress, 'search',
  case when e.searcher_type in ('random', 'grid') and e.end_time is null then
    jsonb_build_object('searcher', e.config -> 'searcher', 'hyperparameters', e.config -> 'hyperparameters', 'done', (
      select sum(case when t.end_time is null then coalesce(t.progress, 0) else 1 end)
      from trials t where t.experiment_id = e.id)) end)`;

function progressOf(parts: unknown): number | null {
  // As selected above.
  const { progress, search } = parts as { progress: number | null; search: { done: number | null } | null };
  const planned = plannedTrials(search);
  return progress === null || !planned ? progress : Math.min(1, (search?.done ?? 0) / planned);
}

const definitions: Record<ExperimentColumnId, Define> = {
  id: from(named(sql`e.id`), { cell: 'fact' }),
  name: from(named(sql`e.name`), { cell: 'fact' }),
  // Null when nobody has set one.
  description: from(named(sql`(e.config ->> 'description')`), {
    nullable: true,
    cell: { select: named(sql`e.description`) },
  }),
  tags: from(named(sql`e.labels::text`), { cell: { select: named(sql`e.labels`) } }),
  forkedFrom: from(named(sql`e.parent_id`), { nullable: true }),
  startTime: from(named(sql`e.start_time`)),
  endTime: from(named(sql`e.end_time`), { nullable: true }),
  duration: from(named(seconds), { cell: { select: named(sql`greatest(0, trunc(${seconds}))`) } }),
  numTrials: from(named(sql`e.num_trials`)),
  state: from(named(sql`e.state`), { cell: 'fact' }),
  searcherType: from(named(sql`e.searcher_type`)),
  resourcePool: from(named(sql`j.pool`, 'job')),
  progress: from(named(sql`round(coalesce(e.progress, 0) * 100)`), {
    order: named(sql`coalesce(e.progress, 0)`),
    cell: { select: named(progressParts), shown: progressOf },
  }),
  checkpointSize: from(named(sql`e.checkpoint_size`)),
  checkpointCount: from(named(sql`e.checkpoint_count`)),
  user: from(named(sql`e.owner_id`), {
    order: named(sql`owner_places.place`, 'ownerPlaces'),
    cell: { select: named(sql`coalesce(nullif(u.display_name, ''), u.username)`, 'owner') },
  }),
  searcherMetric: from(named(sql`e.searcher_metric`)),
  searcherMetricsVal: from(named(sql`e.best_value`), {
    nullable: true,
    cell: { select: named(sql`e.best_value`), shown: wordOf },
  }),
  smallerIsBetter: from(named(sql`e.smaller_is_better`)),
  curve: from(named(sql`null`), { cell: { select: bestCurve, read: readExperimentCurves } }),
  externalExperimentId: from(named(sql`e.external_id`), { nullable: true }),
  externalTrialId: from(named(sql`b.external_id`, 'bestTrial'), { nullable: true }),
  archived: from(named(sql`e.archived`), { cell: 'fact' }),
  projectId: from(named(sql`e.project_id`)),
  project: from(named(sql`p.name`, 'project')),
};

/** Undefined for what is no column. What tasks report and users configure is searched and ordered where it is packed. */
export function experimentColumn(id: string): ExperimentColumn | undefined {
  return isExperimentColumn(id) ? definitions[id](experimentColumns[id].type) : undefined;
}

/** What a column's cells are, whatever column; undefined for what is none. */
export function experimentCell(id: string): Cell | undefined {
  const dynamic = dynamicColumn(id);
  if (!dynamic) return experimentColumn(id)?.cell;
  if (dynamic.kind === 'metric') return { select: bestMetric(dynamic) };
  const { value, shown } = configuredValue(dynamic.path);
  return { select: value, shown };
}
