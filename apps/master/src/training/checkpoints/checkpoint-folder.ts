import { isAbsolute, join, relative, resolve } from 'node:path';
import { ApiError } from '@determined/contract/errors.ts';

/** Where this machine finds the files of a checkpoint. Facts: trial runtime 12.1. */
export function checkpointFolder(storage: Record<string, unknown>, uuid: string): string {
  const text = (key: string) => (typeof storage[key] === 'string' ? storage[key] : '');
  if (storage.type === 'directory') return join(text('container_path'), uuid);
  if (storage.type !== 'shared_fs') {
    throw new ApiError(
      'InvalidArgument',
      `unable to download checkpoint ${uuid}: checkpoints in ${String(storage.type)} storage cannot be read through the server`,
    );
  }
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
