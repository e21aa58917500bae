import { lazy } from 'react';
import type { SearchRuns } from '#training/experiments/shared/search-runs-slot.ts';

/** A search's page has its runs from here. */
export const searchRuns: SearchRuns = {
  Table: lazy(async () => ({ default: (await import('../list/search-runs.tsx')).SearchRunTable })),
  OnlyRun: lazy(async () => ({ default: (await import('../list/only-run.tsx')).OnlyRun })),
};
