// `npm run bench`: measures the real product and prints the table of docs/manual/performance.md.
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adaptiveSearch } from './adaptive-search.ts';
import { startBenchMaster } from './bench-master.ts';
import { blocking } from './blocking.ts';
import { comparedCurves } from './compared-curves.ts';
import { consoleLog } from './console-log.ts';
import { consoleSize } from './console-size.ts';
import { consoleWork } from './console-work.ts';
import { crowd } from './crowd.ts';
import { curves } from './curves.ts';
import { drawnCurves } from './drawn-curves.ts';
import { experimentLists } from './experiment-lists.ts';
import { type Bench, type BenchMaster, type Figure, isMet, tableOf } from './figure.ts';
import { liveCurves } from './live-curves.ts';
import { logLines } from './log-lines.ts';
import { metricReports } from './metric-reports.ts';
import { openPages } from './open-pages.ts';
import { permissions } from './permissions.ts';
import { residentMegabytes } from './processor.ts';
import { receipts } from './receipts.ts';
import { scheduling } from './scheduling.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { submit } from './submit.ts';
import { systemMetrics } from './system-metrics.ts';

const benches: Bench[] = [
  start,
  submit,
  consoleSize,
  consoleWork,
  consoleLog,
  metricReports,
  curves,
  liveCurves,
  drawnCurves,
  comparedCurves,
  systemMetrics,
  logLines,
  openPages,
  experimentLists,
  receipts,
  search,
  adaptiveSearch,
  scheduling,
  blocking,
  permissions,
  crowd,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    profile: { type: 'string' },
    // Of what is measured over a time: 10 are the whole of it.
    minutes: { type: 'string', default: '2' },
    // Of the project that is searched.
    runs: { type: 'string', default: '100000' },
    // Of the log that is read in Chromium: 1000000 or 10000000.
    lines: { type: 'string', default: '1000000' },
  },
});
const unknown = values.only?.filter((name) => !benches.some((bench) => bench.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`--only ${unknown.join(', ')}: there are ${benches.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = benches.filter(({ name }) => values.only?.includes(name) ?? true);

let shared: Promise<BenchMaster> | undefined;
const figures: Figure[] = [];
let failed = false;
const load = () =>
  loadavg()
    .map((share) => share.toFixed(1))
    .join(' ');

console.error(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, load ${load()}`);
try {
  for (const { name, measure } of chosen) {
    const note = (text: string) => console.error(`${name}: ${text}`);
    try {
      figures.push(
        ...(await measure({
          master: () => (shared ??= startBenchMaster({ DET_SLOTS: '0' }, values.profile)),
          minutes: Number(values.minutes),
          profile: values.profile,
          runs: Number(values.runs),
          lines: Number(values.lines),
          note,
        })),
      );
    } catch (error) {
      failed = true;
      console.error(name, error);
    }
  }
  const master = await shared?.catch(() => undefined);
  if (master) {
    console.error('memory: a minute of rest');
    await pause(60_000);
    figures.push({
      what: 'The master with its threads, resident, a minute after',
      value: residentMegabytes(master.pid),
      unit: 'MB',
      aim: { atMost: 200 },
    });
  }
} finally {
  await shared?.then(
    (master) => master.stop(),
    () => {},
  );
}
console.error(`load at the end ${load()}\n`);
console.log(tableOf(figures));
if (failed || !figures.every(isMet)) process.exitCode = 1;
