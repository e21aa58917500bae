import {
  dynamicRunColumn,
  isRunColumn,
  type RunColumnId,
  runColumns,
} from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import { type Expression, named, ofExperiments, ofTrials } from './column-tables.ts';
import { wordOf } from './column-types.ts';
import { givenValue, reportedMetric, shortValue } from './dynamic-columns.ts';
import type { Cell } from './experiment-columns.ts';
import { readExperimentCurves } from './experiment-curves.ts';
import { type ListColumn, listColumn, type OrderParts } from './list-column.ts';

interface Definition extends OrderParts {
  value: Expression;
  /** What stands in a row, where it is not the value. */
  cell?: Cell;
}

const from = (value: Expression, parts: Omit<Definition, 'value'> = {}): Definition => ({ value, ...parts });

const seconds = sql`extract(epoch from coalesce(t.end_time, now()) - t.start_time)`;

/** Which curve a run shows: its own, of the metric that its search looks at; null where it has reported none. */
const ownCurve = named(
  sql`case when m.searcher_metric_value is not null then json_build_array(t.id, e.searcher_metric) end`,
);

/** The one place that says where the values of a run's columns come from. Facts: platform semantics 6.3, 6.7. */
const definitions: Record<RunColumnId, Definition> = {
  // By its index: all runs would be looked at for it alone.
  id: from(named(sql`t.id`), { cell: 'fact' }),
  // Null when nobody has set one.
  experimentDescription: from(ofExperiments(sql`(e.config ->> 'description')`), {
    nullable: true,
    cell: { select: named(sql`e.description`) },
  }),
  tags: from(ofExperiments(sql`e.labels::text`), { cell: { select: named(sql`e.labels`) } }),
  forkedFrom: from(ofExperiments(sql`e.parent_id`), { nullable: true }),
  startTime: from(ofTrials(sql`t.start_time`)),
  endTime: from(ofTrials(sql`t.end_time`), { nullable: true }),
  duration: from(ofTrials(seconds), { cell: { select: named(sql`greatest(0, trunc(${seconds}))`) } }),
  state: from(ofTrials(sql`t.state`), { cell: 'fact' }),
  searcherType: from(ofExperiments(sql`e.searcher_type`)),
  resourcePool: from(ofExperiments(sql`j.pool`, 'job')),
  checkpointSize: from(ofTrials(sql`t.checkpoint_size`)),
  checkpointCount: from(ofTrials(sql`t.checkpoint_count`)),
  user: from(ofExperiments(sql`e.owner_id`), {
    order: named(sql`u.username collate "und-x-icu"`, 'owner'),
    cell: { select: named(sql`coalesce(nullif(u.display_name, ''), u.username)`, 'owner') },
  }),
  searcherMetric: from(ofExperiments(sql`e.searcher_metric`)),
  searcherMetricsVal: from(named(sql`m.searcher_metric_value`), {
    nullable: true,
    cell: { select: named(sql`m.searcher_metric_value`), shown: wordOf },
  }),
  externalExperimentId: from(ofExperiments(sql`e.external_id`), { nullable: true }),
  projectId: from(named(sql`m.project_id`)),
  externalRunId: from(ofTrials(sql`t.external_id`), { nullable: true }),
  experimentProgress: from(ofExperiments(sql`round(coalesce(e.progress, 0) * 100)`), {
    order: named(sql`coalesce(e.progress, 0)`),
    cell: { select: named(sql`e.progress`) },
  }),
  experimentId: from(named(sql`m.experiment_id`)),
  experimentName: from(ofExperiments(sql`e.name`)),
  isExpMultitrial: from(ofExperiments(sql`(e.searcher_type <> 'single')`)),
  parentArchived: from(ofExperiments(sql`(p.archived or w.archived)`, 'project', 'workspace')),
  // Within a project by their numbers: the tenth comes after the second.
  localId: from(named(sql`(p.key || '-' || t.local_id)`, 'project'), {
    order: [named(sql`p.key`, 'project'), named(sql`t.local_id`)],
  }),
  archived: from(named(sql`(t.archived or e.archived)`)),
  progress: from(ofTrials(sql`t.progress`)),
  smallerIsBetter: from(ofExperiments(sql`e.smaller_is_better`)),
  curve: from(named(sql`null`), { cell: { select: ownCurve, read: readExperimentCurves } }),
};

export function runColumn(id: RunColumnId): ListColumn {
  const { value, cell: _, ...parts } = definitions[id];
  return listColumn(runColumns[id].type, value, parts);
}

/** What a run was described with at a path: JSON, null where there is nothing. */
export function runMetadata(path: readonly string[]): Expression {
  return named(sql`(t.metadata #> ${[...path]}::text[])`);
}

/** What a column's cells are, whatever column; undefined for what is none. */
export function runCell(id: string): Cell | undefined {
  if (isRunColumn(id)) {
    const { value, cell } = definitions[id];
    return cell ?? { select: value };
  }
  const dynamic = dynamicRunColumn(id);
  switch (dynamic?.kind) {
    case 'metric':
      return { select: named(reportedMetric(dynamic)) };
    case 'hyperparameter':
      return { select: givenValue(dynamic.path), shown: shortValue };
    case 'metadata':
      return { select: runMetadata(dynamic.path), shown: shortValue };
    default:
      return undefined;
  }
}
