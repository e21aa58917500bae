import { ApiError, type ErrorCode } from './errors.ts';

/**
 * What an action would do to a thing in its present state. The server refuses only what is refused; doing nothing is a
 * success. Screens offer only what acts.
 */
export type Verdict<To = undefined> =
  | { verdict: 'acts'; to: To }
  | { verdict: 'nothing' }
  | { verdict: 'refused'; code: ErrorCode; reason: string };

export const acts = <To>(to: To): Verdict<To> => ({ verdict: 'acts', to });
export const nothingToDo: Verdict<never> = { verdict: 'nothing' };

export function refused(reason: string, code: ErrorCode = 'FailedPrecondition'): Verdict<never> {
  return { verdict: 'refused', code, reason };
}

/** Whether the action acts; throws the refusal as the error it is. */
export function orRefuse<To>(verdict: Verdict<To>): To | undefined {
  if (verdict.verdict === 'refused') throw new ApiError(verdict.code, verdict.reason);
  return verdict.verdict === 'acts' ? verdict.to : undefined;
}
