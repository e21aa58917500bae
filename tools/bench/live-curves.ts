import { setTimeout as delay } from 'node:timers/promises';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller, type Sent } from './http-load.ts';
import { processorSeconds } from './processor.ts';
import { countOf, type RunningTrials, runId, startTrials } from './running-trials.ts';

export const trials = 100;
export const points = 10_000;
const windowMs = 30_000;

/** What an open page of curves that go on costs: with all of them read each second, and as the page does it. */
export const liveCurves: Bench = {
  name: 'live-curves',
  measure: async (place) => {
    const executablePath = process.env.DET_TEST_CHROMIUM;
    if (!executablePath) throw new Error('DET_TEST_CHROMIUM names no browser');
    const master = await place.master();
    place.note(`${trials} trials with ${points} validations each`);
    const running = await startTrials(master, trials);
    await fill(master, running);
    const stop = new AbortController();
    const reporting = reportOn(master, running, stop.signal);
    const caller = new Caller(master.address, 2);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      place.note('100 points a second, nobody looks');
      const alone = await during(master);
      place.note('all curves each second');
      const path = `/api/ext/v1/experiments/${running.experimentId}/curves`;
      let bytes = 0;
      const whole = await during(master, async (until) => {
        while (performance.now() < until) {
          const next = performance.now() + 1_000;
          const headers = { 'Accept-Encoding': 'gzip' };
          bytes += (await caller.send({ method: 'GET', path, token: master.token }, headers)).bytes;
          await delay(Math.max(0, next - performance.now()));
        }
      });
      place.note('the page');
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const devtools = await openPage(page, master, running.experimentId);
      let received = 0;
      devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
        received += encodedDataLength;
      });
      const before = await scriptSeconds(devtools);
      const followed = await during(master);
      const script = ((await scriptSeconds(devtools)) - before) / followed.seconds;
      const share = (window: Spent) => ((window.cpu - alone.cpu) / window.seconds) * 100;
      return [
        {
          what: 'An open page of 100 curves × 10,000 points, 100 points a second: what it receives',
          value: received / followed.seconds / 1e3,
          unit: 'kB/s',
          aim: { atMost: 30 },
          baseline: { what: 'all curves each second', value: bytes / whole.seconds / 1e3 },
        },
        {
          what: 'What it costs the master',
          value: share(followed),
          unit: '% of a core',
          aim: { atMost: 5 },
          baseline: { what: 'all curves each second', value: share(whole) },
        },
        { what: 'What it spends in script', value: script * 100, unit: '%', aim: { atMost: 5 } },
      ];
    } finally {
      stop.abort();
      await reporting;
      caller.close();
      await browser.close();
    }
  },
};

/** All but each trial's last point are put in the tail at once, and sealed in the background. */
export async function fill(
  master: BenchMaster,
  { trials: running }: RunningTrials,
  names: readonly string[] = ['loss'],
): Promise<void> {
  const values = sql.join(
    names.map(
      (name) => sql`${sql.lit(`${JSON.stringify(name)}:`)}, (2.5 * exp(-step / 3000.0) + random() * 0.1)::real`,
    ),
    sql`, ',', `,
  );
  for (const { trialId } of running) {
    await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
      select ${trialId}, 'validation', ${runId}, step, now() + step * interval '1 second',
        concat('{', ${values}, '}')
      from generate_series(1, ${points - 1}::int) step`.execute(master.db);
  }
  const caller = new Caller(master.address, 8);
  try {
    await Promise.all(running.map((trial) => caller.send(reportOf(trial, points, names))));
  } finally {
    caller.close();
  }
  const sealed = async () => (await countOf(master, 'metric_reports')) < running.length * 64;
  await eventually('the sealing of most reports', sealed, 600_000);
}

/** A trial's validation after so many batches. */
export function reportOf(
  { trialId, token }: RunningTrials['trials'][number],
  step: number,
  names: readonly string[] = ['loss'],
): Sent {
  const avgMetrics = Object.fromEntries(names.map((name) => [name, Math.fround(0.1 + Math.random() * 0.1)]));
  const { path, body } = encodeRequest(reportTrialMetricsRoute, {
    metrics: {
      trialId,
      trialRunId: runId,
      stepsCompleted: step,
      metrics: { avgMetrics, batchMetrics: [] },
    },
    group: 'validation',
  });
  return { method: 'POST', path, body, token };
}

/** A point a second from each trial, spread over it. */
async function reportOn(master: BenchMaster, { trials: running }: RunningTrials, signal: AbortSignal): Promise<void> {
  const caller = new Caller(master.address, 8);
  const began = performance.now();
  let sent = 0;
  const open = new Set<Promise<unknown>>();
  while (!signal.aborted) {
    const due = Math.floor((performance.now() - began) / (1_000 / trials));
    for (; sent < due; sent++) {
      const trial = running[sent % trials];
      if (!trial) continue;
      const answer = caller
        .send(reportOf(trial, points + 1 + Math.floor(sent / trials)))
        .finally(() => open.delete(answer));
      open.add(answer);
    }
    await delay(20);
  }
  await Promise.allSettled(open);
  caller.close();
}

interface Spent {
  /** Processor seconds of the master. */
  cpu: number;
  seconds: number;
}

async function during(master: BenchMaster, work = (until: number) => delay(until - performance.now())): Promise<Spent> {
  const began = performance.now();
  const before = processorSeconds(master.pid);
  await work(began + windowMs);
  return { cpu: processorSeconds(master.pid) - before, seconds: (performance.now() - began) / 1_000 };
}

async function openPage(page: Page, master: BenchMaster, experimentId: number): Promise<CDPSession> {
  await page.goto(`${master.address}/det/experiments/${experimentId}/visualization/learning-curve`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(master.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('grid', { name: 'Trials by metric' }).waitFor();
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  return devtools;
}

async function scriptSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}
