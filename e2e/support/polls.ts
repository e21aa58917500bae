import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** A call that a page makes again and again. The page's clock has to be installed. */
export class Poll {
  private readonly page: Page;
  private asked = 0;
  private answered = 0;

  /** Looks at such calls from now on. */
  constructor(page: Page, isOne: (url: URL) => boolean) {
    this.page = page;
    const looked = (request: Request) => isOne(new URL(request.url()));
    page.on('request', (request) => void (looked(request) && this.asked++));
    page.on('requestfinished', (request) => void (looked(request) && this.answered++));
  }

  /** Without live hints polling is all there is. */
  static async withoutLiveHints(page: Page): Promise<void> {
    await page.clock.install();
    await page.routeWebSocket(/\/api\/ext\/v1\/live/, (socket) => void socket.close());
  }

  /** Lets the page's time go on until it comes, `seconds` at most, and is answered. */
  async comesWithin(seconds: number): Promise<void> {
    const before = this.asked;
    for (let gone = 0; gone < seconds && this.asked === before; gone++) await this.page.clock.runFor(1_000);
    await eventually('it is asked', () => this.asked > before);
    await eventually('it is answered', () => this.answered === this.asked);
  }

  async staysAwayFor(seconds: number): Promise<void> {
    const before = this.asked;
    await this.page.clock.runFor(seconds * 1_000);
    expect(this.asked).toBe(before);
  }

  /** A quarter is left for the page's own time, which goes on meanwhile. */
  async comesEvery(seconds: number): Promise<void> {
    await this.comesWithin(seconds + 1);
    await this.staysAwayFor(seconds * 0.75);
    await this.comesWithin(seconds * 0.25 + 1);
  }
}
