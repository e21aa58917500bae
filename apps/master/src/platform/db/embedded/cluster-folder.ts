import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';
import { findRuntimePackage, installRuntime } from './runtime-files.ts';
import { canReach, chooseServerUser, refuseNamelessUser, type ServerUser } from './server-user.ts';

/** Where everything of one embedded database lies, ready to start. */
export interface ClusterFolder {
  home: string;
  cluster: string;
  socket: string;
  runtime: string;
  logFile: string;
  user: ServerUser;
  firstStart: boolean;
}

type Note = (message: string) => void;

// A socket's whole path may have 107 bytes (103 on macOS), `/.s.PGSQL.5432` included.
const longestSocketFolder = 88;

/** Makes the cluster if there is none and checks an existing one. Only a test's cluster need not be durable. */
export function prepareClusterFolder(folder: string, note: Note, durable = true): ClusterFolder {
  const home = chooseHome(folder, note);
  const cluster = join(home, 'cluster');
  const source = findRuntimePackage();
  const user = chooseServerUser(cluster);
  const runtime = installRuntime(source, join(home, 'runtime'));
  const firstStart = !existsSync(cluster);
  if (firstStart) makeCluster(runtime, cluster, user, durable);
  checkVersion(cluster, source.major);
  return {
    home,
    cluster,
    socket: socketFolder(home, user),
    runtime,
    logFile: join(home, 'postgres.log'),
    user,
    firstStart,
  };
}

/**
 * As root the server's user must be able to pass through the folders above; below a private one (/root, a mode-0700
 * temporary folder) the cluster lies under /var/lib/determined and a file in the data folder says where.
 */
function chooseHome(folder: string, note: Note): string {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const asked = join(realpathSync(folder), 'postgres');
  const pointer = `${asked}-location`;
  let home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : asked;
  if (home === asked && !existsSync(asked) && process.getuid?.() === 0) {
    const user = chooseServerUser(join(asked, 'cluster'));
    if (!canReach(realpathSync(folder), user)) {
      home = join('/var/lib/determined', createHash('sha256').update(asked).digest('hex').slice(0, 16));
      mkdirSync(home, { recursive: true });
      writeFileSync(pointer, `${home}\n`);
      note(`The database's user (${user.name}) cannot enter ${folder}; the database is kept in ${home}.`);
    }
  }
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o711);
  return home;
}

/** Made beside its place and renamed when complete, so that an interrupted first start leaves nothing half made. */
function makeCluster(runtime: string, cluster: string, user: ServerUser, durable: boolean): void {
  refuseNamelessUser();
  const half = `${cluster}.half`;
  rmSync(half, { recursive: true, force: true });
  privateFolder(half, user);
  const made = spawnSync(
    join(runtime, 'bin', 'initdb'),
    [
      ...['--pgdata', half, '--username', 'determined', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-instructions'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { uid: user.uid, gid: user.gid, encoding: 'utf8', cwd: half, env: serverEnvironment() },
  );
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    const why = made.error?.message ?? (made.stderr.trim() || `it ended with ${made.status ?? made.signal}`);
    throw new DatabaseStartError(
      `The embedded database could not be made: ${why}\nDATABASE_URL can name a PostgreSQL 15 or newer instead.`,
    );
  }
  renameSync(half, cluster);
}

function checkVersion(cluster: string, major: number): void {
  const made = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  if (made !== major) {
    throw new DatabaseStartError(
      `${cluster} was made by PostgreSQL ${made}, and this version brings ${major}; export with the version that made it, then import.`,
    );
  }
}

function socketFolder(home: string, user: ServerUser): string {
  const near = join(home, 'run');
  const far = join('/tmp', `determined-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
  const place = Buffer.byteLength(near) <= longestSocketFolder ? near : far;
  privateFolder(place, user);
  return place;
}

function privateFolder(path: string, user: ServerUser): void {
  // In /tmp another user could have put a link in its place.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new DatabaseStartError(`${path} is a link; remove it.`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/** The caller's own PG… variables and locale must not reach the server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
