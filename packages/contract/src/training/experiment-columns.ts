import type { ExperimentState } from '../tasks/tasks-messages-generated.ts';

/** What a cell holds, by its column's type; the type decides how it is drawn, compared and offered. */
export interface CellTypes {
  /** The experiment's own name. */
  name: string;
  text: string | null;
  id: number;
  number: number | null;
  /** ISO. */
  time: string | null;
  /** Seconds, to now while it goes on. */
  duration: number;
  bytes: number;
  /** 0 to 1; null before anything has been reported. */
  share: number | null;
  state: ExperimentState;
  /** The shown name; conditions compare the account's id. */
  user: string;
  boolean: boolean;
  tags: string[];
  /** An experiment's id. */
  experiment: number | null;
  /** A metric's value, in its own sign; it may be no finite number. */
  metric: number | null;
  /** A metric over its batches, at most 40 values; some may be no finite number. */
  curve: number[] | null;
  /** What the best trial reported of a metric. */
  reported: number | string | boolean | null;
  /** What the configuration says: one value, or what is searched. */
  hyperparameter: number | string | boolean | SearchedSpace | null;
}
export type ColumnType = keyof CellTypes;

/** A hyperparameter that the searcher chooses. Of `log` the limits are exponents. */
export type SearchedSpace =
  | { type: 'int' | 'double' | 'log'; minval: number; maxval: number; base?: number }
  | { type: 'categorical'; vals: unknown[] };

export interface ColumnFacts<Type extends ColumnType = ColumnType> {
  label: string;
  type: Type;
  /** Lists may be ordered by it. */
  sortable: boolean;
  /** The search call's filter knows it. */
  filterable: boolean;
  /** The call for a project's columns names it. */
  offered: boolean;
}

const column = <Type extends ColumnType>(
  label: string,
  type: Type,
  { sortable = true, filterable = true, offered = true }: Partial<ColumnFacts> = {},
): ColumnFacts<Type> => ({ label, type, sortable, filterable, offered });

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

/** Columns that the data of a project give: what was reported, and what was configured. */
export type DynamicColumnId = `${string}.${string}`;
type MetricPart = 'last' | 'min' | 'max' | 'mean';
export interface MetricColumn {
  kind: 'metric';
  group: string;
  name: string;
  part: MetricPart;
}
export type DynamicColumn = MetricColumn | { kind: 'hyperparameter'; path: string[] };

const metricId = /^(.+?)\.(.+)\.(last|min|max|mean)$/;
const hyperparameterPrefix = 'hp.';

/** `<group>.<name>.<last|min|max|mean>`: the group ends at the first dot that leaves a name. */
export function metricColumn(id: string): MetricColumn | undefined {
  const [, group, name, part] = metricId.exec(id) ?? [];
  // The last group of the expression is one of these.
  return group && name ? { kind: 'metric', group, name, part: part as MetricPart } : undefined;
}

/** A metric, or `hp.<path>`; undefined for what is neither. */
export function dynamicColumn(id: string): DynamicColumn | undefined {
  return id.startsWith(hyperparameterPrefix)
    ? { kind: 'hyperparameter', path: id.slice(hyperparameterPrefix.length).split('.') }
    : metricColumn(id);
}

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

/** Most columns of one answer, and the longest name of one. */
export const maxTableColumns = 100;
export const maxColumnId = 1000;

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
  'state',
  'curve',
  'searcherMetricsVal',
  'numTrials',
  'duration',
  'startTime',
  'user',
  'searcherType',
  'tags',
  'forkedFrom',
  'resourcePool',
  'checkpointSize',
];
