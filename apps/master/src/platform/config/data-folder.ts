import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where everything is kept unless one says otherwise. Root gets a folder that the database's own user can reach, which
 * root's home is not.
 */
export function usualDataFolder(env: Record<string, string | undefined>, isRoot: boolean): string {
  if (isRoot) return '/var/lib/determined';
  // An XDG path that is not absolute has to be ignored (XDG base directory specification).
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(env.HOME ?? homedir(), '.local/share');
  return join(data, 'determined');
}
