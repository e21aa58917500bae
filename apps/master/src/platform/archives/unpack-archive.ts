import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { resourceExhausted } from '@determined/contract/errors.ts';
import { extract, type Header } from 'tar-stream';

/** A file or folder of an archive. */
export interface ArchiveEntry {
  /** Without the slash that a folder's may end with. */
  path: string;
  type: NonNullable<Header['type']>;
  mtime: Date;
  /** Bytes of its content, and where they begin in the file of all contents. */
  size: number;
  at: number;
  isText: boolean;
  /** SHA-256 of its content. */
  hash: string;
}

/** Bytes beside its content that an entry counts for, so that a million empty files are not nothing. */
export const entryBytes = 512;

/**
 * Reads a tar.gz as it comes, writes the contents of its files into one file, one after another, and gives the table of
 * contents. Throws ResourceExhausted where it is larger unpacked than `mostBytes`.
 */
export async function unpackArchive(
  packed: AsyncIterable<Buffer>,
  into: string,
  mostBytes: number,
): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = [];
  const file = await open(into, 'wx');
  try {
    let at = 0;
    for await (const { header, pieces } of entriesOf(packed)) {
      const path = header.name.replace(/\/$/, '');
      const entry = {
        path,
        type: header.type ?? 'file',
        mtime: header.mtime ?? new Date(0),
        size: 0,
        at,
        isText: true,
        hash: '',
      };
      const hash = createHash('sha256');
      found.push(entry);
      for await (const piece of pieces) {
        if (entry.size === 0) entry.isText = isText(piece);
        entry.size += piece.length;
        at += piece.length;
        if (at + found.length * entryBytes > mostBytes)
          throw resourceExhausted(`the archive is larger than ${mostBytes / 2 ** 20} MiB when it is unpacked`);
        hash.update(piece);
        await file.write(piece);
      }
      entry.hash = hash.digest('hex');
    }
  } finally {
    await file.close();
  }
  return found;
}

async function* entriesOf(
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<{ header: Header; pieces: AsyncIterable<Buffer> }> {
  const entries = extract();
  const source = Readable.from(packed);
  const unzipped = createGunzip();
  source.on('error', (error) => entries.destroy(error));
  unzipped.on('error', (error) => entries.destroy(error));
  source.pipe(unzipped).pipe(entries);
  try {
    // Streams of tar entries are of bytes.
    for await (const entry of entries) yield { header: entry.header, pieces: entry as AsyncIterable<Buffer> };
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** As browsers tell it: no byte that no text holds among the first 512. */
function isText(content: Buffer): boolean {
  const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
  return !content.subarray(0, 512).some(isControl);
}
