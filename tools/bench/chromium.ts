import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../start/console-build.mjs';
import { ensureChromium } from '../test/chromium.mjs';
import type { BenchMaster, Figure } from './figure.ts';

/** A processor so many times slower than this one. */
export const slowed = 4;
const turns = 5;
const patienceMs = 60_000;

/** What a page's script cost where it did something known. */
export type Loop = NonNullable<Figure['baseline']>;

/** The console that stands, and a browser. */
export async function launchConsole(): Promise<Browser> {
  await ensureConsole(process.execPath);
  return chromium.launch({
    executablePath: await ensureChromium({ env: process.env }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
}

/** A page whose visitor is the administrator. */
export async function signedIn(browser: Browser, { address, password }: BenchMaster): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${address}/det/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  return page;
}

/** Acts while the page's processor is so much slower. */
async function slowly<T>(page: Page, slowness: number, act: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return await act(session);
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
}

/** Milliseconds of work that the page's main thread does meanwhile, as slow as it is made. */
export function workOf(page: Page, slowness: number, act: () => Promise<unknown>): Promise<number> {
  return slowly(page, slowness, async (session) => {
    await session.send('Performance.enable');
    const ask: CDPSession['send'] = (method, params) => session.send(method, params);
    const before = await taskMs(ask);
    await act();
    return (await taskMs(ask)) - before;
  });
}

/** Milliseconds that a page's main thread has worked, where `Performance.enable` was sent. */
export async function taskMs(ask: CDPSession['send']): Promise<number> {
  const { metrics } = await ask('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  /** Of that, what the processor worked. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Milliseconds of the longest task of the page's main thread meanwhile: as long as nobody could press or scroll. What other programs
 * take from it is not counted.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  let trace: Buffer | undefined;
  try {
    await slowly(page, slowed, act);
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of the main thread.');
  return Math.max(...tasks.map(({ dur = 0, tdur = dur }) => tdur)) / 1000;
}

/** A loop of the page: how fast it is, on this machine at this time. */
export const loopOf = async (page: Page): Promise<Loop> => ({
  what: `a loop of the page, ${slowed} × slowed`,
  value: await workOf(page, slowed, () =>
    page.evaluate(
      '(() => { let sum = 0; for (let at = 0; at < 2e7; at += 1) sum = (sum + at * 31) % 1000003; return sum; })()',
    ),
  ),
});

/** The median of some turns, after one that is not counted. */
export async function medianOf(measure: (turn: number) => Promise<number>): Promise<number> {
  await measure(-1);
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) times.push(await measure(turn));
  return times.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? Number.POSITIVE_INFINITY;
}

/** Goes there as a link of the console does. */
export const go = (page: Page, href: string) =>
  page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(`/det${href}`)} })`);

/**
 * Resolves when the expression is true of the page. Told by the browser itself: what Playwright looks with again and again, by roles and
 * names above all, is script of its own in the page, and would be counted.
 */
export const present = (page: Page, expression: string): Promise<unknown> => page.evaluate(presence(expression));

/** What resolves in the page then. */
export const presence = (expression: string) =>
  `new Promise((there, never) => {
    const look = () => {
      if (!(${expression})) return;
      clearTimeout(timer);
      observer.disconnect();
      there();
    };
    const timer = setTimeout(() => never(new Error(${JSON.stringify(expression)} + ' has not come')), ${patienceMs});
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    look();
  })`;

/** Presses, once it is there, the first element of a selector whose text begins so, as a hand does. */
export async function press(page: Page, selector: string, text = ''): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.startsWith(${JSON.stringify(text)}))`;
  await present(page, found);
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const { left, top, width, height } = ${found}.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`);
  await page.mouse.click(x, y);
}

/** What came of the last change is drawn. */
export const settled = (page: Page) =>
  page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 50))))',
  );

/** A page whose hours can pass in minutes: its timers, and what it takes for the time, go on when they are told to. */
export async function pageWithClock(like: Page): Promise<Page> {
  const page = await like.context().newPage();
  await page.clock.install();
  return page;
}

/** Its code has been compiled, and lists are as long as they get, after the first third of an hour. */
const hour = { seconds: 3_600, step: 10, warm: 1_200 };

/**
 * An hour on an open page that has been open for a while, by its own clock, ten seconds at a time, while what `meanwhile` does happens
 * in the product: megabytes of its heap after a collection, before that hour and at its end.
 */
export async function hourOn(
  page: Page,
  meanwhile: (step: number) => Promise<unknown>,
): Promise<{ early: number; late: number }> {
  let early = Number.NaN;
  for (let second = 0; second < hour.warm + hour.seconds; second += hour.step) {
    if (second === hour.warm) early = await heapMegabytes(page);
    await meanwhile(second / hour.step);
    await page.clock.runFor(hour.step * 1000);
  }
  return { early, late: await heapMegabytes(page) };
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.enable');
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  } finally {
    await session.detach();
  }
}
