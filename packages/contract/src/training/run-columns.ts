import { type ColumnFacts, column, type MetricColumn, metricColumn } from './column-facts.ts';

/**
 * Every column that all runs have, by the name that search, sort and the call for a project's columns know it by, in that
 * call's order. Facts: platform semantics 6.3, 6.7, 6.9.
 */
export const runColumns = {
  id: column('Global Run ID', 'id'),
  experimentDescription: column('Search Description', 'text'),
  tags: column('Tags', 'tags', { sortable: false }),
  forkedFrom: column('Forked', 'experiment'),
  startTime: column('Start Time', 'time'),
  endTime: column('End Time', 'time'),
  duration: column('Duration', 'duration'),
  state: column('State', 'state'),
  searcherType: column('Searcher', 'text'),
  resourcePool: column('Resource Pool', 'text'),
  checkpointSize: column('Checkpoint Size', 'bytes'),
  checkpointCount: column('Checkpoints', 'number'),
  user: column('User', 'user'),
  searcherMetric: column('Searcher Metric', 'text'),
  searcherMetricsVal: column('Searcher Metric Value', 'metric'),
  externalExperimentId: column('External Experiment ID', 'text'),
  projectId: column('Project ID', 'id'),
  externalRunId: column('External Run ID', 'text'),
  experimentProgress: column('Search Progress', 'share'),
  experimentId: column('Search ID', 'experiment'),
  experimentName: column('Search Name', 'text'),
  isExpMultitrial: column('Part of Search', 'boolean'),
  parentArchived: column('Parent Archived', 'boolean'),
  localId: column('Run ID', 'text'),
  archived: column('Archived', 'boolean'),
} as const satisfies Readonly<Record<string, ColumnFacts>>;

export type RunColumnId = keyof typeof runColumns;

export function isRunColumn(id: string): id is RunColumnId {
  return Object.hasOwn(runColumns, id);
}

/** Columns that the data of a project give: what runs reported, were given, and were described with. */
export type DynamicRunColumn = MetricColumn | { kind: 'hyperparameter' | 'metadata'; path: string[] };

/** A path into a run's hyperparameters (`hp.a.b`) or metadata (`metadata.a.b`); filters may leave the prefix out. */
export const runPath = {
  hyperparameter: (id: string) => id.replace(/^hp\./, '').split('.'),
  metadata: (id: string) => id.replace(/^metadata\./, '').split('.'),
};

/** A metric, `hp.<path>` or `metadata.<path>`; undefined for what is none of them. */
export function dynamicRunColumn(id: string): DynamicRunColumn | undefined {
  if (id.startsWith('hp.')) return { kind: 'hyperparameter', path: runPath.hyperparameter(id) };
  if (id.startsWith('metadata.')) return { kind: 'metadata', path: runPath.metadata(id) };
  return metricColumn(id);
}
