import type { ComponentType } from 'react';
import type { Experiment } from '../../shared/experiment.ts';

/** The code of a run is that of its experiment, which belongs to a slice above: app/router.ts hands it to the page. */
export type TrialCode = ComponentType<{ experiment: Experiment; config: unknown }>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    code?: TrialCode;
  }
}
