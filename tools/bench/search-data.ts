import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { makeManyRuns } from '@determined/dev-cluster/many-runs.ts';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';

/** Metrics of a run: half of them of the training, half of validations. */
export const metricCount = 60;
const hyperparameterCount = 20;

/** A project of so many finished runs. */
export async function makeSearchedProject({ client, db }: BenchMaster, count: number): Promise<number> {
  const { workspace } = await client.call(postWorkspaceRoute, { name: `search ${count}` });
  const { project } = await client.call(postProjectRoute, { name: 'search', workspaceId: workspace?.id ?? 0 });
  const projectId = project?.id ?? 0;
  await makeManyRuns({ client, db }, { projectId, count, metrics: metricCount, hyperparameters: hyperparameterCount });
  return projectId;
}

/** What the names of an experiment take on disk, with their indexes, in bytes. */
export async function bytesOfNames({ db }: BenchMaster): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select (pg_total_relation_size('experiment_names')
    + pg_total_relation_size('name_sets'))::float8 / (select count(*) from experiments) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
