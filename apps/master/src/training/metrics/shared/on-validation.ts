import type { Tx } from '#platform/db/database.ts';
import { type Master, perMaster } from '#platform/master.ts';
import type { MetricValues } from './metric-values.ts';

/** A validation that has been stored, in the transaction that stores it. */
export interface ReportedValidation {
  trialId: number;
  experimentId: number;
  steps: number;
  /** The searcher's metric, null when the report lacks it. */
  value: number | null;
  metrics: MetricValues;
}

/** Part of the storing transaction: it may write, and what it throws refuses the report. The experiment is locked. */
export type ValidationHook = (tx: Tx, validation: ReportedValidation) => Promise<void>;

const hooks = perMaster(() => [] as ValidationHook[]);

/** Registers who has to know of validations; called once, when the master is put together. */
export function onValidation(master: Master, hook: ValidationHook): void {
  hooks(master).push(hook);
}

export function validationHooks(master: Master): readonly ValidationHook[] {
  return hooks(master);
}
