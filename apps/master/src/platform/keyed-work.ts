import type { Master } from './master.ts';

/** Work in the background, one key after the other. A key that is asked for while its turn waits is done once. */
export class KeyedWork<Value> {
  private readonly work: (value: Value) => Promise<unknown>;
  private readonly onError: (error: unknown) => void;
  private readonly due = new Map<string, Value>();
  private working: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  private ended = false;

  constructor(work: (value: Value) => Promise<unknown>, onError: (error: unknown) => void) {
    this.work = work;
    this.onError = onError;
  }

  get stopped(): boolean {
    return this.ended;
  }

  /** What waits under the key already, if anything does. */
  waiting(key: string): Value | undefined {
    return this.due.get(key);
  }

  ask(key: string, value: Value): void {
    if (this.ended) return;
    this.due.set(key, value);
    this.working ??= this.workOff().finally(() => {
      this.working = undefined;
    });
  }

  /** Looks for work now and every so often: what a stopped master left is found like this too. */
  lookEvery(
    milliseconds: number,
    { clock, stopping }: Pick<Master, 'clock' | 'stopping'>,
    look: () => Promise<void>,
  ): void {
    void (async () => {
      while (!stopping.aborted) {
        this.looking = look().catch(this.onError);
        await this.looking;
        await clock.sleep(milliseconds, stopping);
      }
    })();
  }

  async idle(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Ends after the turn that is under way: the rest is found by the next master. */
  async stop(): Promise<void> {
    this.ended = true;
    this.due.clear();
    await this.looking;
    await this.idle();
  }

  private async workOff(): Promise<void> {
    for (const [key, value] of this.due) {
      this.due.delete(key);
      await this.work(value).catch(this.onError);
    }
  }
}
