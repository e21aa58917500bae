import {
  type CellTypes,
  type ColumnFacts,
  column,
  type DynamicColumnId,
  type MetricColumn,
  metricColumn,
} from './column-facts.ts';
import type { RunFacts } from './run-rules.ts';

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
  progress: column('Progress', 'share', { sortable: false, filterable: false, offered: false }),
  smallerIsBetter: column('Smaller Is Better', 'boolean', { sortable: false, filterable: false, offered: false }),
  curve: column('Searcher Metric Curve', 'curve', { sortable: false, filterable: false, offered: false }),
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

/** What is known of a column, fixed or dynamic; undefined when there is none of that name. */
export function runColumnFacts(id: string): ColumnFacts | undefined {
  if (isRunColumn(id)) return runColumns[id];
  const dynamic = dynamicRunColumn(id);
  if (!dynamic) return undefined;
  if (dynamic.kind === 'metric') return column(id, 'reported');
  return column(dynamic.path.join('.'), dynamic.kind === 'metadata' ? 'reported' : 'hyperparameter');
}

/** What every row has, whatever was asked for: what the rules of actions ask, and its search. */
export interface RunRowFacts extends RunFacts {
  /** Its search's. */
  name: string;
  experiment: RunFacts['experiment'] & { parentArchived: boolean };
  userId: number;
  workspaceId: number;
}

/** The cells that were asked for, by column; what stands in the row itself is not repeated. */
export type RunCells = {
  [Id in Exclude<RunColumnId, 'id' | 'state'>]?: CellTypes[(typeof runColumns)[Id]['type']];
} & { [id: DynamicColumnId]: CellTypes['reported' | 'hyperparameter'] };

export interface RunTableRow extends RunRowFacts {
  cells: RunCells;
}

/** What a table of runs shows where nobody has chosen. */
export const usualRunColumns: readonly RunColumnId[] = [
  'id',
  'state',
  'experimentName',
  'startTime',
  'user',
  'searcherMetricsVal',
  'tags',
  'duration',
];
