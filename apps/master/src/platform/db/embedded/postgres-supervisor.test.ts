import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { connectDatabase } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { EmbeddedPostgres } from './postgres-supervisor.ts';
import { runningPostmaster } from './postmaster-file.ts';
import { liveProcess, processesIn, signal } from './process-table.ts';

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

function dataFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'determined-supervisor-'));
  chmodSync(folder, mode);
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, settings: Record<string, string> = { fsync: 'off' }, lines: string[] = []) {
  const note = (line: string) => {
    lines.push(line);
  };
  const server = await EmbeddedPostgres.start({ folder, log: { info: note, warn: note }, settings });
  cleanUp.push(() => server.stop());
  return { server, lines };
}

async function connect(server: EmbeddedPostgres) {
  const connection = await connectDatabase(server.connection, { size: 4 });
  cleanUp.push(() => connection.close());
  return connection;
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('condition not met within 20 s');
    await delay(20);
  }
}

test('a first start makes the database, a second one finds what was written', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  expect(first.server.folder.firstStart).toBe(true);
  const { pool } = await connect(first.server);
  await pool.query('create table kept (n int)');
  await pool.query('insert into kept values (7)');
  await pool.end();
  await first.server.stop();
  expect(existsSync(join(first.server.folder.cluster, 'postmaster.pid'))).toBe(false);

  const second = await start(folder);
  expect(second.server.folder.firstStart).toBe(false);
  expect((await (await connect(second.server)).pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
});

test('the server is durable, private and never root', async () => {
  const { server } = await start(dataFolder(), {});
  const { pool } = await connect(server);
  const settings = await pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
            current_setting('data_checksums') as data_checksums, current_setting('listen_addresses') as listen_addresses`,
  );
  expect(settings.rows).toEqual([
    { fsync: 'on', synchronous_commit: 'on', data_checksums: 'on', listen_addresses: '' },
  ]);
  expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\s+[1-9]/m);
});

test('PostgreSQL killed by force comes back, says so, and the pool goes on', async () => {
  const { server, lines } = await start(dataFolder());
  const { db, pool } = await connect(server);
  await pool.query('create table rows (n int)');
  await pool.query('insert into rows values (1)');
  const before = server.pid as number;
  process.kill(before, 'SIGKILL');
  await until(() => server.pid !== undefined && server.pid !== before);
  expect((await sql<{ n: number }>`select n from rows`.execute(db)).rows).toEqual([{ n: 1 }]);
  expect(lines.filter((line) => /unexpectedly|is back/.test(line))).toEqual([
    expect.stringContaining(`process ${before}`),
    expect.stringContaining(`process ${server.pid}`),
  ]);
});

test('ids go on after a crash where they were, and each is given once', async () => {
  const { server } = await start(dataFolder());
  const { pool } = await connect(server);
  await migrate(pool);
  const add = async (name: string) => {
    const added = await pool.query<{ id: number }>(
      `insert into workspaces (name, user_id) values ($1, 1) returning id`,
      [name],
    );
    return added.rows[0]?.id ?? 0;
  };
  const first = await add('before');
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => add(`at once ${at}`)));
  expect(crowd.toSorted((a, b) => a - b)).toEqual(crowd.map((_, at) => first + 1 + at));
  const before = server.pid as number;
  process.kill(before, 'SIGKILL');
  await until(() => server.pid !== undefined && server.pid !== before);
  expect(await add('after')).toBe(first + crowd.length + 1);
});

test('a query asked for while the server is down waits until it is back', async () => {
  const { server } = await start(dataFolder());
  const { db, pool } = await connect(server);
  await pool.query('select 1');
  process.kill(server.pid as number, 'SIGKILL');
  await until(() => pool.totalCount === 0);
  expect((await sql<{ up: number }>`select 1 as up`.execute(db)).rows).toEqual([{ up: 1 }]);
});

test('a server left behind by a killed master is taken over', async () => {
  const folder = dataFolder();
  const module = JSON.stringify(join(import.meta.dirname, 'postgres-supervisor.ts'));
  const program = `import { EmbeddedPostgres } from ${module};
    const silent = { info() {}, warn() {} };
    const server = await EmbeddedPostgres.start({ folder: ${JSON.stringify(folder)}, log: silent, settings: { fsync: 'off' } });
    console.log(server.pid); setInterval(() => {}, 1000);`;
  const master = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(master.stdout, 'data');
  const orphan = Number(output);
  await expect(start(folder)).rejects.toThrow(/in use by another master/);
  master.kill('SIGKILL');
  await once(master, 'exit');
  expect(liveProcess(orphan)).toBeDefined();

  const { server } = await start(folder);
  expect(server.adopted).toBe(true);
  expect(server.pid).toBe(orphan);
  process.kill(orphan, 'SIGKILL');
  await until(() => server.pid !== undefined && server.pid !== orphan);
  await server.stop();
  expect(liveProcess(orphan)).toBeUndefined();
});

/** So much to recover that the process at it can be caught and held. */
async function holdRecovery(server: EmbeddedPostgres): Promise<{ postmaster: number; release: () => void }> {
  const { pool } = await connect(server);
  await pool.query(`create table much as select n, repeat('x', 100) from generate_series(1, 300000) n`);
  const killed = server.pid as number;
  process.kill(killed, 'SIGKILL');
  const end = performance.now() + 20_000;
  for (;;) {
    if (performance.now() > end) throw new Error('no recovery was seen');
    await delay(1);
    const found = processesIn(server.folder.cluster).find((pid) => /startup/.test(liveProcess(pid)?.command ?? ''));
    if (found === undefined || !signal(found, 'SIGSTOP')) continue;
    const postmaster = runningPostmaster(server.folder.cluster)?.process.pid;
    if (postmaster === undefined || postmaster === killed) continue;
    const release = () => void signal(found, 'SIGCONT');
    cleanUp.push(release);
    return { postmaster, release };
  }
}

test('while the database recovers, those who wait for it do not fill its log', async () => {
  const { server } = await start(dataFolder());
  const { db } = await connect(server);
  const { postmaster, release } = await holdRecovery(server);
  const logged = () => readFileSync(server.folder.logFile, 'utf8').split('\n').length;
  const waiting = Promise.all(Array.from({ length: 40 }, () => sql<{ up: number }>`select 1 as up`.execute(db)));
  // Each may find out for itself once.
  await delay(500);
  const before = logged();
  await delay(3000);
  const during = logged() - before;
  release();
  expect((await waiting).flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 40 }, () => ({ up: 1 })));
  await until(() => server.pid === postmaster);
  expect(during).toBeLessThan(20);
});

test('a start interrupted while the database recovers asks it to end, and the next start goes on', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const { postmaster, release } = await holdRecovery(first.server);
  const stopped = first.server.stop();
  await delay(500);
  // Asked to end, not forced: it ends as soon as it can.
  expect(liveProcess(postmaster)).toBeDefined();
  release();
  await stopped;
  expect(liveProcess(postmaster)).toBeUndefined();
  const again = await start(folder);
  const { pool } = await connect(again.server);
  expect((await pool.query('select count(*)::int as count from much')).rows).toEqual([{ count: 300_000 }]);
});

test('a server that was taken over and ends before it is ready is replaced at once', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const { cluster, runtime, socket } = first.server.folder;
  await first.server.stop();
  // What a killed master left: it is there, and never gets ready.
  const left = spawn('sleep', ['300'], { argv0: join(runtime, 'bin', 'postgres', `-D ${cluster}`) });
  cleanUp.push(() => void left.kill('SIGKILL'));
  writeFileSync(join(cluster, 'postmaster.pid'), `${left.pid}\n${cluster}\n1\n5432\n${socket}\n\n 1 1\nstarting\n`);
  const lines: string[] = [];
  const starting = start(folder, undefined, lines);
  await until(() => lines.some((line) => line.includes(`process ${left.pid}) is running already`)));
  left.kill('SIGKILL');
  const from = performance.now();
  const { server } = await starting;
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(server.adopted).toBe(false);
  expect(lines.join('\n')).toContain(`process ${left.pid}) ended before it was ready`);
});

test('a lock file of a process that is gone, or is something else by now, does not stop the start', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const { cluster, socket } = first.server.folder;
  await first.server.stop();
  for (const pid of [4_194_300, process.pid]) {
    writeFileSync(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n${socket}\n\n 1 1\nready\n`);
    const again = await start(folder);
    expect(again.server.adopted).toBe(false);
    await again.server.stop();
  }
});

test('a data folder that the database user cannot enter still gets a database', async () => {
  const folder = dataFolder(0o700);
  const { server } = await start(folder);
  const home = server.folder.home;
  cleanUp.splice(1, 0, () => rmSync(home, { recursive: true, force: true }));
  expect((await (await connect(server)).pool.query('select 1 as up')).rows).toEqual([{ up: 1 }]);
  const root = process.getuid?.() === 0;
  expect(home.startsWith('/var/lib/determined/')).toBe(root);
  expect(existsSync(join(folder, 'postgres-location'))).toBe(root);
});
