import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { invalidArgument } from '@determined/contract/errors.ts';
import { maxFilesBytes } from '@determined/contract/limits.ts';
import type { File } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type Header, pack } from 'tar-stream';
import { Moving } from '../threads/moving.ts';
import { hashOf } from './archive-cache.ts';

export interface ToPack {
  /** What they are, for a refusal. */
  what: string;
  files: readonly File[];
}

export interface PackedFiles {
  /** A tar.gz. */
  archive: Buffer;
  /** SHA-256 of the archive. */
  hash: string;
  /** Of what is no folder. */
  paths: string[];
}

/** tar's type flags as the client sends them: the byte of the character. */
const types = new Map<number, NonNullable<Header['type']>>([
  [0, 'file'],
  [48, 'file'],
  [50, 'symlink'],
  [53, 'directory'],
]);
const mostFiles = 100_000;

/** As `packFiles`, at once. */
export default async function packNow({ what, files }: ToPack): Promise<Moving<PackedFiles>> {
  if (files.length > mostFiles) throw invalidArgument(`the ${what} has more than ${mostFiles} files`);
  const archive = pack();
  // Started before the entries are written, so that they can flow.
  const packed = buffer(archive.pipe(createGzip({ level: 6 })));
  let size = 0;
  const paths: string[] = [];
  try {
    for (const file of files) {
      const type = types.get(file.type);
      if (!type) throw invalidArgument(`${what}: ${file.path} has a type (${file.type}) that is not supported`);
      const name = safePath(what, file.path);
      const content = bytesOf(file);
      size += content.length;
      if (size > maxFilesBytes) throw invalidArgument(`the ${what} is larger than ${maxFilesBytes / 2 ** 20} MiB`);
      const header = {
        name,
        mode: file.mode & 0o777,
        mtime: new Date(Number(file.mtime) * 1000),
        uid: file.uid,
        gid: file.gid,
      };
      if (type !== 'directory') paths.push(name);
      if (type === 'file') archive.entry({ ...header, type }, content);
      else if (type === 'directory') archive.entry({ ...header, type });
      else archive.entry({ ...header, type, linkname: safeLink(what, name, content.toString('utf8')) });
    }
  } catch (error) {
    archive.destroy();
    await packed.catch(() => undefined);
    throw error;
  }
  archive.finalize();
  const bytes = await packed;
  // It has a memory of its own, which nobody shares.
  return new Moving({ archive: bytes, hash: hashOf(bytes), paths }, [bytes.buffer as ArrayBuffer]);
}

function bytesOf({ content }: File): Buffer {
  return typeof content === 'string'
    ? Buffer.from(content, 'base64')
    : Buffer.from(content.buffer, content.byteOffset, content.length);
}

function safePath(what: string, path: string): string {
  const parts = path.split('/');
  if (path === '' || path.includes('\0') || path.startsWith('/') || path.includes('\\') || parts.includes('..')) {
    throw invalidArgument(
      `${what}: the path '${path.replaceAll('\0', '\\0')}' is not allowed: it must stay inside the folder`,
    );
  }
  return path;
}

/** A link may point to another place inside the folder only. */
function safeLink(what: string, name: string, target: string): string {
  const from = name.split('/').slice(0, -1);
  const to = [...from];
  for (const part of target.split('/')) {
    if (part === '..') {
      if (to.pop() === undefined) return refuseLink(what, name);
    } else if (part !== '' && part !== '.') to.push(part);
  }
  return target.startsWith('/') || target === '' || target.includes('\0') ? refuseLink(what, name) : target;
}

function refuseLink(what: string, name: string): never {
  throw invalidArgument(`${what}: the link '${name}' leaves the folder`);
}
