import { AshaBracket, type BracketState } from './asha-bracket.ts';
import {
  type AdaptiveAshaConfig,
  type AshaConfig,
  type AsyncHalvingConfig,
  adaptiveBrackets,
  type BracketPlan,
  divisorOf,
  halvingBracket,
} from './asha-brackets.ts';
import { reportedNumber } from './reported-number.ts';
import type { SearchMethod, SearchMethodFactory, SearchTools } from './search-method.ts';
import { isInvalidHyperparameters } from './search-method.ts';

export interface AshaSearcherState {
  brackets: BracketState[];
}

/** Several tournaments that differ in how early they judge, over one supply of trials. */
export const adaptiveAshaSearcher: SearchMethodFactory<AdaptiveAshaConfig, AshaSearcherState> = (
  config,
  tools,
  saved,
) => tournament(config, adaptiveBrackets(config), tools, saved);

/** The older spelling: one tournament, its rungs given. */
export const asyncHalvingSearcher: SearchMethodFactory<AsyncHalvingConfig, AshaSearcherState> = (
  config,
  tools,
  saved,
) => tournament(config, [halvingBracket(config)], tools, saved);

function tournament(
  config: AshaConfig,
  plans: readonly BracketPlan[],
  tools: SearchTools,
  saved: AshaSearcherState | undefined,
): SearchMethod {
  const create = () => tools.create(tools.sample());
  const brackets = plans.map((plan, i) => new AshaBracket(plan, divisorOf(config), create, saved?.brackets[i]));
  const bracketOf = new Map<string, AshaBracket>();
  /** Keeps where new trials belong: they are of the bracket that asked for them. */
  const within = <Operation extends { kind: string; requestId: string }>(bracket: AshaBracket, made: Operation[]) => {
    for (const { kind, requestId } of made) if (kind === 'create') bracketOf.set(requestId, bracket);
    return made;
  };
  const of = (requestId: string) => {
    const bracket = bracketOf.get(requestId);
    if (bracket === undefined) throw new Error(`trial ${requestId} is of no bracket`);
    return bracket;
  };
  for (const [i, bracket] of (saved?.brackets ?? []).entries())
    for (const { requestId } of bracket.live) bracketOf.set(requestId, brackets[i] as AshaBracket);
  return {
    initialTrials: () => brackets.flatMap((bracket) => within(bracket, bracket.initialTrials())),
    validationCompleted(requestId, metrics) {
      const value = reportedNumber('searcher metric', config.metric, metrics, { requestId, where: 'from' });
      const time = reportedNumber('searcher time metric', config.time_metric, metrics, { requestId, where: 'in' });
      const bracket = of(requestId);
      const made = bracket.validated(requestId, time, config.smaller_is_better === false ? -value : value);
      return made && within(bracket, made);
    },
    trialExitedEarly(requestId, reason) {
      const bracket = of(requestId);
      return within(bracket, isInvalidHyperparameters(reason) ? bracket.invalid(requestId) : bracket.failed(requestId));
    },
    trialExited(requestId) {
      of(requestId).exited(requestId);
      bracketOf.delete(requestId);
      return [];
    },
    progress: () => brackets.reduce((sum, bracket) => sum + bracket.progress(), 0) / brackets.length || 0,
    state: (): AshaSearcherState => ({ brackets: brackets.map((bracket) => bracket.save()) }),
  };
}
