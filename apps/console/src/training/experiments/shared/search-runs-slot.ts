import type { ComponentType, ReactNode } from 'react';
import type { Experiment } from '../../shared/experiment.ts';

/** What a search's page shows of its runs belongs to a slice above: app/router.ts hands it to the page. */
export interface SearchRuns {
  /** The table of them; `tools` stand before its own. */
  Table: ComponentType<{ experiment: Experiment; config: unknown; tools: ReactNode }>;
  /** The way to the run of a search that has but one. */
  OnlyRun: ComponentType<{ experiment: Experiment }>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    runs?: SearchRuns;
  }
}
