import { defineHook } from '#platform/hook.ts';
import type { MetricReport, SearcherMetric } from './metric-report.ts';
import type { MetricValues } from './metric-values.ts';

/** A validation that has been stored, in the transaction that stores it. */
export interface ReportedValidation {
  trialId: number;
  experimentId: number;
  steps: number;
  /** No validation of the trial came before. */
  first: boolean;
  /** The searcher's metric, null when the report lacks it. */
  value: number | null;
  metrics: MetricValues;
}

/** What is thrown refuses the report. The experiment is locked. */
export const validationStored = defineHook<ReportedValidation>('validation-stored');

/** A trial as its reports look at it. */
export interface ReportingTrial {
  id: number;
  searcher: SearcherMetric;
}

/** Reports of trials that have checkpoints were stored: those may be at one of their steps. */
export const reportsStored = defineHook<{
  reports: readonly MetricReport[];
  trials: ReadonlyMap<number, ReportingTrial>;
}>('reports-stored');

/** A later run of a trial that has checkpoints went back: what was reported from `fromSteps` on no longer counts. */
export const reportsTakenBack = defineHook<{ trial: ReportingTrial; fromSteps: number }>('reports-taken-back');
