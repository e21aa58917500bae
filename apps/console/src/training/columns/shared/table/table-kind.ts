import type { CellTypes, ColumnFacts, ColumnType } from '@determined/contract/training/column-facts.ts';
import type { getExperimentRowsRoute, getExperimentsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Request } from '#platform/api/call.ts';
import type { Experiment } from '../../../shared/experiment.ts';
import type { FilterField } from '../filter-set.ts';
import type { TableKey } from './kept-table.ts';

/** What every row has, of whichever table; what was asked for besides stands in its cells, by column. */
export interface TableRow {
  id: number;
  name: string;
  state: Experiment['state'];
  archived: boolean;
  cells: Readonly<{
    searcherMetric?: string | null;
    smallerIsBetter?: boolean;
    searcherMetricsVal?: number | null;
    progress?: number | null;
    user?: string;
  }>;
}

/** The calls for rows differ in what a row is, not in how it is asked for. */
export type RowsRequest = Request<typeof getExperimentRowsRoute>;

export interface RowsReply<Row> {
  total: number;
  range: { min: number; max: number } | null;
  rows: Row[];
}

export type AlikeRequest = Request<typeof getExperimentsAlikeRoute>;

export interface AlikeReply<Row> {
  alike: (Row & { standsFor: number })[];
}

/** One of a project's tables: what its rows are, which columns they have, and where they come from. */
export interface TableKind<Row extends TableRow = TableRow> {
  key: TableKey;
  /** What is kept of it is kept under this; by its key without it. */
  keptAs?: string;
  label: string;
  /** In sentences. */
  noun: string;
  nouns: string;
  /** How the call for a project's columns names it. */
  tableType: 'TABLE_TYPE_EXPERIMENT' | 'TABLE_TYPE_RUN';
  /** Undefined for what is no column of it. */
  facts: (columnId: string) => ColumnFacts | undefined;
  /** Columns that every row has, in the order in which they are offered; the others are the project's own. */
  general: readonly string[];
  /** What is shown where nobody has chosen. */
  usual: readonly string[];
  /** The column that leads to what a row stands for: it is never hidden. */
  wayIn: string;
  /** Columns that conditions cannot be about. */
  unfiltered: readonly string[];
  /** What holds for all of its rows, whatever the filter says. */
  always?: FilterField;
  read: (request: RowsRequest) => UseQueryOptions<RowsReply<Row>, Error, RowsReply<Row>, QueryKey>;
  /** What is chosen by a filter, of those alike one each. */
  alike: (request: AlikeRequest) => UseQueryOptions<AlikeReply<Row>, Error, AlikeReply<Row>, QueryKey>;
  /** It is run by somebody else: nothing can be asked of it. */
  unmanaged: (row: Row) => boolean;
}

export const labelOf = ({ facts }: Pick<TableKind, 'facts'>, id: string): string => facts(id)?.label ?? id;

/** What stands in a row under a column; undefined when it was not asked for. */
export function cellOf(row: TableRow, id: string): CellTypes[ColumnType] | undefined {
  // The column's name is the key in one of both.
  const from = (id in row.cells ? row.cells : row) as Readonly<Record<string, CellTypes[ColumnType] | undefined>>;
  return from[id];
}
