import type { Entity } from '@determined/contract/entities.ts';
import type { Bus, EventKind } from '#platform/bus/bus.ts';

/** A change of one thing, or of any thing of its kind. */
export interface Hint {
  entity: Entity;
  id?: number | string;
}

/** What an event says to those who look at the console. */
export type HintSource = (bus: Bus, tell: (hints: readonly Hint[]) => void) => () => void;

export function hintsOf<T>(kind: EventKind<T>, hints: (payload: T) => readonly Hint[]): HintSource {
  return (bus, tell) => bus.subscribe(kind, (payload) => tell(hints(payload)));
}
