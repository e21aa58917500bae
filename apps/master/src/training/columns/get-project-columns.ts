import { notFound } from '@determined/contract/errors.ts';
import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import type { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { experimentColumns } from '@determined/contract/training/experiment-columns.ts';
import type { Handler } from '#platform/http/serve.ts';
import { listMetricColumns } from '../metrics/shared/metric-columns.ts';
import { runMetadata, sampledHyperparameters, searchedHyperparameters, wireType } from './found-columns.ts';
import { columnTypes } from './shared/column-types.ts';

/** `column:type:shown name`, in the order of the table. Types: N number, T text, D date, - unspecified. */
const runColumns = [
  'id:N:Global Run ID',
  'experimentDescription:T:Search Description',
  'tags:T:Tags',
  'forkedFrom:N:Forked',
  'startTime:D:Start Time',
  'endTime:D:End Time',
  'duration:N:Duration',
  'state:T:State',
  'searcherType:T:Searcher',
  'resourcePool:T:Resource Pool',
  'checkpointSize:N:Checkpoint Size',
  'checkpointCount:N:Checkpoints',
  'user:T:User',
  'searcherMetric:T:Searcher Metric',
  'searcherMetricsVal:N:Searcher Metric Value',
  'externalExperimentId:T:External Experiment ID',
  'projectId:N:Project ID',
  'externalRunId:T:External Run ID',
  'experimentProgress:N:Search Progress',
  'experimentId:N:Search ID',
  'experimentName:T:Search Name',
  'isExpMultitrial:-:Part of Search',
  'parentArchived:-:Parent Archived',
  'localId:T:Run ID',
  'archived:-:Archived',
];

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
    return { columns: [...columnsOfRuns(), ...metrics, ...hyperparameters, ...metadata] };
  }
  const [metrics, hyperparameters] = await Promise.all([
    listMetricColumns(db, id, 'best trials'),
    searchedHyperparameters(db, id),
  ]);
  return { columns: [...columnsOfExperiments(), ...metrics, ...hyperparameters] };
};

function columnsOfExperiments(): ProjectColumn[] {
  return Object.entries(experimentColumns)
    .filter(([, { offered }]) => offered)
    .map(([column, { type, label }]) => ({
      column,
      location: 'LOCATION_TYPE_EXPERIMENT',
      type: columnTypes[type].wire,
      displayName: label,
    }));
}

function columnsOfRuns(): ProjectColumn[] {
  return runColumns.map((text) => {
    const [column = '', type = '', displayName = ''] = text.split(':');
    return { column, location: 'LOCATION_TYPE_RUN', type: wireType(type), displayName };
  });
}
