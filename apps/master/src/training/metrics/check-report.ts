import { invalidArgument } from '@determined/contract/errors.ts';
import type { MetricReport, SearcherMetric } from './shared/metric-report.ts';
import {
  equalJson,
  isSummaryKey,
  type JsonValue,
  type MetricValues,
  partitionOf,
  searcherValue,
  validationGroup,
} from './shared/metric-values.ts';

/** Refusals that come from what is stored carry this in front, as the clients know it. */
function storing(group: string, text: string): Error {
  return invalidArgument(`failed to exec transaction (add trial metrics ${group}): ${text}`);
}

/** In bytes. Together they fit into an entry of an index. */
const longestGroup = 500;
const longestName = 2_000;

export function checkGroup(group: string): void {
  if (group.trim() === '') throw invalidArgument('metric group cannot be empty');
  if (group.includes('.')) throw invalidArgument("metric group cannot contain '.'");
  if (!isStorable(group)) throw invalidArgument('metric group cannot contain the character U+0000');
  if (isSummaryKey(group)) throw invalidArgument(`metric group cannot be '${group}'`);
  if (Buffer.byteLength(group) > longestGroup) {
    throw invalidArgument(`metric group cannot be longer than ${longestGroup} bytes`);
  }
}

/** Everything about a report that can be judged without looking at its trial. */
export function checkReport(report: Omit<MetricReport, 'steps'> & { steps: number | undefined }): void {
  checkGroup(report.group);
  if (report.steps === undefined && partitionOf(report.group) !== 'profiling') {
    throw storing(report.group, 'stepsCompleted must be given');
  }
  for (const name of ['epoch', 'epochs']) {
    const value = Object.hasOwn(report.values, name) ? report.values[name] : undefined;
    if (value !== undefined && typeof value !== 'number') {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      throw invalidArgument(`cannot add metric with non numeric '${name}' value got ${shown}`);
    }
  }
  for (const name of Object.keys(report.values)) {
    if (name === '') throw invalidArgument('metric name cannot be empty');
    // What `length` counts takes three bytes at most.
    if (name.length * 3 > longestName && Buffer.byteLength(name) > longestName) {
      throw invalidArgument(`metric name cannot be longer than ${longestName} bytes: ${name.slice(0, 100)}…`);
    }
  }
  if (!isStorable(report.values) || !isStorable(report.batchMetrics)) {
    throw invalidArgument('metrics cannot contain the character U+0000 or half a surrogate pair');
  }
}

function isStorable(value: JsonValue): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, item]) => isStorable(name) && isStorable(item));
}

/** A report of an earlier start of the trial comes from a process that should be gone. */
export function checkRun(report: Pick<MetricReport, 'group' | 'runId'>, currentRun: number): void {
  if (report.runId === currentRun) return;
  throw storing(
    report.group,
    `invalid run id, ${report.runId} (reported) != ${currentRun} (expected): invalid arguments`,
  );
}

export function checkSearcherMetric(report: Pick<MetricReport, 'group' | 'values'>, searcher: SearcherMetric): void {
  if (report.group !== validationGroup || !Object.hasOwn(report.values, searcher.name)) return;
  const value = report.values[searcher.name];
  if (searcherValue(value) !== 'invalid') return;
  throw storing(report.group, `searcher metric '${searcher.name}' is not a number: ${JSON.stringify(value)}`);
}

/**
 * A second report at the same step may add names and repeat values, not change them. Gives what it adds; nothing when
 * it only repeats (clients retry).
 */
export function addedByRepeat(
  stored: { values: MetricValues; batchMetrics: JsonValue[] | null },
  report: Pick<MetricReport, 'group' | 'values' | 'batchMetrics'>,
): { values: MetricValues; batchMetrics: JsonValue[] | null } {
  const added: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(report.values)) {
    if (!Object.hasOwn(stored.values, name)) added.push([name, value]);
    else if (!equalJson(stored.values[name], value)) {
      throw storing(report.group, `overwriting existing metric keys is not supported, conflicting key: ${name}`);
    }
  }
  const { batchMetrics } = report;
  if (batchMetrics !== null && stored.batchMetrics !== null && !equalJson(batchMetrics, stored.batchMetrics)) {
    throw storing(report.group, 'overwriting batch metrics is not supported');
  }
  return { values: Object.fromEntries(added), batchMetrics: stored.batchMetrics === null ? batchMetrics : null };
}
