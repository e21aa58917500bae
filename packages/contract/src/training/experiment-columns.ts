import type { ExperimentState } from '../tasks/tasks-messages-generated.ts';
import {
  type CellTypes,
  type ColumnFacts,
  type ColumnType,
  column,
  type DynamicColumnId,
  dynamicColumn,
} from './column-facts.ts';

/**
 * Every column that all experiments have, by the name that search, sort and the call for a project's columns know it by, in
 * that call's order. Facts: platform semantics 6.3, 6.7, 6.9.
 */
export const experimentColumns = {
  id: column('ID', 'id'),
  name: column('Name', 'name'),
  description: column('Description', 'text'),
  tags: column('Tags', 'tags', { sortable: false }),
  forkedFrom: column('Forked', 'experiment'),
  startTime: column('Start time', 'time'),
  endTime: column('End time', 'time', { offered: false }),
  duration: column('Duration', 'duration'),
  numTrials: column('Trial count', 'number'),
  state: column('State', 'state'),
  searcherType: column('Searcher', 'text'),
  resourcePool: column('Resource pool', 'text'),
  progress: column('Progress', 'share'),
  checkpointSize: column('Checkpoint size', 'bytes'),
  checkpointCount: column('Checkpoints', 'number'),
  user: column('User', 'user'),
  searcherMetric: column('Searcher Metric', 'text'),
  searcherMetricsVal: column('Searcher Metric Value', 'metric'),
  smallerIsBetter: column('Smaller Is Better', 'boolean', { sortable: false, filterable: false, offered: false }),
  curve: column('Searcher Metric Curve', 'curve', { sortable: false, filterable: false, offered: false }),
  externalExperimentId: column('External Experiment ID', 'text'),
  externalTrialId: column('External Trial ID', 'text'),
  archived: column('Archived', 'boolean', { sortable: false }),
  projectId: column('Project ID', 'id', { offered: false }),
  project: column('Project', 'text', { sortable: false, filterable: false, offered: false }),
} as const satisfies Readonly<Record<string, ColumnFacts>>;

export type ExperimentColumnId = keyof typeof experimentColumns;
type TypeOf<Id extends ExperimentColumnId> = (typeof experimentColumns)[Id]['type'];

export function isExperimentColumn(id: string): id is ExperimentColumnId {
  return Object.hasOwn(experimentColumns, id);
}

/** What is known of a column, fixed or dynamic; undefined when there is none of that name. */
export function columnFacts(id: string): ColumnFacts | undefined {
  if (isExperimentColumn(id)) return experimentColumns[id];
  const dynamic = dynamicColumn(id);
  if (!dynamic) return undefined;
  return dynamic.kind === 'metric' ? column(id, 'reported') : column(dynamic.path.join('.'), 'hyperparameter');
}

/** What every row has, whatever was asked for: what the rules of actions ask, and what a row is called. */
export interface ExperimentRowFacts {
  id: number;
  name: string;
  state: ExperimentState;
  archived: boolean;
  /** Its project or workspace is archived. */
  parentArchived: boolean;
  unmanaged: boolean;
  userId: number;
  workspaceId: number;
}

/** The cells that were asked for, by column; what stands in the row itself is not repeated. */
export type ExperimentCells = {
  [Id in Exclude<ExperimentColumnId, keyof ExperimentRowFacts>]?: CellTypes[TypeOf<Id>];
} & { [id: DynamicColumnId]: CellTypes['reported' | 'hyperparameter'] };

export interface ExperimentTableRow extends ExperimentRowFacts {
  cells: ExperimentCells;
}

/** What stands in a row under a column; undefined when it was not asked for. */
export function cellOf(row: ExperimentTableRow, id: string): CellTypes[ColumnType] | undefined {
  const at = isExperimentColumn(id) && id in row ? row : row.cells;
  // The column's name is the key in one of both.
  return (at as Readonly<Record<string, CellTypes[ColumnType] | undefined>>)[id];
}

/** What a table of experiments shows where nobody has chosen. */
export const usualExperimentColumns: readonly ExperimentColumnId[] = [
  'id',
  'name',
  'description',
  'tags',
  'forkedFrom',
  'startTime',
  'state',
  'searcherType',
  'user',
];

/** The same of searches, where runs have a table of their own. */
export const usualSearchColumns: readonly ExperimentColumnId[] = [
  'id',
  'name',
  'state',
  'startTime',
  'user',
  'searcherType',
  'tags',
  'duration',
];
