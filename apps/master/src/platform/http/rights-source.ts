import type { Caller } from './context.ts';
import type { Rights } from './rights.ts';

/** What callers may; where it comes from is the identity band's business. */
export interface RightsSource {
  /** From memory where it is known. */
  of(caller: Caller): Rights | Promise<Rights>;
  /** Tells when a user's rights may have changed, on any master, until the returned function is called. */
  onChange(userId: number, listener: () => void): () => void;
}
