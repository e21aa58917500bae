import { addMerged, addReport, type TrialSummary } from './metric-summary.ts';
import type { MetricReport, SearcherMetric } from './shared/metric-report.ts';
import { isBetter, type MetricValues, partitionOf, searcherValue, validationGroup } from './shared/metric-values.ts';

/** How far a group has come: newest run, furthest step of that run and of earlier ones, step of the newest report. */
export interface GroupHead {
  run: number;
  max: number | null;
  olderMax: number | null;
  last: number;
}

/** A validation as trials show it. */
export interface ShownValidation {
  totalBatches: number;
  endTime: string;
  metrics: MetricValues;
}

/** Everything about a trial that its reports decide. A rollback makes it anew from the reports that still count. */
export interface TrialMetrics {
  summary: TrialSummary;
  heads: Map<string, GroupHead>;
  totalBatches: number;
  best: ShownValidation | null;
  bestValue: number | null;
  bestSigned: number | null;
  latest: ShownValidation | null;
}

export interface Rollback {
  runId: number;
  steps: number;
  partition: string;
}

export function noMetrics(): TrialMetrics {
  return {
    summary: new Map(),
    heads: new Map(),
    totalBatches: 0,
    best: null,
    bestValue: null,
    bestSigned: null,
    latest: null,
  };
}

type Counted = Pick<MetricReport, 'runId' | 'group' | 'steps' | 'time' | 'values'>;

export function applyReport(state: TrialMetrics, report: Counted, searcher: SearcherMetric): void {
  const { group, steps } = report;
  const head = state.heads.get(group) ?? { run: report.runId, max: null, olderMax: null, last: steps };
  if (report.runId > head.run) {
    head.olderMax = larger(head.olderMax, head.max);
    head.max = null;
    head.run = report.runId;
  }
  head.max = larger(head.max, steps);
  head.last = steps;
  state.heads.set(group, head);
  state.totalBatches = Math.max(state.totalBatches, steps);
  addReport(state.summary, group, report.values);
  if (group === validationGroup) {
    considerValidation(state, { totalBatches: steps, endTime: report.time, metrics: report.values }, searcher, true);
  }
}

/** Names added to a stored report of the running run; `merged` is the whole report after it. */
export function applyMerge(state: TrialMetrics, merged: Counted, added: MetricValues, searcher: SearcherMetric): void {
  const { group, steps } = merged;
  const newest = state.heads.get(group)?.last === steps;
  addMerged(state.summary, group, added, newest);
  if (group !== validationGroup) return;
  const shown = { totalBatches: steps, endTime: merged.time, metrics: merged.values };
  if (state.best?.totalBatches === steps) state.best = shown;
  if (state.latest?.totalBatches === steps) state.latest = shown;
  if (Object.hasOwn(added, searcher.name)) considerValidation(state, shown, searcher, newest);
}

function considerValidation(
  state: TrialMetrics,
  shown: ShownValidation,
  searcher: SearcherMetric,
  newest: boolean,
): void {
  const value = searcherValue(shown.metrics[searcher.name]);
  if (value === null || value === 'invalid') return;
  if (newest) state.latest = shown;
  const signed = searcher.smallerIsBetter ? value : -value;
  if (!isBetter(signed, state.bestSigned)) return;
  state.best = shown;
  state.bestValue = value;
  state.bestSigned = signed;
}

function larger(left: number | null, right: number | null): number | null {
  if (left === null) return right;
  return right === null ? left : Math.max(left, right);
}

/** The rollback that a report brings about: it comes from a newer run than reports at or beyond its step. */
export function rollbackOf(
  state: TrialMetrics,
  report: Pick<MetricReport, 'runId' | 'group' | 'steps'>,
): Rollback | null {
  const partition = partitionOf(report.group);
  for (const [group, head] of state.heads) {
    const older = head.run < report.runId ? larger(head.max, head.olderMax) : head.olderMax;
    if (older === null) continue;
    if (partitionOf(group) === partition ? older >= report.steps : older > report.steps) {
      return { runId: report.runId, steps: report.steps, partition };
    }
  }
  return null;
}

/** False when one of the rollbacks has taken the report back; what a machine reports is never taken back. */
export function counts(rollbacks: readonly Rollback[], runId: number, steps: number, group: string): boolean {
  if (rollbacks.length > 0 && partitionOf(group) === 'profiling') return true;
  return rollbacks.every(
    (mark) =>
      runId >= mark.runId || steps < mark.steps || (steps === mark.steps && partitionOf(group) !== mark.partition),
  );
}
