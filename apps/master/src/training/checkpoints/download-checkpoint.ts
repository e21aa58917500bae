import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ApiError, invalidArgument, notFound } from '@determined/contract/errors.ts';
import { pack } from 'tar-stream';
import yazl from 'yazl';
import type { Db } from '#platform/db/database.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import type { Log } from '#platform/log.ts';
import { checkpointFolder } from './checkpoint-folder.ts';
import { type CheckpointFile, listFiles } from './list-files.ts';
import { uuidProblem } from './shared/checkpoint-uuid.ts';

const types = ['application/x-tar', 'application/gzip', 'application/zip'] as const;
type ArchiveType = (typeof types)[number];

/** All files of a checkpoint as one archive, read while it is sent. Facts: contract, routes outside the gateway. */
export const downloadCheckpoint: RawHandler = async (request, reply, ctx) => {
  const { checkpoint_uuid: text = '' } = request.params as Record<string, string>;
  const problem = uuidProblem(text);
  if (problem) throw invalidArgument(`unable to parse checkpoint UUID ${text}: ${problem}`);
  const type = archiveType(request.headers.accept);
  const uuid = text.toLowerCase();
  const files = await filesOf(ctx.db, uuid);
  const archive = type === 'application/zip' ? zip(files, ctx.log) : tar(files, ctx.log, type === 'application/gzip');
  return reply.type(type).send(archive);
};

function archiveType(accept: string | undefined): ArchiveType {
  if (accept === undefined || accept === '*/*' || accept === 'application/*') return 'application/x-tar';
  const found = types.find((type) => type === accept);
  if (found) return found;
  throw new ApiError('InvalidArgument', `unsupported media type to download a checkpoint: '${accept}'`, {
    status: 415,
  });
}

async function filesOf(db: Db, uuid: string): Promise<CheckpointFile[]> {
  const checkpoint = await db
    .selectFrom('checkpoints as c')
    .leftJoin('storage_backends as s', 's.id', 'c.storage_id')
    .leftJoin('experiments as e', 'e.id', 'c.experiment_id')
    .select(['s.config as storage', 'e.config as config'])
    .where('c.uuid', '=', uuid)
    .executeTakeFirst();
  if (!checkpoint) throw notFound('checkpoint', uuid);
  const storage = checkpoint.storage ?? checkpoint.config?.checkpoint_storage;
  if (typeof storage !== 'object' || storage === null) throw invalidArgument(`checkpoint ${uuid} has no storage`);
  // A JSON object, as was just seen.
  const folder = checkpointFolder(storage as Record<string, unknown>, uuid);
  try {
    return await listFiles(folder);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NotFound') throw error;
    throw new ApiError(
      'NotFound',
      `unable to download checkpoint ${uuid}: checkpoint archive failed, please verify that file system checkpoint storage is available to the server: ${folder}: no such file or directory`,
    );
  }
}

function tar(files: readonly CheckpointFile[], log: Log, gzip: boolean): Readable {
  const archive = pack();
  void (async () => {
    for (const { name, source, size, mode, mtime, isFolder } of files) {
      const header = { name, mode: mode & 0o777, mtime };
      if (isFolder) archive.entry({ ...header, type: 'directory' });
      // `end`: a file that grows while it is read must not break the archive.
      else if (size === 0) archive.entry({ ...header, size }, '');
      else await pipeline(createReadStream(source, { end: size - 1 }), archive.entry({ ...header, size }));
    }
    archive.finalize();
  })().catch((error: Error) => {
    log.warn({ err: error }, 'a checkpoint download broke off');
    archive.destroy(error);
  });
  const out = gzip ? createGzip({ level: 1 }) : new PassThrough();
  // What breaks the one breaks the other; the reply then ends short, which the client notices.
  pipeline(archive, out).catch(() => {});
  return out;
}

function zip(files: readonly CheckpointFile[], log: Log): Readable {
  const archive = new yazl.ZipFile();
  for (const { name, source, mode, mtime, isFolder } of files) {
    if (isFolder) archive.addEmptyDirectory(name.slice(0, -1), { mtime, mode });
    else archive.addFile(source, name, { mtime, mode, compress: false });
  }
  // yazl's type says NodeJS.ReadableStream; it is a stream.PassThrough.
  const out = archive.outputStream as Readable;
  archive.on('error', (error: Error) => {
    log.warn({ err: error }, 'a checkpoint download broke off');
    out.destroy(error);
  });
  archive.end();
  return out;
}
