import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the master by its path below `src`. */
export interface Source {
  path: string;
  text: string;
}

/** A file's slice: `band/name`; `platform` is what stands below and beside the bands. */
export function sliceOf(path: string): string {
  const [band = '', name = ''] = path.split('/');
  const beside = band === 'platform' || path.split('/').length < 3;
  return beside ? 'platform' : `${band}/${name}`;
}

/** What runs: no tests and none of their helpers. */
export function masterSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Of the tables in `platform/db/tables`, whose rows slices below their owner read. */
const ownersAbove = {
  users: 'identity/users',
  user_sessions: 'identity/sessions',
  sign_in_failures: 'identity/auth',
  sign_in_links: 'identity/auth',
  sign_in_places: 'identity/auth',
  user_settings: 'identity/settings',
  agents: 'cluster/resource-managers',
  disabled_slots: 'cluster/agents',
  jobs: 'cluster/job-queue',
  pool_bindings: 'cluster/resource-pools',
  cluster_messages: 'cluster/master-info',
  allocations: 'tasks/allocations',
  allocation_places: 'tasks/allocations',
  allocation_gatherings: 'tasks/allocations',
  allocation_accelerators: 'tasks/allocations',
  tasks: 'tasks/tasks',
};

/** Table → slice: the one that declares it, by merging into `Database`. */
export function ownersOf(sources: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of sources) {
    const block = /interface Database \{([^}]*)\}/.exec(text)?.[1] ?? '';
    for (const [, table = ''] of block.matchAll(/^\s*(\w+): \w+;/gm)) owners.set(table, sliceOf(path));
  }
  for (const [table, slice] of Object.entries(ownersAbove)) owners.set(table, slice);
  return owners;
}

const words = '(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|update)\\s+(?:only\\s+)?"?';
const sqlWrites = new RegExp(`\\b${words}([a-z_]+)`, 'gi');
const queryWrites = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'([a-z_]+)/g;
const hiddenWrites = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*[^'\s]/;

/** Writes to tables of other slices, as `path: table of owner`; also those that do not name their table. */
export function strangersWrites(sources: readonly Source[], owners: ReadonlyMap<string, string>): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    const written = [...code.matchAll(sqlWrites), ...code.matchAll(queryWrites)].map(([, table = '']) => table);
    const strange = [...new Set(written)].flatMap((table) => {
      const owner = owners.get(table);
      return owner === undefined || owner === sliceOf(path) ? [] : `${path}: ${table} of ${owner}`;
    });
    return hiddenWrites.test(code) ? [...strange, `${path}: a table that it does not name`] : strange;
  });
}
