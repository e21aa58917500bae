import { parseDocument } from 'yaml';
import { asObject, type Free, searcherOf } from '../experiment.ts';
import type { SearchSettings } from './search-settings.ts';
import { hyperparametersOf, type SpaceRow } from './search-space.ts';

const whole = (text: string) => Number(text.trim());

/** What of the one before a search takes over, whichever searcher it has. */
const kept = ['metric', 'smaller_is_better', 'source_trial_id', 'source_checkpoint_uuid'];

/** The searcher that the form says. `config`: the complete one of the experiment before. */
export function searcherConfig(settings: SearchSettings, config: unknown): Free {
  const { searcher: name, unit, mode, stopOnce } = settings;
  const before = asObject(asObject(config).searcher);
  const common = {
    name,
    ...Object.fromEntries(
      kept.flatMap((key) => (before[key] === undefined || before[key] === null ? [] : [[key, before[key]]])),
    ),
    max_concurrent_trials: whole(settings.maxConcurrent),
  };
  if (name !== 'adaptive_asha') {
    const length = { max_length: { [unit]: whole(settings.maxLength) } };
    return name === 'grid' ? { ...common, ...length } : { ...common, max_trials: whole(settings.maxTrials), ...length };
  }
  return {
    ...common,
    max_trials: whole(settings.maxTrials),
    // The searcher decides by this; what trials report has to have the unit.
    max_time: whole(settings.maxLength),
    time_metric: unit,
    mode,
    stop_once: stopOnce,
    max_rungs: whole(settings.maxRungs),
    divisor: whole(settings.divisor),
    ...(searcherOf(config).name === name && before.bracket_rungs ? { bracket_rungs: before.bracket_rungs } : {}),
  };
}

/**
 * The configuration of the new search: the text that the experiment was made of, its comments and all that the form does not ask
 * for as they were. Undefined where that text cannot be read.
 */
export function searchConfig(
  original: string,
  config: unknown,
  settings: SearchSettings,
  rows: readonly SpaceRow[],
): string | undefined {
  const document = parseDocument(original);
  const read: unknown = document.errors.length > 0 ? undefined : document.toJS();
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
  document.set('name', settings.name.trim());
  for (const [key, value] of [
    ['slots_per_trial', whole(settings.slots)],
    ['resource_pool', settings.pool],
  ] as const) {
    if (typeof document.get('resources') !== 'object') document.set('resources', document.createNode({}));
    document.setIn(['resources', key], value);
  }
  document.set('searcher', document.createNode(searcherConfig(settings, config)));
  document.set('hyperparameters', document.createNode(hyperparametersOf(rows, settings.searcher)));
  return document.toString({ lineWidth: 0 });
}
