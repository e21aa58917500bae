import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import { allRoutes } from '@determined/master/app.ts';
import type { Served } from '@determined/master/platform/http/serve.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts';
import { documentRequests, type FuzzedRequest, fuzzedRequest } from './fuzzed-request.ts';
import { Random } from './random.ts';

export interface FuzzOptions {
  routes: readonly Served[];
  seed: number;
  requests: number;
  /** No request is begun after this time. */
  seconds: number;
  /** Most processor time of the master's main thread that one request may take. */
  mainThreadMs: number;
  /** Told now and then how many are done. */
  progress?: (done: number) => void;
}

export interface Finding {
  /** The number of the request: with the seed it is made again. */
  number: number;
  what: string;
  request: string;
  /** What the master logged of it. */
  log: string;
}

export interface FuzzResult {
  requests: number;
  /** How many answers there were of each status. */
  statuses: Map<number, number>;
  /** Routes that were never asked. */
  unasked: string[];
  slowestMs: number;
  findings: Finding[];
}

interface Answer {
  status: number;
  body: string;
  mainThreadMs: number;
}

/** How long an answer is waited for: a master that is stuck, not one that is slow on a loaded machine. */
const patienceMs = 30_000;
/** How long of a stream is looked at, and of a call that is answered when others have come. */
const streamMs = 400;
const waitsForOthers = /\/(all_gather|rendezvous|preemption)/;
const waits = (entry: Served) =>
  nameOf(entry).search(waitsForOthers) >= 0 || (entry.kind === 'route' && entry.route.streaming);
/** A master's scenario is worn out by then: much is deleted, much is full. */
const requestsAWorld = 500;
/** What the server may say of itself: not built, and away. */
const allowed = [501, 503];

/** Every route that is built. */
export const fuzzedRoutes: readonly Served[] = allRoutes.filter((entry) => entry.kind === 'ext' || entry.built);

/** Asks every route what no client would ask. One request at a time, so that each one's cost is its own. */
export async function fuzz(options: FuzzOptions, start = startFuzzWorld): Promise<FuzzResult> {
  const { routes, seed, requests, seconds, mainThreadMs } = options;
  const until = performance.now() + seconds * 1_000;
  const result: FuzzResult = { requests: 0, statuses: new Map(), unasked: [], slowestMs: 0, findings: [] };
  const asked = new Set<Served>();
  let world: FuzzWorld | undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    let order: Served[] = [];
    const documents = routes.flatMap((entry) => documentRequests(entry).map((make) => ({ entry, make })));
    for (let number = 0; number < requests && performance.now() < until; number++) {
      if (number % requestsAWorld === 0) {
        await world?.stop();
        world = undefined;
      }
      world ??= await start();
      if (order.length === 0) order = new Random(`${seed} order ${number}`).shuffled(routes);
      const random = new Random(`${seed} ${number}`);
      const planned = documents[number];
      const entry = planned?.entry ?? (order.pop() as Served); // filled just above
      const made = planned?.make(random, world.things) ?? fuzzedRequest(entry, random, world.things);
      const request = { ...made, waits: waits(entry) };
      asked.add(entry);
      const note = (what: string) =>
        result.findings.push({ number, what, request: textOf(request), log: world?.log.splice(0).join('') ?? '' });
      world.log.length = 0;
      let answer = await ask(world, request, agent);
      // Once may be the collector of garbage, or code that was compiled.
      if (answer.mainThreadMs > mainThreadMs) {
        const again = await ask(world, request, agent);
        answer = again.mainThreadMs < answer.mainThreadMs ? again : answer;
        if (answer.mainThreadMs > mainThreadMs) note(`${Math.round(answer.mainThreadMs)} ms of the main thread`);
      }
      result.requests++;
      result.slowestMs = Math.max(result.slowestMs, answer.mainThreadMs);
      result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0) note(answer.body);
      else if (answer.status >= 500 && !allowed.includes(answer.status)) note(`${answer.status}: ${answer.body}`);
      if (answer.status === 401 && request.as !== 'nobody' && !(await world.signInAgain())) {
        await world.stop();
        world = undefined;
      }
      if (number % 250 === 249) options.progress?.(number + 1);
    }
  } finally {
    agent.destroy();
    await world?.stop();
  }
  result.unasked = routes.filter((entry) => !asked.has(entry)).map(nameOf);
  return result;
}

function nameOf(entry: Served): string {
  const { method, path } = entry.kind === 'raw' ? entry : entry.route;
  return `${method} ${path}`;
}

async function ask(world: FuzzWorld, fuzzed: FuzzedRequest & { waits: boolean }, agent: Agent): Promise<Answer> {
  // The master runs in this thread: what sending and reading cost counts as well, and is little.
  const before = process.threadCpuUsage();
  const { status, body } = await send(world, fuzzed, agent).catch((error: Error) => ({
    status: 0,
    body: `no answer: ${error.message}`,
  }));
  const { user, system } = process.threadCpuUsage(before);
  return { status, body, mainThreadMs: (user + system) / 1_000 };
}

function send(
  world: FuzzWorld,
  fuzzed: FuzzedRequest & { waits: boolean },
  agent: Agent,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  let call: ClientRequest;
  try {
    call = open(`${world.cluster.address}${fuzzed.path}`, {
      method: fuzzed.method,
      headers: {
        ...world.credentials(fuzzed.as),
        ...fuzzed.headers,
        ...(fuzzed.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(fuzzed.body)) }),
      },
      agent,
    });
  } catch (error) {
    // What Node's client does not send cannot arrive.
    return Promise.resolve({ status: -1, body: (error as Error).message });
  }
  const timer = fuzzed.waits
    ? setTimeout(() => {
        resolve({ status: 200, body: 'waits' });
        call.destroy();
      }, streamMs)
    : setTimeout(() => call.destroy(new Error(`none in ${patienceMs / 1_000} s`)), patienceMs);
  call.on('response', (reply: IncomingMessage) => {
    const status = reply.statusCode ?? 0;
    const parts: Buffer[] = [];
    const done = () => {
      clearTimeout(timer);
      clearTimeout(streamTimer);
      resolve({ status, body: Buffer.concat(parts).toString().slice(0, 500) });
    };
    const streamTimer = setTimeout(
      () => {
        done();
        call.destroy();
      },
      reply.headers['content-length'] === undefined && status === 200 ? streamMs : patienceMs,
    );
    reply.on('data', (part: Buffer) => parts.push(part));
    reply.on('end', done);
    reply.on('error', done);
  });
  call.on('error', (error) => {
    clearTimeout(timer);
    reject(error);
  });
  call.end(fuzzed.body);
  return promise;
}

function textOf({ method, path, headers, body, as }: FuzzedRequest): string {
  const shown = body === undefined ? '' : `\n${body.toString().slice(0, 400)}`;
  return `${method} ${path.slice(0, 600)} (as ${as}) ${JSON.stringify(headers)}${shown}`;
}

export function describeFinding({ number, what, request, log }: Finding): string {
  return `request ${number}: ${what}\n  ${request}\n  ${log.slice(0, 2_000)}`;
}
