import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ApiError } from '@determined/contract/errors.ts';
import { pack } from 'tar-stream';
import yazl from 'yazl';
import type { Log } from '#platform/log.ts';
import { type CheckpointFile, listFiles } from './list-files.ts';

export type ArchiveKind = 'tar' | 'gzip' | 'zip';

/** A checkpoint out of a folder that this machine reaches, packed while it is read. */
export async function archiveFromFolder(uuid: string, folder: string, kind: ArchiveKind, log: Log): Promise<Readable> {
  const files = await filesIn(uuid, folder);
  return kind === 'zip' ? zip(files, log) : tar(files, log, kind === 'gzip');
}

async function filesIn(uuid: string, folder: string): Promise<CheckpointFile[]> {
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
