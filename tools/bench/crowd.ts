import { setTimeout as pause } from 'node:timers/promises';
import { consoleCalls, makeReported } from './crowd-calls.ts';
import { mixedDay } from './crowd-day.ts';
import type { Bench, BenchMaster, BenchPlace, Figure } from './figure.ts';
import { Caller, percentile, type Sent } from './http-load.ts';
import { probe } from './probe.ts';
import { makeSearchedProject } from './search-data.ts';

const users = 25;
const experiments = 10_000;
const consoleMs = 30_000;
const consolePauseMs = 1_000;
const asPython = { 'Accept-Encoding': 'gzip, deflate' };

/** Many at once: on one searched page, on all pages of the replaced console, and on a day's reads beside its writes. */
export const crowd: Bench = {
  name: 'crowd',
  measure: async (place) => {
    const master = await place.master();
    place.note(`${experiments} experiments`);
    const projectId = await makeSearchedProject(master, experiments);
    const { calls, missing } = await consoleCalls(master, projectId, await makeReported(master));
    if (missing.length > 0) place.note(`this server does not have ${missing.join(', ')}`);
    return [
      ...(await searchedPage(master, projectId, place)),
      ...(await consolePages(master, calls, place)),
      ...(await mixedDay(master, calls, place)),
    ];
  },
};

/** Sorted by a metric, with one filter. */
function searched(projectId: number, token: string): Sent {
  const condition = {
    kind: 'field',
    columnName: 'hp.hp0',
    location: 'LOCATION_TYPE_HYPERPARAMETERS',
    type: 'COLUMN_TYPE_NUMBER',
    operator: '<',
    value: 0.5,
  };
  const filter = JSON.stringify({
    filterGroup: { kind: 'group', conjunction: 'and', children: [condition] },
    showArchived: true,
  });
  const body = JSON.stringify({ projectId, limit: 80, offset: 0, sort: 'validation.m7.last=asc', filter });
  return { method: 'POST', path: '/api/v1/experiments-search', body, token };
}

async function searchedPage(master: BenchMaster, projectId: number, place: BenchPlace): Promise<Figure[]> {
  place.note(`${users} users at once on one searched page`);
  const caller = new Caller(master.address, users);
  const ask = async () => (await caller.send(searched(projectId, master.token), asPython)).ms;
  const alone: number[] = [];
  for (let at = 0; at < 15; at++) alone.push(await ask());
  const one = percentile(alone.slice(5).sort(ascending), 0.5);
  const stop = await probe(master.address, { method: 'GET', path: '/api/v1/me', token: master.token });
  const medians: number[] = [];
  const lasts: number[] = [];
  for (let round = 0; round < 5; round++) {
    const times = (await Promise.all(Array.from({ length: users }, ask))).sort(ascending);
    medians.push(percentile(times, 0.5));
    lasts.push(times.at(-1) ?? Number.NaN);
  }
  const meanwhile = (await stop()).sort(ascending);
  caller.close();
  const what = `Searched page, ${users} users at once`;
  return [
    { what: 'Searched page, one user', value: one, unit: 'ms' },
    { what: `${what}, median`, value: middle(medians) / one, unit: '× one call', aim: { atMost: 14 } },
    { what: `${what}, last`, value: middle(lasts) / one, unit: '× one call', aim: { atMost: 27 } },
    { what: 'Who one is, meanwhile, longest', value: meanwhile.at(-1) ?? Number.NaN, unit: 'ms', aim: { atMost: 50 } },
    { what: 'The same, 99 of 100', value: percentile(meanwhile, 0.99), unit: 'ms' },
  ];
}

async function consolePages(master: BenchMaster, calls: readonly (Sent & { what: string })[], place: BenchPlace) {
  place.note(`${users} users, each ${calls.length} calls of a console's pages and a pause, for ${consoleMs / 1000} s`);
  const caller = new Caller(master.address, users);
  const times: number[] = [];
  const byCall = new Map<string, number[]>();
  let failed = 0;
  const end = performance.now() + consoleMs;
  const user = async (at: number) => {
    // They do not all begin with the same.
    await pause((consolePauseMs * at) / users);
    while (performance.now() < end) {
      for (const call of calls) {
        if (performance.now() >= end) return;
        try {
          const { ms } = await caller.send(call, asPython);
          times.push(ms);
          byCall.set(call.what, [...(byCall.get(call.what) ?? []), ms]);
        } catch {
          failed++;
        }
      }
      await pause(consolePauseMs);
    }
  };
  await Promise.all(Array.from({ length: users }, (_, at) => user(at)));
  caller.close();
  times.sort(ascending);
  for (const [what, each] of [...byCall].sort(([, a], [, b]) => mean(b) - mean(a)).slice(0, 5))
    place.note(`  ${what}: mean ${mean(each).toFixed(0)} ms`);
  const figures: Figure[] = [
    {
      what: `The old console's ${calls.length} calls, ${users} users, 95 of 100`,
      value: percentile(times, 0.95),
      unit: 'ms',
      aim: { atMost: 250 },
      old: '8,700 ms',
    },
    { what: 'The same, median', value: percentile(times, 0.5), unit: 'ms', old: '670 ms' },
    { what: 'The same, calls', value: times.length / (consoleMs / 1000), unit: '/s' },
    { what: 'The same, failed', value: failed, unit: 'calls', aim: { atMost: 0 } },
  ];
  return figures;
}

const ascending = (left: number, right: number) => left - right;
const middle = (values: readonly number[]) => percentile([...values].sort(ascending), 0.5);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
