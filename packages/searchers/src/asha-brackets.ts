import { DEFAULT_MAX_CONCURRENT_TRIALS, MOST_CONCURRENT_TRIALS } from './random-searcher.ts';
import { SearchError } from './search-error.ts';

/** What both spellings of the tournament have in common. */
export interface AshaConfig {
  metric: string;
  smaller_is_better?: boolean | null;
  max_trials: number;
  /** How far a trial goes at most, in units of its `time_metric`. */
  max_time: number;
  time_metric: string;
  divisor?: number | null;
  /** 0: as many as the smallest bracket has. */
  max_concurrent_trials?: number | null;
}

export interface AdaptiveAshaConfig extends AshaConfig {
  mode?: 'aggressive' | 'standard' | 'conservative' | null;
  max_rungs?: number | null;
  /** The rungs of each bracket, in place of what mode and `max_rungs` would make. */
  bracket_rungs?: readonly number[] | null;
}

export interface AsyncHalvingConfig extends AshaConfig {
  num_rungs: number;
}

/** One tournament as it is meant to run. */
export interface BracketPlan {
  /** How far a trial has to come to be judged at each rung, ascending. */
  units: number[];
  trials: number;
  /** Trials that start at once; each that is stopped makes room for the next. */
  initial: number;
}

const DEFAULT_DIVISOR = 4;
const DEFAULT_MAX_RUNGS = 5;
/** More rungs, or brackets, than these decide nothing that fewer would not, and cost memory without limit. */
const MOST_RUNGS = 100;

export const divisorOf = (config: AshaConfig): number => config.divisor ?? DEFAULT_DIVISOR;

/** Facts: platform semantics 2.5. Quotients of natural logarithms in doubles, as a seed has always had them. */
export function adaptiveBrackets(config: AdaptiveAshaConfig): BracketPlan[] {
  const divisor = divisorOf(config);
  const rungs = bracketRungs(config, divisor).toSorted((a, b) => b - a);
  if (rungs.length > MOST_RUNGS)
    throw new SearchError(`searcher.bracket_rungs: at most ${MOST_RUNGS} brackets are possible`);
  checkRungs('bracket_rungs', rungs[0] ?? 0, divisor);
  const weights = rungs.map((count) => divisor ** (count - 1) / count);
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const trials = weights.map((each) => Math.max(Math.trunc((each / weight) * config.max_trials), 1));
  const given = trials.reduce((sum, each) => sum + each, 0);
  trials[0] = (trials[0] ?? 0) + Math.max(config.max_trials - given, 0);
  const concurrency = bracketConcurrency(config, trials, divisor);
  return rungs.map((count, i) => ({
    units: rungUnits(config.max_time, divisor, count),
    trials: trials[i] ?? 1,
    initial: Math.min(concurrency[i] ?? 1, trials[i] ?? 1),
  }));
}

/** The one bracket of `async_halving`. */
export function halvingBracket(config: AsyncHalvingConfig): BracketPlan {
  const divisor = divisorOf(config);
  const { num_rungs: count, max_trials: trials } = config;
  checkRungs('num_rungs', count, divisor);
  const limit = config.max_concurrent_trials ?? DEFAULT_MAX_CONCURRENT_TRIALS;
  const wanted = limit > 0 ? limit : Math.max(Math.trunc(divisor ** (count - 1)), 1);
  const initial = Math.min(wanted, trials, MOST_CONCURRENT_TRIALS);
  return { units: rungUnits(config.max_time, divisor, count), trials, initial };
}

/** How many trials go how far when all goes as planned: by units, ascending. Facts: platform semantics 2.7. */
export function plannedTrials(brackets: readonly BracketPlan[], divisor: number): { units: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { units, trials } of brackets) {
    let left = trials;
    for (const [rung, unit] of units.entries()) {
      const continued = rung === units.length - 1 ? 0 : Math.max(Math.trunc(left / divisor), 1);
      counts.set(unit, (counts.get(unit) ?? 0) + left - continued);
      left = continued;
    }
  }
  return [...counts].map(([units, count]) => ({ units, count })).sort((a, b) => a.units - b.units);
}

function bracketRungs(config: AdaptiveAshaConfig, divisor: number): readonly number[] {
  if (config.bracket_rungs && config.bracket_rungs.length > 0) return config.bracket_rungs;
  const levels = (of: number) => Math.trunc(Math.log(of) / Math.log(divisor)) + 1;
  const most = Math.min(config.max_rungs ?? DEFAULT_MAX_RUNGS, levels(config.max_time), levels(config.max_trials));
  checkRungs('max_rungs', most, divisor);
  const mode = config.mode ?? 'standard';
  const least = { aggressive: most, standard: Math.trunc((most - 1) / 2) + 1, conservative: 1 }[mode];
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

function bracketConcurrency(config: AdaptiveAshaConfig, trials: readonly number[], divisor: number): number[] {
  const count = trials.length;
  const limit = config.max_concurrent_trials ?? DEFAULT_MAX_CONCURRENT_TRIALS;
  if (limit === 0) {
    const each = Math.max(trials.at(-1) ?? 1, Math.trunc(divisor));
    return trials.map(() => Math.min(each, Math.trunc(MOST_CONCURRENT_TRIALS / count)));
  }
  const together = Math.max(Math.min(limit, MOST_CONCURRENT_TRIALS), count);
  return trials.map((_, i) => Math.trunc(together / count) + (i < together % count ? 1 : 0));
}

function rungUnits(maxTime: number, divisor: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.max(Math.trunc(maxTime / divisor ** (count - 1 - i)), 1));
}

function checkRungs(field: string, count: number, divisor: number): void {
  if (count > MOST_RUNGS) throw new SearchError(`searcher.${field}: at most ${MOST_RUNGS} rungs are possible`);
  if (!Number.isFinite(divisor ** (count - 1) * MOST_RUNGS))
    throw new SearchError(`searcher.divisor: ${divisor} is too large for ${count} rungs`);
}
