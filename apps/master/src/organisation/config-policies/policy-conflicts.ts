import { invalidArgument } from '@determined/contract/errors.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { asObject } from '#platform/config/format/node.ts';
import type { Constraints } from './shared/config-policies.ts';

const refuse = (text: string) =>
  invalidArgument(`rpc error: code = InvalidArgument desc = invalid experiment config policy: ${text}`);

/** What an invariant sets and its own scope's constraints do not allow. Facts: experiment-config.md, section 6. */
export function refuseOwnConflict(invariant: JsonObject, constraints: Constraints): void {
  const conflict = conflictOf(invariant, constraints);
  if (conflict !== undefined) throw refuse(conflict);
}

/** The same against the constraints of the cluster. */
export function refuseGlobalConflict(invariant: JsonObject, constraints: Constraints): void {
  const conflict = conflictOf(invariant, constraints);
  if (conflict !== undefined) throw refuse(`workspace invariant_config conflicts with global constraints: ${conflict}`);
}

function conflictOf(invariant: JsonObject, constraints: Constraints): string | undefined {
  const { priority, max_slots: maxSlots, slots_per_trial: slots } = asObject(invariant.resources ?? null);
  const { priority_limit: priorityLimit, resources } = constraints;
  const slotLimit = resources?.max_slots;
  const differ = (set: unknown, limit: number | undefined) =>
    typeof set === 'number' && limit !== undefined && set !== limit;
  if (differ(priority, priorityLimit)) return 'invariant config & constraints are trying to set the priority limit.';
  if (differ(maxSlots, slotLimit)) return 'invariant config & constraints are trying to set the max slots.';
  if (typeof slots === 'number' && slotLimit !== undefined && slots > slotLimit) {
    return `invariant config has ${slots} slots per trial. violates constraints max slots of ${slotLimit}.`;
  }
  return undefined;
}
