import { setTimeout as pause } from 'node:timers/promises';
import { getLogLinesRoute, postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Browser, Page } from 'playwright-core';
import { hourOn, launchConsole, longestTask, loopOf, pageWithClock, present, signedIn, slowed } from './chromium.ts';
import type { Bench, BenchMaster, BenchPlace, Figure } from './figure.ts';
import { Caller } from './http-load.ts';
import { reportOf } from './live-curves.ts';
import { batchOf, bodyOf, runnerLines } from './log-ingest.ts';
import { type RunningTrial, type RunningTrials, startTrials } from './running-trials.ts';

const trials = 20;
const linesASecond = 1_000;
/** Lines of a post: four a second. */
const batch = 250;
/** A trace of many minutes would be larger than what it is of. */
const tracedMs = 20_000;

/** Until a page that was opened has done what belongs to that. */
const openedMs = 5_000;

/** Pages that stay open while what they show goes on: what they keep, and whether they keep up. */
export const openPages: Bench = {
  name: 'open-pages',
  measure: async (place) => {
    const master = await place.master();
    const running = await startTrials(master, trials);
    const [followed] = running.trials as [RunningTrial];
    const browser = await launchConsole();
    try {
      const page = await signedIn(browser, master);
      const experiment = `${master.address}/det/experiments/${running.experimentId}`;
      return [
        ...(await heapFigures(page, `${experiment}/visualization/learning-curve`, { master, running, place })),
        ...(await followFigures(browser, page, `${experiment}/trials/${followed.trialId}/logs`, {
          master,
          followed,
          place,
        })),
      ];
    } finally {
      await browser.close();
    }
  },
};

interface Running {
  master: BenchMaster;
  running: RunningTrials;
  place: BenchPlace;
}

/** Each trial reports every ten seconds. */
async function heapFigures(like: Page, address: string, { master, running, place }: Running): Promise<Figure[]> {
  place.note(`an hour on a learning curve of ${trials} trials that run`);
  const caller = new Caller(master.address, 4);
  const page = await pageWithClock(like);
  const report = (step: number) =>
    Promise.all(running.trials.map((trial) => caller.send(reportOf(trial, step + 1, ['loss', 'accuracy']))));
  try {
    await report(0);
    await page.goto(address);
    await present(page, "document.querySelector('main canvas')");
    const { early, late } = await hourOn(page, (step) => report(step + 1));
    return [
      {
        what: 'Heap of a running search’s page after an hour',
        value: late,
        unit: 'MB',
        aim: { atMost: early * 1.1 },
        baseline: { what: 'the same before it', value: early },
      },
    ];
  } finally {
    caller.close();
    await page.close();
  }
}

interface Followed {
  master: BenchMaster;
  followed: RunningTrial;
  place: BenchPlace;
}

async function followFigures(
  browser: Browser,
  page: Page,
  address: string,
  { master, followed, place }: Followed,
): Promise<Figure[]> {
  place.note(`a log of ${linesASecond} lines a second followed for ${place.minutes} minutes`);
  const baseline = await loopOf(page);
  const { total: first } = await linesFrom(master, followed, 0, 1);
  const stop = new AbortController();
  const written = write(master, followed, stop.signal);
  await page.goto(address);
  await page.getByText('Following', { exact: true }).waitFor();
  await page.waitForTimeout(openedMs);
  let longest = 0;
  const end = performance.now() + place.minutes * 60_000;
  while (performance.now() < end) {
    const task = await longestTask(browser, page, () => page.waitForTimeout(tracedMs));
    place.note(`longest task of ${tracedMs / 1000} seconds: ${task.toFixed(1)} ms`);
    longest = Math.max(longest, task);
  }
  stop.abort();
  const lines = await written;
  const all = (first + lines.length).toLocaleString('en');
  await present(page, `[...document.querySelectorAll('section b')].some((one) => one.textContent === '${all}')`);
  return [
    {
      what: `A log of ${linesASecond.toLocaleString('en')} lines a second, followed, longest task ${slowed} × slowed`,
      value: longest,
      unit: 'ms',
      aim: { atMost: 50 },
      baseline,
    },
    {
      what: `Of its ${lines.length.toLocaleString('en')} lines, those that are not read where they belong`,
      value: await missing(master, followed, first, lines),
      unit: 'lines',
      aim: { atMost: 0 },
    },
  ];
}

/** Gives the texts that were acknowledged, in order. */
async function write(
  master: BenchMaster,
  { allocationId, token }: RunningTrial,
  signal: AbortSignal,
): Promise<string[]> {
  const path = postAllocationLogsRoute.path.replace('{allocationId}', allocationId);
  const caller = new Caller(master.address, 1);
  const texts: string[] = [];
  const began = performance.now();
  try {
    while (!signal.aborted) {
      const lines = runnerLines(batch).map((one, at) => ({ ...one, log: `line ${texts.length + at}: ${one.log}` }));
      await caller.send({ method: 'POST', path, body: bodyOf(texts.length, batchOf(lines, 0)), token });
      texts.push(...lines.map(({ log }) => log.trimEnd()));
      // A writer that was held up makes up for it.
      await pause(Math.max(0, began + (texts.length / linesASecond) * 1000 - performance.now()));
    }
  } finally {
    caller.close();
  }
  return texts;
}

const linesFrom = (master: BenchMaster, { taskId }: RunningTrial, from: number, count: number) =>
  master.client.call(getLogLinesRoute, { params: { taskId }, query: { from, count } });

async function missing(
  master: BenchMaster,
  followed: RunningTrial,
  first: number,
  written: readonly string[],
): Promise<number> {
  let wrong = 0;
  for (let at = 0; at < written.length; at += 2_000) {
    const { lines } = await linesFrom(master, followed, first + at, 2_000);
    wrong += written.slice(at, at + 2_000).filter((text, i) => lines[i]?.text !== text).length;
  }
  return wrong;
}
