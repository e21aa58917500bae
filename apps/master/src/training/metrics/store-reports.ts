import { ApiError, notFound, permissionDenied } from '@determined/contract/errors.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import { takingTurns } from '#platform/turns.ts';
import { addedByRepeat, checkRun, checkSearcherMetric } from './check-report.ts';
import {
  countResets,
  findReport,
  insertNames,
  insertRollbacks,
  insertSystemReports,
  type LockedTrial,
  loadMetrics,
  lockExperimentsOf,
  lockTrials,
  type NamedMetric,
  nameKey,
  rewriteReport,
  type SystemReport,
  saveReports,
} from './metric-store.ts';
import { recomputeMetrics } from './recompute-metrics.ts';
import { isoOf } from './report-time.ts';
import { metricsReported } from './shared/metric-events.ts';
import { type ReportedValidation, reportsStored, reportsTakenBack, validationStored } from './shared/metric-hooks.ts';
import type { MetricReport } from './shared/metric-report.ts';
import { type MetricValues, metricType, partitionOf, searcherValue, validationGroup } from './shared/metric-values.ts';
import { systemColumns } from './shared/system/system-columns.ts';
import { updateBestTrials } from './shared/update-best-trials.ts';
import { applyMerge, applyReport, type Rollback, rollbackOf, type TrialMetrics } from './trial-metrics.ts';

/** A checked report; only those of a machine's state may lack a step. */
export type IncomingReport = Omit<MetricReport, 'steps'> & {
  steps: number | undefined;
  /** The task whose session sends it; null for a person's. */
  taskId: string | null;
};

/** What a master keeps in memory between transactions. Nothing here is needed; all of it saves reading. */
export interface MetricMemory {
  /** By trial; good while its metrics have the same version. */
  states: Map<number, { trial: LockedTrial; state: TrialMetrics }>;
  /** Names that the catalogue has for certain. */
  names: Set<string>;
}

interface Work {
  tx: Tx;
  trials: Map<number, LockedTrial>;
  states: Map<number, TrialMetrics>;
  /** Rows to insert, by trial, group and step: a repeat may come before they are written. */
  fresh: Map<string, MetricReport>;
  system: SystemReport[];
  validations: ReportedValidation[];
  checkpointed: MetricReport[];
  names: Map<string, NamedMetric>;
  changed: Set<number>;
  /** Trials whose curves did more than grow at their end. */
  reset: Set<number>;
  /** Experiments whose best trial may be another one now. */
  contested: Set<number>;
  memory: MetricMemory;
  /** A report may have ten thousands of values. */
  pause(): Promise<void> | undefined;
}

/**
 * Stores the reports of one transaction, in order: rows, summaries, best and latest validations, catalogue, rollbacks,
 * and what hooks do about validations. Gives for each report nothing, or why it is refused; a refused one has changed
 * nothing.
 */
export async function storeReports(
  tx: Tx,
  reports: readonly IncomingReport[],
  memory: MetricMemory,
  now: string,
): Promise<(ApiError | undefined)[]> {
  const ids = [...new Set(reports.map((report) => report.trialId))];
  if (reports.some((report) => report.group === validationGroup)) await lockExperimentsOf(tx, ids);
  const trials = await lockTrials(tx, ids);
  const work: Work = {
    tx,
    trials,
    states: await statesOf(tx, trials, memory),
    fresh: new Map(),
    system: [],
    validations: [],
    checkpointed: [],
    names: new Map(),
    changed: new Set(),
    reset: new Set(),
    contested: new Set(),
    memory,
    pause: takingTurns(),
  };
  const refusals: (ApiError | undefined)[] = [];
  for (const report of reports) {
    refusals.push(await attempt(() => storeOne(work, report)));
    await work.pause();
  }
  await writeAll(work, now);
  return refusals;
}

async function statesOf(
  tx: Tx,
  trials: ReadonlyMap<number, LockedTrial>,
  memory: MetricMemory,
): Promise<Map<number, TrialMetrics>> {
  const states = new Map<number, TrialMetrics>();
  for (const trial of trials.values()) {
    const known = memory.states.get(trial.id);
    // Taken out: it is about to change, and comes back only with the commit.
    memory.states.delete(trial.id);
    if (known?.trial.version === trial.version) states.set(trial.id, known.state);
  }
  const missing = [...trials.keys()].filter((id) => !states.has(id));
  if (missing.length > 0) for (const [id, state] of await loadMetrics(tx, missing)) states.set(id, state);
  return states;
}

async function attempt(store: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await store();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function storeOne(work: Work, report: IncomingReport): Promise<void> {
  const trial = work.trials.get(report.trialId);
  const state = work.states.get(report.trialId);
  if (!trial || !state) throw notFound('trial', report.trialId);
  checkReporter(report, trial);
  checkRun(report, trial.runId);
  const { steps } = report;
  if (steps === undefined || partitionOf(report.group) === 'profiling') {
    // Facts: trial runtime 9.1: the client of today tells no step.
    work.system.push({ ...report, steps: steps ?? 0, columns: systemColumns(report.values) });
    return;
  }
  checkSearcherMetric(report, trial.searcher);
  await storeStepped(work, trial, state, { ...report, steps });
}

/**
 * Its own tasks report to a trial, and people who may edit its experiment, which was asked before. What works in another
 * task may report to unmanaged trials only.
 */
export function checkReporter({ taskId }: Pick<IncomingReport, 'taskId'>, trial: LockedTrial): void {
  if (taskId !== null && !trial.unmanaged && !trial.taskIds.includes(taskId))
    throw permissionDenied(`only its own task may report to trial ${trial.id}`);
}

async function storeStepped(work: Work, trial: LockedTrial, state: TrialMetrics, report: MetricReport): Promise<void> {
  const head = state.heads.get(report.group);
  const mayRepeat = head !== undefined && head.run === report.runId && head.max !== null && report.steps <= head.max;
  if (mayRepeat && (await mergeIntoStored(work, trial, state, report))) return;
  const rollback = rollbackOf(state, report);
  if (rollback) await rollBack(work, trial, rollback);
  // Made anew by a rollback.
  const current = work.states.get(trial.id) ?? state;
  const before = current.heads.get(report.group);
  if (rollback || report.steps <= Math.max(before?.max ?? -1, before?.olderMax ?? -1)) work.reset.add(trial.id);
  const first = before === undefined;
  await work.pause();
  applyReport(current, report, trial.searcher);
  work.fresh.set(keyOf(report), report);
  work.changed.add(trial.id);
  await note(work, trial, report, { added: report.values, first });
}

/** True when the report's step is stored already: then it adds to that, or repeats it. */
async function mergeIntoStored(
  work: Work,
  trial: LockedTrial,
  state: TrialMetrics,
  report: MetricReport,
): Promise<boolean> {
  const waiting = work.fresh.get(keyOf(report));
  const stored = waiting ? undefined : await findReport(work.tx, report);
  const target = waiting ?? stored?.row;
  if (!target) return false;
  const added = addedByRepeat(target, report);
  if (Object.keys(added.values).length === 0 && added.batchMetrics === null) return true;
  target.values = { ...target.values, ...added.values };
  target.batchMetrics = added.batchMetrics ?? target.batchMetrics;
  if (stored) {
    await rewriteReport(work.tx, stored);
    work.reset.add(trial.id);
  }
  const merged = {
    ...report,
    time: stored ? isoOf(stored.row.time) : (waiting?.time ?? report.time),
    values: target.values,
  };
  applyMerge(state, merged, added.values, trial.searcher);
  work.changed.add(trial.id);
  await note(work, trial, merged, { added: added.values, first: false });
  return true;
}

async function rollBack(work: Work, trial: LockedTrial, rollback: Rollback): Promise<void> {
  await insertRollbacks(work.tx, trial.id, [rollback]);
  const state = await recomputeMetrics(work.tx, trial.id, trial.searcher);
  // Rows of this transaction are of the newest run, so none of them is taken back.
  for (const report of work.fresh.values()) {
    if (report.trialId === trial.id) applyReport(state, report, trial.searcher);
  }
  work.states.set(trial.id, state);
  work.contested.add(trial.experimentId);
  if (trial.hasCheckpoints) await reportsTakenBack.run(work.tx, { trial, fromSteps: rollback.steps });
}

/** What else has to know of new values: catalogue, checkpoints at the same step, the searcher. */
async function note(
  work: Work,
  trial: LockedTrial,
  report: MetricReport,
  { added, first }: { added: MetricValues; first: boolean },
): Promise<void> {
  for (const [name, value] of Object.entries(added)) {
    await work.pause();
    const named = { experimentId: trial.experimentId, group: report.group, name, type: metricType(value) };
    const key = nameKey(named);
    if (!work.memory.names.has(key)) work.names.set(key, named);
  }
  if (trial.hasCheckpoints) work.checkpointed.push(report);
  const isNew = added === report.values || Object.hasOwn(added, trial.searcher.name);
  if (report.group !== validationGroup || !isNew) return;
  const value = searcherValue(report.values[trial.searcher.name]);
  work.contested.add(trial.experimentId);
  work.validations.push({
    trialId: trial.id,
    experimentId: trial.experimentId,
    steps: report.steps,
    first,
    value: value === 'invalid' ? null : value,
    metrics: report.values,
  });
}

async function writeAll(work: Work, now: string): Promise<void> {
  const { tx, trials } = work;
  if (work.system.length > 0) await insertSystemReports(tx, work.system);
  const changed = new Map([...work.states].filter(([id]) => work.changed.has(id)));
  // A new report changes its trial.
  if (changed.size > 0) await saveReports(tx, [...work.fresh.values()], changed, now);
  if (work.reset.size > 0) await countResets(tx, [...work.reset]);
  if (work.names.size > 0) await insertNames(tx, [...work.names.values()]);
  if (work.checkpointed.length > 0) await reportsStored.run(tx, { reports: work.checkpointed, trials });
  if (work.contested.size > 0) await updateBestTrials(tx, [...work.contested]);
  for (const validation of work.validations) await validationStored.run(tx, validation);
  const reported = new Set([...changed.keys(), ...work.system.map((report) => report.trialId)]);
  if (reported.size > 0) {
    publish(tx, metricsReported, {
      trials: [...reported].map((trialId) => ({ trialId, experimentId: trials.get(trialId)?.experimentId ?? 0 })),
    });
  }
  afterCommit(tx, () => remember(work, changed));
}

const keptStates = 4000;
const keptNames = 200_000;

function remember(work: Work, changed: ReadonlyMap<number, TrialMetrics>): void {
  const { memory } = work;
  for (const [id, state] of work.states) {
    const trial = work.trials.get(id);
    if (!trial) continue;
    const version = changed.has(id) ? trial.version + 1 : trial.version;
    memory.states.set(id, { trial: { ...trial, version }, state });
  }
  for (const [id] of memory.states) {
    if (memory.states.size <= keptStates) break;
    memory.states.delete(id);
  }
  if (memory.names.size > keptNames) memory.names.clear();
  for (const key of work.names.keys()) memory.names.add(key);
}

function keyOf(report: MetricReport): string {
  return `${report.trialId} ${report.steps} ${report.group}`;
}
