import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { policiesChanged } from './policy-events.ts';
import { type ConfigPolicies, clusterScope, type WorkloadType } from './shared/config-policies.ts';

export async function storePolicies(
  tx: Tx,
  key: { scope: number; workload_type: WorkloadType },
  policies: ConfigPolicies,
  userId: number,
): Promise<void> {
  const set = { policies: JSON.stringify(policies), user_id: userId, updated_at: sql<string>`now()` };
  await tx
    .insertInto('config_policies')
    .values({ ...key, ...set })
    .onConflict((conflict) => conflict.columns(['scope', 'workload_type']).doUpdateSet(set))
    .execute();
  tell(tx, key.scope);
}

/** Of one type, or all of a scope. There may be none. */
export async function deletePolicies(tx: Tx, scope: number, workloadType?: WorkloadType): Promise<void> {
  let rows = tx.deleteFrom('config_policies').where('scope', '=', scope);
  if (workloadType !== undefined) rows = rows.where('workload_type', '=', workloadType);
  await rows.execute();
  tell(tx, scope);
}

/** What the log of changes calls them: by type, and by workspace where they are one's. */
export const policyName = (scope: number, workloadType: WorkloadType) => ({
  id: scope === clusterScope ? '' : scope,
  name: workloadType,
});

const tell = (tx: Tx, scope: number) =>
  publish(tx, policiesChanged, { workspaceId: scope === clusterScope ? null : scope });
