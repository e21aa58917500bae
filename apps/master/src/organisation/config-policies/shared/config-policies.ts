import type { JsonObject } from '#platform/config/format/json.ts';
import type { Db } from '#platform/db/database.ts';
import { defineHook } from '#platform/hook.ts';

/** Interactive and generic tasks are of one type. */
export type WorkloadType = 'EXPERIMENT' | 'NTSC';

/** What is set for all work of one type, and what it may ask for. */
export interface ConfigPolicies {
  /** A part of a configuration that wins over everything else. */
  invariant_config?: JsonObject;
  constraints?: Constraints;
}

export interface Constraints {
  /** A smaller number comes first: requests below it are refused. */
  priority_limit?: number;
  resources?: { max_slots?: number };
}

export interface PoliciesInForce {
  workspace: ConfigPolicies;
  /** Stronger than the workspace's. */
  cluster: ConfigPolicies;
}

/** Policies are about to be stored: who knows the configurations of that type refuses what is none of one. */
export const policiesSaving = defineHook<{ workloadType: WorkloadType; invariant: JsonObject }>('policies-saving');

/** The cluster's scope, where a workspace's is its id. */
export const clusterScope = 0;

export async function readPolicies(db: Db, scope: number, workloadType: WorkloadType): Promise<ConfigPolicies> {
  const row = await db
    .selectFrom('config_policies')
    .select('policies')
    .where('scope', '=', scope)
    .where('workload_type', '=', workloadType)
    .executeTakeFirst();
  return row?.policies ?? {};
}

export async function policiesInForce(
  db: Db,
  workspaceId: number,
  workloadType: WorkloadType,
): Promise<PoliciesInForce> {
  const rows = await db
    .selectFrom('config_policies')
    .select(['scope', 'policies'])
    .where('scope', 'in', [clusterScope, workspaceId])
    .where('workload_type', '=', workloadType)
    .execute();
  const of = (scope: number) => rows.find((row) => row.scope === scope)?.policies ?? {};
  return { workspace: of(workspaceId), cluster: of(clusterScope) };
}
