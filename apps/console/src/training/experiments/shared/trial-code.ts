import { lazy } from 'react';
import type { TrialCode } from '#training/trials/shared/trial-code-slot.ts';

/** A run's page has its code from here. */
export const trialCode: TrialCode = lazy(async () => ({
  default: (await import('../code/experiment-code.tsx')).ExperimentCode,
}));
