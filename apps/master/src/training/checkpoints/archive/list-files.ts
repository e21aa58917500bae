import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, notFound } from '@determined/contract/errors.ts';
import { isInside } from './checkpoint-folder.ts';

export interface CheckpointFile {
  /** Path inside the checkpoint; a folder's ends in a slash. */
  name: string;
  /** What to read: never a link. */
  source: string;
  size: number;
  mode: number;
  mtime: Date;
  isFolder: boolean;
}

const deepest = 64;

/**
 * Everything below a checkpoint's folder. A link counts as what it leads to; one that leads out of the folder, to
 * something that is no file or folder, or round in circles, refuses the whole.
 */
export async function listFiles(folder: string): Promise<CheckpointFile[]> {
  let root: string;
  try {
    root = await realpath(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw unreadable(folder, error);
    throw notFound('folder', folder);
  }
  const files: CheckpointFile[] = [];
  await walk(root, root, '', 0, files);
  return files.sort((left, right) => (left.name < right.name ? -1 : 1));
}

async function walk(
  root: string,
  folder: string,
  prefix: string,
  depth: number,
  files: CheckpointFile[],
): Promise<void> {
  if (depth > deepest) throw refused(prefix, 'lies too deep');
  for await (const entry of await opendir(folder)) {
    const name = `${prefix}${entry.name}`;
    let source: string;
    try {
      source = await realpath(join(folder, entry.name));
    } catch (error) {
      throw refused(name, codeOf(error) === 'ELOOP' ? 'is a link that leads round in circles' : 'is a link to nothing');
    }
    if (!isInside(root, source)) throw refused(name, 'is a link that leads out of the checkpoint');
    const found = await stat(source);
    const { mode, mtime } = found;
    if (found.isDirectory()) {
      files.push({ name: `${name}/`, source, size: 0, mode, mtime, isFolder: true });
      await walk(root, source, `${name}/`, depth + 1, files);
    } else if (found.isFile()) files.push({ name, source, size: found.size, mode, mtime, isFolder: false });
    else throw refused(name, 'is neither a file nor a folder');
  }
}

function refused(name: string, why: string): ApiError {
  return new ApiError('FailedPrecondition', `the checkpoint cannot be downloaded: '${name}' ${why}`);
}

function unreadable(folder: string, error: unknown): ApiError {
  return new ApiError('Unavailable', `cannot read ${folder}: ${codeOf(error) ?? 'unknown error'}`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
