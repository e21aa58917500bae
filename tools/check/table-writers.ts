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
  allocation_history: 'tasks/allocations',
  waiting_reasons: 'tasks/allocations',
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

/** The one file of each that changes the state of a thing, and the table that it stands in. */
export const stateWriters: Readonly<Record<string, string>> = {
  allocations: 'tasks/allocations/shared/allocation-state.ts',
  experiments: 'training/life/shared/experiment-state.ts',
  trials: 'training/life/shared/trial-state.ts',
};

/** Up to where a statement says which rows it is about: what it sets, in a query or in SQL. */
const changes = (table: string) =>
  new RegExp(
    `(?:\\.updateTable\\(\\s*'${table}(?: as \\w+)?'|\\bupdate\\s+(?:only\\s+)?${table}\\b)([^]*?)(?:\\.where\\(|\\.execute|\\bwhere\\b|$)`,
    'g',
  );

/** A column called `state` that is given a value: as a key, alone or with one, in SQL, or in a list of columns. */
const setsState = /(?:\bstate\s*[:=](?!=)|[{,(]\s*state\s*[,})]|'state'\s*[,\]:])/;
/** Values that are made elsewhere: whether there is a state in them is not seen here. */
const setsUnseen = /\.set\(\s*\w+\s*\)/;

/** Writes of a state by another file than its own, as `path: state of table`. */
export function strangeStates(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return Object.entries(stateWriters).flatMap(([table, file]) => {
      if (path === file) return [];
      const set = [...code.matchAll(changes(table))].map(([, values = '']) => values);
      if (set.some((values) => setsState.test(values))) return [`${path}: state of ${table}`];
      return set.some((values) => setsUnseen.test(values)) ? [`${path}: unseen columns of ${table}`] : [];
    });
  });
}

const locks =
  /\.for(?:Update|NoKeyUpdate|Share|KeyShare)\b|\bfor\s+(?:(?:no\s+key\s+)?update|(?:key\s+)?share)\b|\block\s+table\b/i;

/** Files that lock rows past `lock-order.ts`, which holds the order. */
export function rawLocks(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== 'platform/db/lock-order.ts')
    .filter(({ text }) => locks.test(text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')))
    .map(({ path }) => path);
}
