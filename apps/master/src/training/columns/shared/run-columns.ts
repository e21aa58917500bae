import { type RunColumnId, runColumns } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import { type Expression, named } from './column-tables.ts';
import { type ListColumn, listColumn, type OrderParts } from './list-column.ts';

interface Definition extends OrderParts {
  value: Expression;
}

const from = (value: Expression, parts: OrderParts = {}): Definition => ({ value, ...parts });

/** The one place that says where the values of a run's columns come from. Facts: platform semantics 6.3, 6.7. */
const definitions: Record<RunColumnId, Definition> = {
  id: from(named(sql`t.id`)),
  // Null when nobody has set one.
  experimentDescription: from(named(sql`(e.config ->> 'description')`), { nullable: true }),
  tags: from(named(sql`e.labels::text`)),
  forkedFrom: from(named(sql`e.parent_id`), { nullable: true }),
  startTime: from(named(sql`t.start_time`)),
  endTime: from(named(sql`t.end_time`), { nullable: true }),
  duration: from(named(sql`extract(epoch from coalesce(t.end_time, now()) - t.start_time)`)),
  state: from(named(sql`t.state`)),
  searcherType: from(named(sql`e.searcher_type`)),
  resourcePool: from(named(sql`j.pool`, 'job')),
  checkpointSize: from(named(sql`t.checkpoint_size`)),
  checkpointCount: from(named(sql`t.checkpoint_count`)),
  user: from(named(sql`e.owner_id`), { order: named(sql`u.username collate "und-x-icu"`, 'owner') }),
  searcherMetric: from(named(sql`e.searcher_metric`)),
  searcherMetricsVal: from(named(sql`m.searcher_metric_value`), { nullable: true }),
  externalExperimentId: from(named(sql`e.external_id`), { nullable: true }),
  projectId: from(named(sql`m.project_id`)),
  externalRunId: from(named(sql`t.external_id`), { nullable: true }),
  experimentProgress: from(named(sql`round(coalesce(e.progress, 0) * 100)`), {
    order: named(sql`coalesce(e.progress, 0)`),
  }),
  experimentId: from(named(sql`m.experiment_id`)),
  experimentName: from(named(sql`e.name`)),
  isExpMultitrial: from(named(sql`(e.searcher_type <> 'single')`)),
  parentArchived: from(named(sql`(p.archived or w.archived)`, 'project', 'workspace')),
  // Within a project by their numbers: the tenth comes after the second.
  localId: from(named(sql`(p.key || '-' || t.local_id)`, 'project'), {
    order: [named(sql`p.key`, 'project'), named(sql`t.local_id`)],
  }),
  archived: from(named(sql`(t.archived or e.archived)`)),
};

export function runColumn(id: RunColumnId): ListColumn {
  const { value, ...parts } = definitions[id];
  return listColumn(runColumns[id].type, value, parts);
}

/** What a run was described with at a path: JSON, null where there is nothing. */
export function runMetadata(path: readonly string[]): Expression {
  return named(sql`(t.metadata #> ${[...path]}::text[])`);
}
