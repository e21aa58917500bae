import { byName } from '@determined/contract/wire/by-name.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { JobsTable } from '#platform/db/tables/cluster-tables.ts';
import type { ExperimentConfig } from '../../shared/config/experiment-config-format.ts';

type OfJob = 'priority' | 'weight' | 'max_slots' | 'resource_pool';

/**
 * A configuration without what stands in the experiment's job, where alone it is changed. Labels are changed in the row's own
 * column alone: to write a whole configuration for them costs more than all else of tagging thousands of experiments.
 */
export type StoredConfig = Omit<ExperimentConfig, 'resources'> & {
  resources: Omit<ExperimentConfig['resources'], OfJob>;
};

export type JobValues = Pick<Selectable<JobsTable>, 'priority' | 'weight' | 'max_slots' | 'pool'>;

export function withoutJob({ resources, ...config }: ExperimentConfig): StoredConfig {
  const { priority: _priority, weight: _weight, max_slots: _maxSlots, resource_pool: _pool, ...own } = resources;
  return { ...config, resources: own };
}

/** What a stored configuration lacks, or has as it was once. */
export interface BesidesConfig extends JobValues {
  labels: string[];
}

/** An experiment's configuration as it is answered, and as its tasks get it: with its labels and the values of its job. */
export function wholeConfig({ config, labels, ...job }: BesidesConfig & { config: StoredConfig }): ExperimentConfig {
  const { priority, weight, max_slots, pool } = job;
  const resources = { ...config.resources, priority, weight, max_slots, resource_pool: pool };
  // The same values, their keys by name: tasks get it as it is.
  return { ...config, labels, resources: byName(resources) as typeof resources };
}

/** By experiment; unknown ones are left out. */
export async function readConfigs(db: Db, experimentIds: readonly number[]): Promise<Map<number, ExperimentConfig>> {
  const rows = await db
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .select(['e.id', 'e.config', 'e.labels', 'j.priority', 'j.weight', 'j.max_slots', 'j.pool'])
    .where('e.id', '=', (eb) => eb.fn.any(eb.val(experimentIds)))
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, wholeConfig(row)]));
}
