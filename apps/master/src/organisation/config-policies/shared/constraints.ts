import { invalidArgument } from '@determined/contract/errors.ts';
import type { PoliciesInForce } from './config-policies.ts';

/** Key by key; the cluster's win over a workspace's. */
export function limitsOf({ workspace, cluster }: PoliciesInForce): { priority?: number; maxSlots?: number } {
  const [own, general] = [workspace.constraints, cluster.constraints];
  return {
    priority: general?.priority_limit ?? own?.priority_limit,
    maxSlots: general?.resources?.max_slots ?? own?.resources?.max_slots,
  };
}

/** Refuses work that asks for more than it may. Facts: experiment-config.md, section 6. */
export function checkConstraints(
  policies: PoliciesInForce,
  asked: { priority: number; slots: number; maxSlots: number | null },
  prefix = '',
): void {
  const { priority, maxSlots } = limitsOf(policies);
  const refuse = (what: string, found: number, limit: number, kind: string) =>
    invalidArgument(
      `${prefix}requested ${what} [${found}] exceeds limit set by admin [${limit}]: submitted workload failed ${kind} constraint`,
    );
  if (priority !== undefined && asked.priority < priority) {
    throw refuse('priority', asked.priority, priority, 'priority');
  }
  if (maxSlots === undefined) return;
  if (asked.slots > maxSlots) throw refuse('resources.slots', asked.slots, maxSlots, 'a resource');
  if (asked.maxSlots !== null && asked.maxSlots > maxSlots) {
    throw refuse('resources.max_slots', asked.maxSlots, maxSlots, 'a resource');
  }
}
