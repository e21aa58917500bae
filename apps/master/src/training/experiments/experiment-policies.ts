import { type ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { asObject } from '#platform/config/format/node.ts';
import type { Tx } from '#platform/db/database.ts';
import { type PoliciesInForce, policiesInForce } from '../../organisation/config-policies/shared/config-policies.ts';
import { limitsOf } from '../../organisation/config-policies/shared/constraints.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import type { JobValues } from '../life/shared/whole-config.ts';
import { type Invariants, readLayer } from '../shared/config/experiment-config.ts';

/** A part of a configuration that policies set, as layers are merged. */
export function readInvariant(invariant: JsonObject = {}): JsonObject {
  return readLayer(invariant, (lines) => invalidArgument(`invalid experiment config policy: ${lines}`));
}

export const readInvariants = ({ workspace, cluster }: PoliciesInForce): Invariants => ({
  workspace: readInvariant(workspace.invariant_config),
  cluster: readInvariant(cluster.invariant_config),
});

export type Retention = Record<'save_experiment_best' | 'save_trial_best' | 'save_trial_latest', number>;

/** Changes of an experiment that the policies in force now do not allow. Facts: experiment-config.md, section 6. */
export async function checkChange(
  tx: Tx,
  experiment: ExperimentRow,
  { job = {}, retention }: { job?: Partial<JobValues>; retention?: Retention },
  as: (message: string, field: keyof JobValues | keyof Retention) => ApiError = invalidArgument,
): Promise<void> {
  const policies = await policiesOf(tx, experiment);
  const set = setBy(policies, 'resources');
  const limits = limitsOf(policies);
  const { priority, weight, max_slots: maxSlots, pool } = job;
  if (priority !== undefined && differs(set('priority'), priority)) {
    throw as('priority set by invariant config: priority cannot be modified', 'priority');
  }
  if (typeof priority === 'number' && limits.priority !== undefined && priority < limits.priority) {
    throw as("priority exceeds task config policy's priority_limit", 'priority');
  }
  if (weight !== undefined && differs(set('weight'), weight)) {
    throw as(`weight is enforced as an invariant config policy of ${set('weight')}`, 'weight');
  }
  if (maxSlots !== undefined && differs(set('max_slots'), maxSlots)) {
    const text = `max slots is already set in an invariant config policy:max_slots of ${set('max_slots')} is enforced`;
    throw as(text, 'max_slots');
  }
  if (typeof maxSlots === 'number' && limits.maxSlots !== undefined && maxSlots > limits.maxSlots) {
    throw as(`requested slots is violates max slots constraint: ${maxSlots} > ${limits.maxSlots}`, 'max_slots');
  }
  if (pool !== undefined && differs(set('resource_pool'), pool)) {
    throw as(`resource_pool is enforced as an invariant config policy of ${set('resource_pool')}`, 'pool');
  }
  const kept = setBy(policies, 'checkpoint_storage');
  for (const [name, count] of Object.entries(retention ?? {})) {
    if (differs(kept(name), count)) {
      // The names are those of the type.
      throw as(`${name} is enforced as an invariant config policy of ${kept(name)}`, name as keyof Retention);
    }
  }
}

const differs = (enforced: unknown, asked: unknown) => enforced !== undefined && enforced !== asked;

/** What is set of a part of the configuration, the cluster's word first. */
function setBy({ workspace, cluster }: PoliciesInForce, part: string): (key: string) => unknown {
  const [own, general] = [workspace, cluster].map(({ invariant_config: invariant }) =>
    asObject(invariant?.[part] ?? null),
  );
  return (key) => general?.[key] ?? own?.[key] ?? undefined;
}

async function policiesOf(tx: Tx, experiment: ExperimentRow): Promise<PoliciesInForce> {
  const { workspace_id } = await tx
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', experiment.project_id)
    .executeTakeFirstOrThrow();
  return policiesInForce(tx, workspace_id, 'EXPERIMENT');
}
