import {
  type AdaptiveAshaConfig,
  type AsyncHalvingConfig,
  adaptiveBrackets,
  halvingBracket,
} from '@determined/searchers/asha-brackets.ts';
import { SearchError } from '@determined/searchers/search-error.ts';
import type { Json } from '#platform/config/format/json.ts';
import {
  asObject,
  boolean,
  checkTyped,
  integer,
  list,
  type Node,
  node,
  number,
  oneOf,
  text,
} from '#platform/config/format/node.ts';
import { eventually, omitted, optional, withDefault } from '#platform/config/format/object.ts';
import { union } from '#platform/config/format/union.ts';

const units = ['batches', 'records', 'epochs'];
export type Length = { batches: number } | { records: number } | { epochs: number };

function length(min: number): Node<Length> {
  return node(['object'], {
    check(json, place) {
      const [unit, ...more] = Object.entries(asObject(json));
      if (unit === undefined || more.length > 0 || !units.includes(unit[0])) {
        place.report('a length object must have one attribute named "batches", "records", or "epochs"');
        return;
      }
      checkTyped(integer({ min }), unit[1], place.key(unit[0]), false);
    },
  });
}

export const lengthFormat = length(0);

const searcherLength: Node<number | Length> = node(['integer', 'object'], {
  check(value, place) {
    if (typeof value === 'number') integer({ min: 0 }).check(value, place);
    else length(1).check(value, place);
  },
});

const maxLength = omitted(searcherLength);
const maxTrials = eventually(integer({ min: 1 }));
const maxConcurrentTrials = withDefault(integer({ min: 0 }), 16);
const divisor = withDefault(number({ above: 1 }), 4);
// The platform of old takes zero and less, and then crashes or searches nothing.
const maxTime = omitted(integer({ min: 1 }));
const timeMetric = omitted(text());
const stopOnce = omitted(boolean);

const common = {
  metric: eventually(text()),
  smaller_is_better: withDefault(boolean, true),
  source_trial_id: optional(integer()),
  source_checkpoint_uuid: optional(text()),
};

const members = {
  single: { max_length: maxLength },
  random: { max_trials: maxTrials, max_concurrent_trials: maxConcurrentTrials, max_length: maxLength },
  grid: { max_concurrent_trials: maxConcurrentTrials, max_length: maxLength },
  adaptive_asha: {
    max_trials: maxTrials,
    max_time: maxTime,
    time_metric: timeMetric,
    mode: withDefault(oneOf(['aggressive', 'standard', 'conservative']), 'standard'),
    divisor,
    max_rungs: withDefault(integer({ min: 1 }), 5),
    max_concurrent_trials: maxConcurrentTrials,
    bracket_rungs: withDefault(list(integer({ min: 1 })), []),
    max_length: maxLength,
    stop_once: stopOnce,
  },
  async_halving: {
    num_rungs: eventually(integer({ min: 1 })),
    max_trials: maxTrials,
    divisor,
    max_concurrent_trials: maxConcurrentTrials,
    max_time: maxTime,
    time_metric: timeMetric,
    max_length: maxLength,
    stop_once: stopOnce,
  },
};

const removed = ['custom', 'adaptive', 'adaptive_simple', 'sync_halving'] as const;

export const searcherFormat = union({
  key: 'name',
  // The platform's words; the next check says what became of 'custom'.
  message: `is not an object where object["name"] is one of 'single', 'random', 'grid', 'custom', or 'adaptive_asha'`,
  common,
  members,
  removed,
});

/** Why a searcher that reads well cannot start a new experiment, if so. */
export function refusedSearcher(searcher: Json): string | undefined {
  const { name, max_time: time, time_metric: metric } = asObject(searcher);
  if (removed.some((old) => old === name)) {
    return `the '${name}' searcher has been removed and is not valid for new experiments`;
  }
  if ((name === 'adaptive_asha' || name === 'async_halving') && (time === undefined || metric === undefined)) {
    return `the \`${name}\` searcher requires \`max_time\` and \`time_metric\` to be set`;
  }
  try {
    // Casts: the name says which member of the format, which it has passed, it is.
    if (name === 'adaptive_asha') adaptiveBrackets(searcher as unknown as AdaptiveAshaConfig);
    if (name === 'async_halving') halvingBracket(searcher as unknown as AsyncHalvingConfig);
  } catch (error) {
    if (error instanceof SearchError) return error.message;
    throw error;
  }
  return undefined;
}
