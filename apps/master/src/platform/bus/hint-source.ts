import type { Change } from '@determined/contract/staleness.ts';
import type { Bus, EventKind } from './bus.ts';

/**
 * What an event says to those who look at the console. A change names the finest things that the event knows; what they
 * lie in is found when it is told (live-updates).
 */
export type HintSource = (bus: Bus, tell: (changes: readonly Change[]) => void) => () => void;

export function hintsOf<T>(kind: EventKind<T>, changes: (payload: T) => readonly Change[]): HintSource {
  return (bus, tell) => bus.subscribe(kind, (payload) => tell(changes(payload)));
}
