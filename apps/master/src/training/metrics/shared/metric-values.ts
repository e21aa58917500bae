import { isSystemGroup } from './system/system-groups.ts';

/** A JSON value as it was reported. Non-finite numbers travel as the texts NaN, Infinity and -Infinity. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type MetricValues = Record<string, JsonValue>;

export type MetricType = 'number' | 'string' | 'boolean' | 'date' | 'object' | 'array' | 'null';

/** Rows of one partition roll each other back at an equal step, rows of different ones only beyond it. */
export type Partition = 'training' | 'validation' | 'profiling' | 'generic';

export const trainingGroup = 'training';
export const validationGroup = 'validation';

export function partitionOf(group: string): Partition {
  if (group === trainingGroup || group === validationGroup) return group;
  return isSystemGroup(group) ? 'profiling' : 'generic';
}

/** The key that holds a report's values in the stored form that the metric streams show. */
export function valuesKey(group: string): 'validation_metrics' | 'avg_metrics' {
  return group === validationGroup ? 'validation_metrics' : 'avg_metrics';
}

/** The key of a group in a trial's summary. */
export function summaryKey(group: string): string {
  if (group === trainingGroup) return 'avg_metrics';
  return group === validationGroup ? 'validation_metrics' : group;
}

/** The other groups stand under their own names, so no group may have one of these. */
const groupOfSummaryKey = new Map([trainingGroup, validationGroup].map((group) => [summaryKey(group), group]));

export function isSummaryKey(name: string): boolean {
  return groupOfSummaryKey.has(name);
}

export function groupOfSummary(key: string): string {
  return groupOfSummaryKey.get(key) ?? key;
}

const nonFinite: Record<string, number> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** The number behind a value, `undefined` when it is none. Only the exact spellings above stand for non-finite ones. */
export function metricNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && Object.hasOwn(nonFinite, value) ? nonFinite[value] : undefined;
}

/** A number as JSON can carry it. */
export function wireNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

const dateForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d*)?(?:[+-]\d{2}:\d{2}|Z)?$/;

export function metricType(value: JsonValue): MetricType {
  if (metricNumber(value) !== undefined) return 'number';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return dateForm.test(value) ? 'date' : 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** What the searcher is to compare: a number, nothing (absent or null), or `'invalid'` for what is no number. */
export function searcherValue(value: JsonValue | undefined): number | null | 'invalid' {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 'invalid';
  const text = value.trim().toLowerCase();
  if (/^[+-]?nan$/.test(text)) return Number.NaN;
  const infinite = /^([+-]?)inf(?:inity)?$/.exec(text);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(text) ? Number(text) : 'invalid';
}

/** Order of signed searcher values as the database has it: NaN comes after everything. */
export function isBetter(signed: number, than: number | null): boolean {
  if (than === null) return true;
  if (Number.isNaN(signed)) return false;
  return Number.isNaN(than) || signed < than;
}

/** Reported values with numbers too large for JSON (which read as infinite) in their wire form. */
export function normaliseValues(values: MetricValues): MetricValues {
  // Hardly any report holds one.
  if (Object.values(values).every((value) => typeof value !== 'number' || Number.isFinite(value))) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? wireNumber(value) : value]),
  );
}

export function equalJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index]));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && equalJson(left[name], right[name]));
}
