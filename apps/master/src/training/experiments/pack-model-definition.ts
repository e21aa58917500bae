import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { invalidArgument } from '@determined/contract/errors.ts';
import { maxFilesBytes } from '@determined/contract/limits.ts';
import type { File } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { type Header, pack } from 'tar-stream';

/** tar's type flags as the client sends them: the byte of the character. */
const types = new Map<number, NonNullable<Header['type']>>([
  [0, 'file'],
  [48, 'file'],
  [50, 'symlink'],
  [53, 'directory'],
]);
const mostFiles = 100_000;

/**
 * The user's files as a tar.gz. Nothing in it may land outside the folder it is unpacked in: absolute paths, `..`, NUL
 * and links that leave are refused with the path named. Facts: python client 10.
 */
export async function packModelDefinition(files: readonly File[]): Promise<Buffer> {
  if (files.length > mostFiles) throw invalidArgument(`the model definition has more than ${mostFiles} files`);
  const archive = pack();
  // Started before the entries are written, so that they can flow.
  const packed = buffer(archive.pipe(createGzip({ level: 6 })));
  let bytes = 0;
  try {
    for (const file of files) {
      const type = types.get(file.type);
      if (!type)
        throw invalidArgument(`model definition: ${file.path} has a type (${file.type}) that is not supported`);
      const name = safePath(file.path);
      const content = decode(file);
      bytes += content.length;
      if (bytes > maxFilesBytes)
        throw invalidArgument(`the model definition is larger than ${maxFilesBytes / 2 ** 20} MiB`);
      const header = {
        name,
        mode: file.mode & 0o777,
        mtime: new Date(Number(file.mtime) * 1000),
        uid: file.uid,
        gid: file.gid,
      };
      if (type === 'file') archive.entry({ ...header, type }, content);
      else if (type === 'directory') archive.entry({ ...header, type });
      else archive.entry({ ...header, type, linkname: safeLink(name, content.toString('utf8')) });
    }
  } catch (error) {
    archive.destroy();
    await packed.catch(() => undefined);
    throw error;
  }
  archive.finalize();
  return packed;
}

function decode(file: File): Buffer {
  return Buffer.from(file.content, 'base64');
}

function safePath(path: string): string {
  const parts = path.split('/');
  if (path === '' || path.includes('\0') || path.startsWith('/') || path.includes('\\') || parts.includes('..')) {
    throw invalidArgument(
      `model definition: the path '${path.replaceAll('\0', '\\0')}' is not allowed: it must stay inside the folder`,
    );
  }
  return path;
}

/** A link may point to another place inside the folder only. */
function safeLink(name: string, target: string): string {
  const from = name.split('/').slice(0, -1);
  const to = [...from];
  for (const part of target.split('/')) {
    if (part === '..') {
      if (to.pop() === undefined) return refuseLink(name);
    } else if (part !== '' && part !== '.') to.push(part);
  }
  return target.startsWith('/') || target === '' || target.includes('\0') ? refuseLink(name) : target;
}

function refuseLink(name: string): never {
  throw invalidArgument(`model definition: the link '${name}' leaves the folder`);
}
