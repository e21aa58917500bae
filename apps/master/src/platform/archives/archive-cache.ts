import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FairQueue } from '../fair-queue.ts';
import { type Master, perMaster } from '../master.ts';
import { type ArchiveEntry, entryBytes, unpackArchive } from './unpack-archive.ts';

/** A packed folder (tar.gz) that is stored somewhere. */
export interface StoredArchive {
  /** SHA-256 of its bytes. */
  hash: string;
  /** Its bytes, piece by piece. */
  read(): AsyncIterable<Buffer>;
}

/** An archive whose files lie on the disk. */
export interface UnpackedArchive {
  entries: readonly ArchiveEntry[];
  /** A file's content, from the disk as it is taken. */
  content(entry: ArchiveEntry): Promise<Readable>;
}

interface Limits {
  /** Bytes of unpacked files that are kept; those used longest ago go first. */
  keptBytes: number;
  /** Bytes that one archive may have unpacked. */
  eachBytes: number;
  /** Archives that are unpacked at the same time. */
  atOnce: number;
}

interface Kept {
  file: string;
  entries: Promise<readonly ArchiveEntry[]>;
  /** 0 until it is unpacked. */
  bytes: number;
  users: number;
}

/**
 * Archives of users, unpacked on the disk once for all who read them, whatever experiments they belong to. Nothing of
 * them is held in memory but their tables of contents while they are read.
 */
export class ArchiveCache {
  /** How often an archive has been unpacked, and how many at the same time at most. */
  readonly counts = { unpacked: 0, running: 0, mostRunning: 0 };
  private readonly folder: string;
  private readonly limits: Limits;
  private readonly queue: FairQueue;
  /** In the order of their last use. */
  private readonly kept = new Map<string, Kept>();
  private readonly ready: Promise<unknown>;
  private files = 0;

  constructor(folder: string, limits: Limits) {
    this.folder = folder;
    this.limits = limits;
    this.queue = new FairQueue({ atOnce: limits.atOnce, waitingEach: 32 });
    // What an earlier process left.
    this.ready = rm(folder, { recursive: true, force: true }).then(() => mkdir(folder, { recursive: true }));
    this.ready.catch(() => {});
  }

  /**
   * Unpacks the archive unless it is there, and lets the work read it; a content that was opened outlives the work.
   * @param by who asks: he waits in a line of his own. Throws ResourceExhausted when it is too long, or the archive too large.
   */
  async use<T>(archive: StoredArchive, by: string, work: (files: UnpackedArchive) => Promise<T>): Promise<T> {
    const { hash } = archive;
    const kept = this.kept.get(hash) ?? this.add(archive, by);
    this.kept.delete(hash);
    this.kept.set(hash, kept);
    kept.users++;
    try {
      const entries = await kept.entries;
      return await work({ entries, content: (entry) => contentOf(kept.file, entry) });
    } catch (error) {
      // One that failed is tried anew when it is asked for again.
      if (kept.bytes === 0 && this.kept.get(hash) === kept) this.kept.delete(hash);
      throw error;
    } finally {
      kept.users--;
    }
  }

  private add({ read }: StoredArchive, by: string): Kept {
    const file = join(this.folder, String(this.files++));
    const kept: Kept = { file, bytes: 0, users: 0, entries: this.queue.run(by, () => this.unpack(read, file)) };
    kept.entries.then(
      (entries) => {
        kept.bytes = sizeOf(entries);
        void this.makeRoom();
      },
      () => {},
    );
    return kept;
  }

  private async unpack(read: StoredArchive['read'], file: string): Promise<readonly ArchiveEntry[]> {
    await this.ready;
    const { counts } = this;
    counts.mostRunning = Math.max(counts.mostRunning, ++counts.running);
    try {
      const entries = await unpackArchive(read(), file, this.limits.eachBytes);
      counts.unpacked++;
      return entries;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      counts.running--;
    }
  }

  /** Those whose contents are still being sent are open: the disk keeps them so long. */
  private async makeRoom(): Promise<void> {
    let sum = [...this.kept.values()].reduce((bytes, kept) => bytes + kept.bytes, 0);
    for (const [hash, kept] of this.kept) {
      if (sum <= this.limits.keptBytes) return;
      if (kept.bytes === 0 || kept.users > 0) continue;
      this.kept.delete(hash);
      sum -= kept.bytes;
      await rm(kept.file, { force: true });
    }
  }
}

async function contentOf(path: string, { at, size }: ArchiveEntry): Promise<Readable> {
  if (size === 0) return Readable.from([]);
  const file = await open(path);
  return file.createReadStream({ start: at, end: at + size - 1 });
}

const sizeOf = (entries: readonly ArchiveEntry[]): number =>
  entries.reduce((bytes, { size }) => bytes + entryBytes + size, entryBytes);

export const hashOf = (archive: Buffer): string => createHash('sha256').update(archive).digest('hex');

/** The master's own, in its data folder. */
export const archiveCache = perMaster(
  ({ config }: Master) =>
    new ArchiveCache(join(config.data_dir, 'unpacked'), {
      keptBytes: 512 * 1024 * 1024,
      eachBytes: 160 * 1024 * 1024,
      atOnce: 2,
    }),
);
