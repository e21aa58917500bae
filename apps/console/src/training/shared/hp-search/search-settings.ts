import { worded } from '#platform/switches/thing-words.ts';
import { asObject, lengthOf, searcherOf, slotsPerTrial } from '../experiment.ts';

export const searchers = ['adaptive_asha', 'grid', 'random'] as const;
export const ashaModes = ['aggressive', 'standard', 'conservative'] as const;
export const lengthUnits = ['records', 'batches', 'epochs'] as const;

/** Most letters of a new search's name. */
export const longestName = 80;

/** What the first step asks for; numbers as they are typed. */
export interface SearchSettings {
  searcher: (typeof searchers)[number];
  name: string;
  pool: string;
  slots: string;
  mode: string;
  stopOnce: boolean;
  maxLength: string;
  unit: string;
  maxTrials: string;
  maxConcurrent: string;
  maxRungs: string;
  divisor: string;
}

/** What the fields are held against. */
export interface SettingsLimits {
  /** Pools that the workspace may use, with the most slots that each can have. */
  pools: readonly { name: string; slots: number }[];
  units: readonly string[];
}

/**
 * Units that a length may have. Epochs need to know how many records one has; what an adaptive search already counts by may be
 * kept.
 */
export function unitsOf(config: unknown, searcher: SearchSettings['searcher']): string[] {
  const { records_per_epoch: records, searcher: before } = asObject(config);
  const own = asObject(before).time_metric;
  const units: string[] = lengthUnits.filter((unit) => unit !== 'epochs' || Number(records) > 0);
  const kept = searcher === 'adaptive_asha' && typeof own === 'string' && !units.includes(own) ? [own] : [];
  return [...units, ...kept];
}

/** What the form begins with: what the experiment has, else the defaults. */
export function initialSettings(name: string, config: unknown, pool: string): SearchSettings {
  const before = searcherOf(config);
  const free = asObject(asObject(config).searcher);
  const text = (key: string, otherwise: number) => (typeof free[key] === 'number' ? String(free[key]) : `${otherwise}`);
  const searcher = searchers.find((one) => one === before.name) ?? 'adaptive_asha';
  const length =
    typeof free.max_time === 'number' && typeof free.time_metric === 'string'
      ? { value: free.max_time, unit: free.time_metric }
      : lengthOf(config);
  return {
    searcher,
    name: name.slice(0, longestName),
    pool,
    slots: String(slotsPerTrial(config) ?? 1),
    mode: ashaModes.find((mode) => mode === free.mode) ?? 'standard',
    stopOnce: free.stop_once !== false,
    maxLength: length ? String(length.value) : '',
    unit: length && unitsOf(config, searcher).includes(length.unit) ? length.unit : 'batches',
    maxTrials: text('max_trials', 16),
    maxConcurrent: text('max_concurrent_trials', 16),
    maxRungs: text('max_rungs', 5),
    divisor: text('divisor', 4),
  };
}

/** What is wrong, by field. */
export function settingsProblems(settings: SearchSettings, { pools, units }: SettingsLimits): Record<string, string> {
  const { searcher, name, pool } = settings;
  const adaptive = searcher === 'adaptive_asha';
  const chosen = pools.find((one) => one.name === pool);
  const slots = wholeNumber(settings.slots);
  const problems: Record<string, string> = {};
  if (name.trim() === '') problems.name = 'Name is required.';
  else if (name.trim().length > longestName) problems.name = `Name must be at most ${longestName} characters.`;
  if (!chosen) problems.pool = 'Resource pool is required.';
  if (slots === undefined || slots < 0 || (chosen && slots > chosen.slots))
    problems.slots = worded`Slots per trial must be a whole number from 0 to ${chosen?.slots ?? 'what the pool has'}.`;
  if (adaptive && !ashaModes.some((mode) => mode === settings.mode)) problems.mode = 'Early stopping mode is required.';
  if (!atLeast(1, settings.maxLength)) problems.maxLength = 'Max length must be a whole number above 0.';
  if (!units.includes(settings.unit)) problems.unit = 'Units are required.';
  if (searcher !== 'grid' && !atLeast(1, settings.maxTrials))
    problems.maxTrials = worded`Max trials must be a whole number above 0.`;
  if (!atLeast(0, settings.maxConcurrent))
    problems.maxConcurrent = worded`Max concurrent trials must be a whole number of at least 0.`;
  if (adaptive && !atLeast(1, settings.maxRungs)) problems.maxRungs = 'Max rungs must be a whole number above 0.';
  if (adaptive && !(numberOfText(settings.divisor) > 1)) problems.divisor = 'Divisor must be a number above 1.';
  return problems;
}

function atLeast(least: number, text: string): boolean {
  const value = wholeNumber(text);
  return value !== undefined && value >= least;
}

/** NaN where it is none; an empty text is none. */
export const numberOfText = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

function wholeNumber(text: string): number | undefined {
  const value = numberOfText(text);
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
}
