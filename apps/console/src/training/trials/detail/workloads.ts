import type { Reply } from '@determined/contract/route.ts';
import type { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';

export type Workload = Reply<typeof getTrialWorkloadsRoute>['workloads'][number];

/** Which workloads there can be asked for. */
export const workloadFilters = {
  all: 'FILTER_OPTION_UNSPECIFIED',
  checkpoint: 'FILTER_OPTION_CHECKPOINT',
  either: 'FILTER_OPTION_CHECKPOINT_OR_VALIDATION',
  validation: 'FILTER_OPTION_VALIDATION',
} as const;

/** The request for what a trial did last. */
export const recentWorkload = (trialId: number) => ({
  trialId,
  filter: workloadFilters.all,
  sortKey: 'batches',
  orderBy: 'ORDER_BY_DESC' as const,
  limit: 1,
});

/** The one of its three forms that it has. */
export function doneIn({ training, validation, checkpoint }: Workload) {
  return training ?? validation ?? checkpoint;
}

export function whatOf({ training, validation }: Workload): string {
  return training ? 'Training' : validation ? 'Validation' : 'Checkpoint';
}
