import { parseArgs } from 'node:util';
import { describeFinding, fuzz, fuzzedRoutes } from './fuzz.ts';

// `npm run fuzz -- [--seed N] [--requests N] [--seconds N]`: the long form of the fuzz stage.
const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, seconds: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const requests = Number(values.requests ?? 36_000);
const seconds = Number(values.seconds ?? 3_600);
console.log(`seed ${seed}, ${requests} requests, ${seconds} s at most`);
const { findings, statuses, ...result } = await fuzz({
  routes: fuzzedRoutes,
  seed,
  requests,
  seconds,
  mainThreadMs: 400,
  progress: (done) => console.log(`${done} requests`),
});
for (const finding of findings) console.log(describeFinding(finding));
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
console.log(
  `${result.requests} requests: ${counts.join(', ')}; slowest ${Math.round(result.slowestMs)} ms of the main thread`,
);
console.log(`${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
