import { resourceExhausted } from '@determined/contract/errors.ts';

interface Limits {
  /** As much is done at the same time. */
  atOnce: number;
  /** As many of one caller may wait; more are refused with 429. */
  waitingEach: number;
}

/**
 * Costly work, a little of it at a time. Callers take turns: one who asks for much waits for himself, and others wait
 * for one piece of his at most.
 */
export class FairQueue {
  private readonly limits: Limits;
  /** Who waits, in the order of their turns, each with what he waits for. Nobody stands here with nothing. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private running = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** How many wait, of everybody. */
  get length(): number {
    return [...this.waiting.values()].reduce((sum, each) => sum + each.length, 0);
  }

  /** @param by who is to be treated as one: a user, an address. Throws ResourceExhausted. */
  async run<T>(by: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.atOnce) this.running++;
    else await this.turn(by);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turn(by: string): Promise<void> {
    const own = this.waiting.get(by) ?? [];
    if (own.length >= this.limits.waitingEach) {
      throw resourceExhausted('too many requests of this kind at the same time; try again in a moment');
    }
    this.waiting.set(by, own);
    return new Promise((resolve) => own.push(resolve));
  }

  /** Hands the place to who has waited longest for a turn; he then stands behind the others. */
  private passOn(): void {
    for (const [by, own] of this.waiting) {
      const next = own.shift();
      this.waiting.delete(by);
      if (own.length > 0) this.waiting.set(by, own);
      next?.();
      return;
    }
    this.running--;
  }
}
