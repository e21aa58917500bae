import type { Browser, CDPSession, Page } from 'playwright-core';
import { presence, taskMs } from './chromium.ts';

/** Asks one page. */
type Ask = CDPSession['send'];

/**
 * Milliseconds of the main thread, so many times slowed, from a fresh page's going to an address until the expression is true of it, for
 * who is signed in on another page.
 *
 * A page of Playwright's own tells it all that its script says and throws. Chromium then looks up where each Error was made, even one
 * that is only kept, as React makes some while it loads, and for that parses the whole program once more: 100 to 250 ms, 4 × slowed, that
 * a page without developer tools does not work. This one is asked for its times alone.
 */
export async function workToOpen(
  browser: Browser,
  { like, address, slowness, until }: { like: Page; address: string; slowness: number; until: string },
): Promise<number> {
  const cookies = (await like.context().cookies()).map(({ name, value, domain, path }) => ({
    name,
    value,
    domain,
    path,
  }));
  const { width, height } = like.viewportSize() ?? {};
  const whole = await browser.newBrowserCDPSession();
  // Playwright leaves pages of a context alone that it has not made.
  const { browserContextId } = await whole.send('Target.createBrowserContext');
  try {
    await whole.send('Storage.setCookies', { browserContextId, cookies });
    const { targetId } = await whole.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width,
      height,
    });
    const { ask, heard } = await connected(whole, targetId);
    await ask('Page.enable');
    await ask('Performance.enable');
    await ask('Emulation.setCPUThrottlingRate', { rate: slowness });
    const before = await taskMs(ask);
    const gone = heard('Page.frameNavigated');
    await ask('Page.navigate', { url: address });
    await gone;
    const { exceptionDetails } = await ask('Runtime.evaluate', { expression: presence(until), awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return (await taskMs(ask)) - before;
  } finally {
    await whole.send('Target.disposeBrowserContext', { browserContextId });
    await whole.detach();
  }
}

/** A connection to one page by that of its browser. */
async function connected(
  whole: CDPSession,
  targetId: string,
): Promise<{ ask: Ask; heard: (event: string) => Promise<void> }> {
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number | string, PromiseWithResolvers<unknown>>();
  const expected = (what: number | string) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(what, answer);
    return answer.promise;
  };
  whole.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const { id, method, result, error } = JSON.parse(received.message);
    const answer = waiting.get(id ?? method);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
    waiting.delete(id ?? method);
  });
  let last = 0;
  const ask = async (method: string, params: object = {}) => {
    last += 1;
    const answer = expected(last);
    await whole.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: last, method, params }),
    });
    return answer;
  };
  return {
    // Chromium's protocol is the same for a page: Playwright's types tell what each method takes and answers.
    ask: ask as Ask,
    heard: async (event) => void (await expected(event)),
  };
}
