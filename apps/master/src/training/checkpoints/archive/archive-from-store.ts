import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ApiError, failedPrecondition, resourceExhausted, unavailable } from '@determined/contract/errors.ts';
import { readinessOf } from '@determined/launchers/python/task-python.ts';
import type { Context } from '#platform/http/context.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { taskPython } from '../../../cluster/resource-managers/shared/task-python.ts';
import type { ArchiveKind } from './archive-from-folder.ts';
import { readerEnvironment } from './reader-environment.ts';

const program = fileURLToPath(new URL('checkpoint_archive.py', import.meta.url));
const notFoundCode = 3;
/** Each is a process of some 100 MB. */
const mostAtOnce = 8;
/** The storage's library may wait for an address that never answers for many minutes. */
const firstAnswerMs = 60_000;

const underWay = perMaster(() => ({ count: 0 }));

export interface StoredCheckpoint {
  uuid: string;
  storage: Record<string, unknown>;
  /** What the experiment tells its own tasks. */
  variables: Record<string, string>;
}

/**
 * A checkpoint out of an object store, packed while it is read: by a process that uses the client's own storage code and
 * holds only a piece of it. Rejects where not even its beginning can be had; breaks off where that happens later.
 */
export async function archiveFromStore(
  { master, log, signal }: Pick<Context, 'master' | 'log' | 'signal'>,
  { uuid, storage, variables }: StoredCheckpoint,
  kind: ArchiveKind,
): Promise<Readable> {
  const fails = (why: string) => `unable to download checkpoint ${uuid}: ${why}`;
  const interpreter = await interpreterOf(master, fails);
  const running = underWay(master);
  if (running.count >= mostAtOnce) {
    throw resourceExhausted(fails(`${mostAtOnce} others are being downloaded from object stores; try again later`));
  }
  running.count += 1;
  const child = spawn(interpreter, [program, kind], {
    env: readerEnvironment(variables),
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4096);
  });
  const ended = once(child, 'close')
    .then(([code]) => code as number | null)
    .catch((error: Error) => {
      said = error.message;
      return null;
    })
    .finally(() => {
      running.count -= 1;
    });
  // It may have ended before it has read what it was asked.
  child.stdin.on('error', () => {}).end(JSON.stringify({ storage, uuid }));

  async function* pieces(): AsyncGenerator<Buffer> {
    yield* child.stdout;
    const code = await ended;
    const why = fails(said.trim().split('\n').at(-1) || `its reader ended with ${code}`);
    if (code === notFoundCode) throw new ApiError('NotFound', why);
    // Not 502: the client tries that again and again, and then shows no text.
    if (code !== 0) throw failedPrecondition(why);
  }

  const rest = pieces();
  const limit = setTimeout(() => {
    said = `the storage has not answered for ${firstAnswerMs / 1000} seconds`;
    child.kill('SIGKILL');
  }, firstAnswerMs);
  const first = await rest.next().finally(() => clearTimeout(limit));
  const archive = Readable.from(
    (async function* () {
      if (!first.done) yield first.value;
      yield* rest;
    })(),
    { objectMode: false },
  );
  archive.on('error', (error) => log.warn({ err: error }, 'a checkpoint download broke off'));
  return archive;
}

async function interpreterOf(master: Master, fails: (why: string) => string): Promise<string> {
  const python = taskPython(master);
  // To find it takes a moment, to make it minutes. A master without slots has not asked for it yet.
  if (python.state.state === 'absent' || python.state.state === 'failed') {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stop = python.onChange(resolve);
    await Promise.race([python.prepare(), promise]).finally(stop);
  }
  const { state } = python;
  if (state.state === 'ready') return state.interpreter;
  const readiness = readinessOf(state);
  const why = fails(readiness.ready ? '' : readiness.reason);
  throw state.state === 'failed' ? failedPrecondition(why) : unavailable(why);
}
