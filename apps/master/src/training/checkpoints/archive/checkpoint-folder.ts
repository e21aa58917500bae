import { isAbsolute, join, relative, resolve } from 'node:path';
import { ApiError } from '@determined/contract/errors.ts';

/** Where this machine finds the files of a checkpoint; null where they lie in an object store. Facts: trial runtime 12.1. */
export function checkpointFolder(storage: Record<string, unknown>, uuid: string): string | null {
  const text = (key: string) => (typeof storage[key] === 'string' ? storage[key] : '');
  if (storage.type === 'directory') return join(text('container_path'), uuid);
  if (storage.type !== 'shared_fs') return null;
  const root = text('host_path');
  const inside = text('storage_path');
  const folder = isAbsolute(inside) ? resolve(inside) : resolve(root, inside);
  if (!isAbsolute(root) || !isInside(root, folder)) {
    throw new ApiError('InvalidArgument', `unable to download checkpoint ${uuid}: its storage_path leaves host_path`);
  }
  return join(folder, uuid);
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
