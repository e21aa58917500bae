import type { TrialCode } from '#training/trials/shared/trial-code-slot.ts';
import { later } from '#ui/primitives/later.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';

/** A run's page has its code from here. */
export const trialCode: TrialCode = later(
  async () => (await import('../code/experiment-code.tsx')).ExperimentCode,
  () => <TabLoading words="Loading..." />,
);
