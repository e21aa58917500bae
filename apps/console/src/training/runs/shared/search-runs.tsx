import type { SearchRuns } from '#training/experiments/shared/search-runs-slot.ts';
import { later } from '#ui/primitives/later.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';

/** A search's page has its runs from here. */
export const searchRuns: SearchRuns = {
  Table: later(
    async () => (await import('../list/search-runs.tsx')).SearchRunTable,
    () => <TabLoading words="Loading..." />,
  ),
  OnlyRun: later(async () => (await import('../list/only-run.tsx')).OnlyRun),
};
