import type { JsonValue, MetricValues } from './metric-values.ts';

/** A report as it is stored: checked, with its time filled in. */
export interface MetricReport {
  trialId: number;
  runId: number;
  group: string;
  steps: number;
  /** ISO text. */
  time: string;
  values: MetricValues;
  batchMetrics: JsonValue[] | null;
}

/** What the experiment's searcher looks at. */
export interface SearcherMetric {
  name: string;
  smallerIsBetter: boolean;
}
