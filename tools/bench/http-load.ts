import { Agent, request } from 'node:http';

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string | undefined;
  token?: string;
}

interface Answer {
  ms: number;
  /** As it came over the wire. */
  bytes: number;
  text(): string;
}

/** As the Python client asks. */
export const pythonAccepts = { 'Accept-Encoding': 'gzip, deflate' };

/** Connections that stay open. Lighter than fetch, so that less of the machine goes into asking. */
export class Caller {
  private readonly agent: Agent;
  private readonly at: URL;

  constructor(address: string, connections: number) {
    this.at = new URL(address);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Resolves with the whole answer; any status but 200 is an error. */
  send({ method, path, body, token }: Sent, headers: Record<string, string> = {}): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: this.at.hostname,
          port: this.at.port,
          agent: this.agent,
          method,
          path,
          headers: {
            ...headers,
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const whole = Buffer.concat(chunks);
            const ms = performance.now() - began;
            if (answer.statusCode === 200) resolve({ ms, bytes: whole.length, text: () => whole.toString() });
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${whole.toString().slice(0, 400)}`));
          });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

export interface Load {
  requests: number;
  seconds: number;
  /** Of each answered request, ascending. */
  times: number[];
}

/**
 * Senders that each send the next request as soon as the last is answered. What is answered in the first `warmUp`
 * seconds is not counted. A sender ends when `next` gives nothing more.
 */
export async function load(
  address: string,
  { senders, seconds, warmUp = 0 }: { senders: number; seconds: number; warmUp?: number },
  next: (sender: number) => Sent | undefined,
): Promise<Load> {
  const caller = new Caller(address, senders);
  const times: number[] = [];
  const begin = performance.now() + warmUp * 1000;
  const end = begin + seconds * 1000;
  let last = begin;
  const work = async (sender: number) => {
    while (performance.now() < end) {
      const sent = next(sender);
      if (!sent) return;
      const { ms } = await caller.send(sent, pythonAccepts);
      const now = performance.now();
      if (now - ms < begin) continue;
      times.push(ms);
      last = now;
    }
  };
  try {
    await Promise.all(Array.from({ length: senders }, (_, sender) => work(sender)));
  } finally {
    caller.close();
  }
  times.sort((left, right) => left - right);
  return { requests: times.length, seconds: (last - begin) / 1000, times };
}

/** The value that this share of all are not above; of ascending ones. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

/** Does something some times, after once that is not counted; gives the median of what it answers. */
export async function median(times: number, measure: () => Promise<number>): Promise<number> {
  await measure();
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await measure());
  return percentile(
    all.sort((left, right) => left - right),
    0.5,
  );
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
