import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseConnection } from '../db/connect.ts';
import { startTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { inTransaction } from '../db/transaction.ts';
import { createLog, RecentLog } from '../log.ts';
import type { Master } from '../master.ts';
import { attachBus, Bus, defineEvent, publish } from './bus.ts';
import { joinMasters } from './notify.ts';

const happened = defineEvent<{ id: number; text?: string }>('happened');

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

/** As much of a master as shares events. */
async function startMember(): Promise<{
  bus: Bus;
  heard: number[];
  connection: DatabaseConnection;
  stop(): Promise<void>;
}> {
  const connection = await database.connect();
  const bus = new Bus((error) => {
    throw error;
  });
  attachBus(connection.db, bus);
  const stopping = new AbortController();
  const atStop: (() => Promise<void> | void)[] = [];
  const sink = new Writable({ write: (_line, _encoding, done) => done() });
  const master = {
    db: connection.db,
    bus,
    masterId: randomUUID(),
    log: createLog({ level: 'warn', recent: new RecentLog(), sink }),
    stopping: stopping.signal,
    onStop: (work: () => Promise<void> | void) => void atStop.push(work),
  };
  const heard: number[] = [];
  bus.subscribe(happened, ({ id }) => heard.push(id));
  // The parts that joinMasters reads.
  const connect = async () => {
    const client = new pg.Client({ ...database.target, application_name: 'listener' });
    await client.connect();
    return client;
  };
  await joinMasters(master as unknown as Master, connect, (work) => work());
  return {
    bus,
    heard,
    connection,
    stop: async () => {
      stopping.abort();
      for (const work of atStop) await work();
      await connection.close();
    },
  };
}

test('what one master commits, the others hear, each of them once', async () => {
  const [one, two] = [await startMember(), await startMember()];
  await inTransaction(one.connection.db, async (tx) => publish(tx, happened, { id: 1 }));
  await expect.poll(() => two.heard).toEqual([1]);
  await inTransaction(two.connection.db, async (tx) => {
    for (let id = 2; id < 1_002; id++) publish(tx, happened, { id, text: 'x'.repeat(20) });
  });
  const all = Array.from({ length: 1_001 }, (_, i) => i + 1);
  await expect.poll(() => one.heard.length).toBe(1_001);
  expect(one.heard).toEqual(all);
  expect(two.heard).toEqual(all);
  // Told twice in a moment is heard elsewhere once; nothing comes back to who told it.
  one.bus.emit(happened, { id: 5_000 });
  one.bus.emit(happened, { id: 5_000 });
  one.bus.emit(happened, { id: 5_001 });
  await expect.poll(() => two.heard.slice(-2)).toEqual([5_000, 5_001]);
  expect(one.heard.slice(-3)).toEqual([5_000, 5_000, 5_001]);
  await one.stop();
  await two.stop();
});

test('a listener whose connection is lost hears again soon', async () => {
  const [one, two] = [await startMember(), await startMember()];
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'
    and datname = current_database()`.execute(one.connection.db);
  await expect
    .poll(
      () => {
        one.bus.emit(happened, { id: two.heard.length });
        return two.heard.length;
      },
      { timeout: 10_000, interval: 200 },
    )
    .toBeGreaterThan(0);
  await one.stop();
  await two.stop();
});

test('a notice of somebody else does no harm', async () => {
  const [one, two] = [await startMember(), await startMember()];
  for (const text of ['hello', 'null', '{"from": "me"}', '{"events": [1]}']) {
    await sql`select pg_notify('determined_events', ${text})`.execute(one.connection.db);
  }
  one.bus.emit(happened, { id: 1 });
  await expect.poll(() => two.heard).toEqual([1]);
  await one.stop();
  await two.stop();
});
