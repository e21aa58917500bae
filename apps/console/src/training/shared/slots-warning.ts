import type { LaunchWarning } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { toast } from '#platform/toasts.tsx';

/** What was made, and may not be able to start with what the cluster has. */
export function sayLaunchWarnings(warnings: readonly LaunchWarning[]): void {
  if (!warnings.includes('LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED')) return;
  toast.warn(
    'Current Slots Exceeded',
    'The requested job requires more slots than currently available. You may need to increase cluster resources in order for the job to run.',
  );
}
