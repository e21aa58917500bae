import { notFound } from '@determined/contract/errors.ts';
import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import type { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { ColumnFacts } from '@determined/contract/training/column-facts.ts';
import { experimentColumns } from '@determined/contract/training/experiment-columns.ts';
import { runColumns } from '@determined/contract/training/run-columns.ts';
import type { Handler } from '#platform/http/serve.ts';
import { listMetricColumns } from '../metrics/shared/metric-columns.ts';
import { runMetadata, sampledHyperparameters, searchedHyperparameters } from './found-columns.ts';
import { columnTypes } from './shared/column-types.ts';

/** What a project's table can show, by kind: its own columns, metrics, hyperparameters, metadata. Facts: platform semantics 6.9. */
export const getProjectColumns: Handler<typeof getProjectColumnsRoute> = async ({ id, tableType }, { db }) => {
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
  if (!project) throw notFound('project', id);
  if (tableType === 'TABLE_TYPE_RUN') {
    const [metrics, hyperparameters, metadata] = await Promise.all([
      listMetricColumns(db, id, 'all runs'),
      sampledHyperparameters(db, id),
      runMetadata(db, id),
    ]);
    return { columns: [...columnsOf(runColumns, 'LOCATION_TYPE_RUN'), ...metrics, ...hyperparameters, ...metadata] };
  }
  const [metrics, hyperparameters] = await Promise.all([
    listMetricColumns(db, id, 'best trials'),
    searchedHyperparameters(db, id),
  ]);
  return { columns: [...columnsOf(experimentColumns, 'LOCATION_TYPE_EXPERIMENT'), ...metrics, ...hyperparameters] };
};

function columnsOf(
  catalogue: Readonly<Record<string, ColumnFacts>>,
  location: ProjectColumn['location'],
): ProjectColumn[] {
  return Object.entries(catalogue)
    .filter(([, { offered }]) => offered)
    .map(([column, { type, label }]) => ({ column, location, type: columnTypes[type].wire, displayName: label }));
}
