import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { UntilDatabase } from '../db/while-recovering.ts';
import type { Master } from '../master.ts';
import { defineEvent } from './bus.ts';

const channel = 'determined_events';
const gatherMs = 100;
const reconnectMs = 1_000;
/** PostgreSQL takes less than 8,000 bytes. */
const mostBytes = 7_000;

/** Told in this process alone: for a moment nothing was heard of the others. Who must not miss a change looks again. */
export const noticesMissed = defineEvent<null>('notices-missed');

interface Notice {
  from: string;
  events: [name: string, payload: unknown][];
}

/**
 * Carries this process's events to the other masters on the database, and theirs to this one's bus. Sent apart from the
 * transactions that they tell of, at most every 100 ms, each once. Notices are hints: one that is lost, with a
 * connection or a master, costs time only, since whoever waits looks again by himself, and who must not miss any is told
 * that some may be missing.
 */
export async function joinMasters(
  master: Master,
  connect: () => Promise<Client>,
  untilDatabase: UntilDatabase,
): Promise<void> {
  let delivering = false;
  let waiting = new Map<string, [string, unknown]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = Promise.resolve();

  const flush = () => {
    timer = undefined;
    const events = [...waiting.values()];
    waiting = new Map();
    sending = sending.then(() =>
      send(master, events).catch((error) => master.log.warn({ err: error }, 'other masters could not be told')),
    );
  };
  const unsubscribe = master.bus.subscribeAll((payload, name) => {
    if (delivering) return;
    waiting.set(JSON.stringify([name, payload]), [name, payload]);
    timer ??= setTimeout(flush, gatherMs);
  });
  /** What is emitted meanwhile is not for the others. */
  const here = (emit: () => void) => {
    delivering = true;
    try {
      emit();
    } finally {
      delivering = false;
    }
  };
  const receive = (text: string | undefined) => {
    const notice = readNotice(text);
    if (!notice) return master.log.warn('a notice that no master of this version sent was left aside');
    const { from, events } = notice;
    if (from === master.masterId) return;
    here(() => {
      for (const [name, payload] of events) master.bus.emit({ name }, payload);
    });
  };

  let client: Client | undefined;
  /** Resolves once it listens, with a promise of the end of that. */
  const listen = async (): Promise<{ ended: Promise<void> }> => {
    const fresh = await connect();
    const ended = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve());
      fresh.once('end', () => resolve());
    });
    fresh.on('notification', ({ payload }) => receive(payload));
    await fresh.query(`listen ${channel}`).catch(async (error) => {
      await fresh.end().catch(() => {});
      throw error;
    });
    client = fresh;
    return { ended };
  };
  const listenAgain = async (): Promise<{ ended: Promise<void> } | undefined> => {
    const current = await listen().catch(() => undefined);
    if (current) here(() => master.bus.emit(noticesMissed, null));
    return current;
  };
  const stayConnected = async (first: { ended: Promise<void> }) => {
    let current: { ended: Promise<void> } | undefined = first;
    while (!master.stopping.aborted) {
      await current?.ended;
      await client?.end().catch(() => {});
      client = undefined;
      // At once where only the connection is lost, else until the database is back.
      if (!current) await delay(reconnectMs, undefined, { signal: master.stopping }).catch(() => {});
      if (!master.stopping.aborted) current = await listenAgain();
    }
    await client?.end().catch(() => {});
  };
  const connected = stayConnected(await untilDatabase(listen));
  master.onStop(async () => {
    unsubscribe();
    clearTimeout(timer);
    await sending;
    await client?.end().catch(() => {});
    await connected;
  });
}

/** Anybody who may use the database may send a notice. */
function readNotice(text: string | undefined): Notice | undefined {
  try {
    const notice = JSON.parse(text ?? '') as Notice;
    return Array.isArray(notice?.events) && notice.events.every(Array.isArray) ? notice : undefined;
  } catch {
    return undefined;
  }
}

async function send(master: Master, events: [string, unknown][]): Promise<void> {
  let part: [string, unknown][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (bytes + size > mostBytes && part.length > 0) {
      await notify(master, part);
      part = [];
      bytes = 0;
    }
    // One that is too long alone is left out: whoever waits for it looks again.
    if (size > mostBytes) continue;
    part.push(event);
    bytes += size;
  }
  if (part.length > 0) await notify(master, part);
}

async function notify(master: Master, events: [string, unknown][]): Promise<void> {
  const notice: Notice = { from: master.masterId, events };
  await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(master.db);
}
