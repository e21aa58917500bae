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

export const column = <Type extends ColumnType>(
  label: string,
  type: Type,
  { sortable = true, filterable = true, offered = true }: Partial<ColumnFacts> = {},
): ColumnFacts<Type> => ({ label, type, sortable, filterable, offered });

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

/** Most columns of one answer, and the longest name of one. */
export const maxTableColumns = 100;
export const maxColumnId = 1000;

/** So many conditions and groups a filter has at most that is counted line by line. */
export const mostCountedLines = 50;
