import { getRunRowsRoute, getRunsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import {
  type RunTableRow,
  runColumnFacts,
  runColumns,
  usualRunColumns,
} from '@determined/contract/training/run-columns.ts';
import { callQuery } from '#platform/api/call.ts';
import type { TableKind } from '../../columns/shared/table/table-kind.ts';

/** The same for every row of a project, or drawn as a part of another column. */
const left: readonly string[] = ['projectId', 'progress', 'smallerIsBetter'];

export const runTable: TableKind<RunTableRow> = {
  key: 'runs',
  label: 'Runs',
  noun: 'run',
  nouns: 'runs',
  tableType: 'TABLE_TYPE_RUN',
  facts: runColumnFacts,
  general: Object.keys(runColumns).filter((id) => !left.includes(id)),
  usual: usualRunColumns,
  wayIn: 'id',
  unfiltered: ['searcherMetricsVal', 'parentArchived', 'isExpMultitrial'],
  read: (request) => callQuery(getRunRowsRoute, request),
  alike: (request) => callQuery(getRunsAlikeRoute, request),
  unmanaged: (row) => row.experiment.unmanaged,
};

/** Its runs are told apart by so many; the others can be chosen. */
const mostHyperparameters = 5;

/**
 * The runs of one search; what is set of their table is kept for it. Where they differ by hyperparameters, these stand in place of what is the
 * same for all of them.
 */
export const runsOfSearch = (searchId: number, hyperparameters: readonly string[] = []): typeof runTable => ({
  ...runTable,
  ...(hyperparameters.length > 0 && {
    usual: [
      'id',
      'state',
      'searcherMetricsVal',
      ...hyperparameters.slice(0, mostHyperparameters).map((name) => `hp.${name}`),
      'startTime',
      'duration',
    ],
  }),
  keptAs: `search-${searchId}-runs`,
  always: {
    kind: 'field',
    columnName: 'experimentId',
    location: 'LOCATION_TYPE_RUN',
    type: 'COLUMN_TYPE_NUMBER',
    operator: '=',
    value: searchId,
  },
});
