import {
  columnFacts,
  type ExperimentTableRow,
  experimentColumns,
  usualExperimentColumns,
  usualSearchColumns,
} from '@determined/contract/training/experiment-columns.ts';
import { getExperimentRowsRoute, getExperimentsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import { callQuery } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { TableKind } from '../../columns/shared/table/table-kind.ts';

/** The same for every row of a project, or drawn as a part of another column. */
const left: readonly string[] = ['projectId', 'project', 'smallerIsBetter'];

export const experimentTable: TableKind<ExperimentTableRow> = {
  key: 'experiments',
  get label() {
    return worded`Experiments`;
  },
  get noun() {
    return worded`experiment`;
  },
  get nouns() {
    return worded`experiments`;
  },
  tableType: 'TABLE_TYPE_EXPERIMENT',
  facts: columnFacts,
  general: Object.keys(experimentColumns).filter((id) => !left.includes(id)),
  usual: usualExperimentColumns,
  wayIn: 'name',
  unfiltered: ['searcherMetricsVal'],
  read: (request) => callQuery(getExperimentRowsRoute, request),
  alike: (request) => callQuery(getExperimentsAlikeRoute, request),
  unmanaged: (row) => row.unmanaged,
};

/** Where runs have a table of their own, what has but one of them is left to that. */
export const searchTable: TableKind<ExperimentTableRow> = {
  ...experimentTable,
  key: 'searches',
  label: 'Searches',
  noun: 'search',
  nouns: 'searches',
  usual: usualSearchColumns,
  always: {
    kind: 'field',
    columnName: 'searcherType',
    location: 'LOCATION_TYPE_EXPERIMENT',
    type: 'COLUMN_TYPE_TEXT',
    operator: '!=',
    value: 'single',
  },
};
