import { setTimeout as delay } from 'node:timers/promises';

export interface Answer {
  status: number;
  body: unknown;
}

/**
 * What a client does when the connection breaks before an answer. A call that may be made twice is made again: reads,
 * and changes to a state that is named (PATCH, PUT, pause, kill, archive, reports by their number). One that makes
 * something is looked for first, since it may have been made: `made` answers as the call would have, or undefined.
 */
export type AfterBreak = 'again' | { made: () => Promise<Answer | undefined> };

export interface Asked {
  method: string;
  path: string;
  body?: unknown;
  token?: string | undefined;
  afterBreak?: AfterBreak;
}

/** Sends each call to one of the masters by chance, and to another one when that one does not answer. */
export class EitherMaster {
  /** Answers that were lost on the way, and connections that were refused. */
  readonly met = { broken: 0, refused: 0 };
  private readonly addresses: readonly string[];
  private readonly random: () => number;
  private readonly settled: () => Promise<void>;

  /** `settled` waits until the database has done what a master that was killed had asked of it. */
  constructor(addresses: readonly string[], random: () => number, settled: () => Promise<void> = async () => {}) {
    this.addresses = addresses;
    this.random = random;
    this.settled = settled;
  }

  /** An address by chance. */
  get address(): string {
    return this.addresses[Math.floor(this.random() * this.addresses.length)] ?? '';
  }

  async ask(asked: Asked): Promise<Answer> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      try {
        return await send(this.address, asked);
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`${asked.method} ${asked.path} is not answered`, { cause: error });
        if (wasRefused(error)) {
          this.met.refused += 1;
          // The only one there is, or both, may be on their way up.
          await delay(20);
          continue;
        }
        this.met.broken += 1;
        const { afterBreak = 'again' } = asked;
        if (afterBreak === 'again') continue;
        await this.settled();
        const made = await afterBreak.made();
        if (made) return made;
      }
    }
  }

  /** What each of the masters answers. */
  everywhere(asked: Asked): Promise<Answer[]> {
    return Promise.all(this.addresses.map((address) => send(address, asked)));
  }

  /** What a stream tells to its end; one that breaks is read anew from its beginning. */
  async follow(asked: Asked): Promise<unknown[]> {
    const { body } = await this.ask(asked);
    // A single line is JSON as a whole.
    const lines =
      typeof body === 'string'
        ? body
            .split('\n')
            .filter((line) => line !== '')
            .map(jsonOf)
        : [body];
    return lines.map((line) => (line as { result: unknown }).result);
  }
}

async function send(address: string, { method, path, body, token }: Asked): Promise<Answer> {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await reply.text();
  return { status: reply.status, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Nobody listened: the call cannot have been carried out. */
function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
