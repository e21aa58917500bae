import type { Reply } from '@determined/contract/route.ts';
import { experimentHasEnded } from '@determined/contract/training/experiment-rules.ts';
import type { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';

export type Experiment = NonNullable<Reply<typeof getExperimentRoute>['experiment']>;

/** What the screens need of an experiment's searcher, from its configuration. */
export interface Searcher {
  name: string;
  metric: string;
  smallerIsBetter: boolean;
  maxTrials: number | undefined;
}

export type Free = Record<string, unknown>;
/** Configurations are JSON: an object has text keys. What is none has no keys. */
export const asObject = (value: unknown): Free => (typeof value === 'object' && value !== null ? (value as Free) : {});

/**
 * From the configuration, because the single experiment's own `searcherType` is JSON text and its `searcherMetric` empty on the
 * compatible wire.
 */
export function searcherOf(config: unknown): Searcher {
  const searcher = asObject(asObject(config).searcher);
  return {
    name: typeof searcher.name === 'string' ? searcher.name : '',
    metric: typeof searcher.metric === 'string' ? searcher.metric : '',
    smallerIsBetter: searcher.smaller_is_better !== false,
    maxTrials: typeof searcher.max_trials === 'number' ? searcher.max_trials : undefined,
  };
}

interface Length {
  /** `batches`, `epochs` or `records`. */
  unit: string;
  value: number;
}

/** How far a search says that its trials train, which the training itself reads; undefined where it does not say. */
export function lengthOf(config: unknown): Length | undefined {
  const length = asObject(asObject(config).searcher).max_length;
  if (typeof length === 'number') return { unit: 'batches', value: length };
  const [[unit, value] = []] = Object.entries(asObject(length)).filter(([, found]) => typeof found === 'number');
  return unit === undefined ? undefined : { unit, value: value as number };
}

/** Slots of one trial, if the configuration says. */
export function slotsPerTrial(config: unknown): number | undefined {
  const slots = asObject(asObject(config).resources).slots_per_trial;
  return typeof slots === 'number' ? slots : undefined;
}

export interface SearchedHyperparameter {
  /** Nested ones with dots. */
  name: string;
  /** log, double, int or categorical. */
  type: string;
}

/** The hyperparameters that differ between trials; those searched on a log scale first. */
export function searchedHyperparameters(config: unknown): SearchedHyperparameter[] {
  const logarithmic: SearchedHyperparameter[] = [];
  const others: SearchedHyperparameter[] = [];
  const walk = (value: unknown, path: string) => {
    const object = asObject(value);
    if (typeof object.type === 'string') {
      if (varies(object)) (object.type === 'log' ? logarithmic : others).push({ name: path, type: object.type });
      return;
    }
    for (const [key, inner] of Object.entries(object)) walk(inner, path === '' ? key : `${path}.${key}`);
  };
  walk(asObject(config).hyperparameters, '');
  return [...logarithmic, ...others];
}

function varies({ type, vals, minval, maxval }: Free): boolean {
  if (type === 'categorical') return Array.isArray(vals) && vals.length > 1;
  return type !== 'const' && minval !== maxval;
}

/** One trial by design: shown as that trial. */
export function isSingleTrial(searcher: Searcher): boolean {
  return searcher.name === 'single';
}

/** Searchers whose trials do not differ by what they search. */
export function hasNoHyperparameters(searcher: Pick<Searcher, 'name'>): boolean {
  return searcher.name === 'single' || searcher.name === 'pbt';
}

/** Nothing changes by itself any more: polling stops. */
export function isSettled(state: Experiment['state']): boolean {
  return experimentHasEnded(state) || state === 'STATE_DELETE_FAILED' || state === 'STATE_DELETED';
}

/** Share of the work that is done, as far as it is known: what never reports its progress stands at 0 for ever. */
export function knownProgress({ state, progress }: { state: Experiment['state']; progress: number | null }) {
  return isSettled(state) ? null : progress || null;
}

/** How often charts and metrics of something that runs are read again, in ms. */
export const metricsPoll = 2_000;

/** Parts of a flattened value by dotted name: {a: {b: 1}} is a.b = 1. */
export function flatten(value: unknown, path = ''): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path === '' ? [] : [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path === '' ? key : `${path}.${key}`));
}
