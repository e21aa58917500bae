import type { EntityKind } from '@determined/contract/entities.ts';
import { viewPermissions } from '@determined/contract/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { everywhere, isWithin, type Scope } from '#platform/http/rights.ts';

type Viewer = Pick<Context, 'rights'>;

/** Workspaces in which one sees so much that a page is soon full. */
const many = 100;

/** The column that says where a row lies: of its workspace, or of its project. */
type Place = { workspace: string } | { project: string };

/**
 * The condition under which the caller may see a thing of a kind: every list, search and count has it. It is `true` for
 * who sees everything, and the workspaces come with the rights, so that it costs no query.
 */
export function visible(kind: EntityKind, viewer: Viewer, place: Place): RawBuilder<boolean> {
  const { cluster, workspaces } = scopeOf(kind, viewer);
  if (cluster) return sql`true`;
  const within = workspaces.size > many ? amongMany(workspaces) : amongFew(workspaces);
  if ('workspace' in place) return within(sql.ref(place.workspace));
  const condition = sql<boolean>`${sql.ref(place.project)} in (select id from projects where ${within(sql.ref('workspace_id'))})`;
  // Of much the rows are looked at in the list's own order; of little they are found by where they lie.
  return workspaces.size > many ? sql`((${condition}) is true)` : condition;
}

type Within = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

function amongFew(workspaces: ReadonlySet<number>): Within {
  const ids = `{${[...workspaces].join()}}`;
  return (column) => sql`${column} in (select unnest(${ids}::int[]))`;
}

/** A bit for each workspace there may be: a thousand numbers are long to send, to read and to look through. */
function amongMany(workspaces: ReadonlySet<number>): Within {
  const bits = bitsOf(workspaces);
  // Whatever is beyond the last one is not among them, as the last bit is not set.
  return (column) => sql`(get_bit(${bits.text}::bytea, least(${column}, ${bits.last}::int)) = 1)`;
}

interface Bits {
  text: string;
  last: number;
}

/** A user's rights are remembered for a while, and many calls ask with the same ones. */
const known = new WeakMap<ReadonlySet<number>, Bits>();

function bitsOf(ids: ReadonlySet<number>): Bits {
  const made = known.get(ids);
  if (made) return made;
  let highest = 0;
  for (const id of ids) highest = Math.max(highest, id);
  const bytes = Buffer.alloc((highest >> 3) + 2);
  for (const id of ids) bytes[id >> 3] = (bytes[id >> 3] ?? 0) | (1 << (id & 7));
  const bits = { text: `\\x${bytes.toString('hex')}`, last: bytes.length * 8 - 1 };
  known.set(ids, bits);
  return bits;
}

/** The same of a thing in memory; null: it lies in no workspace. */
export function sees(kind: EntityKind, viewer: Viewer, workspaceId: number | null): boolean {
  return isWithin(scopeOf(kind, viewer), workspaceId);
}

function scopeOf(kind: EntityKind, { rights }: Viewer): Scope {
  const permission = viewPermissions[kind];
  return permission === 'none' ? everywhere : rights.where(permission);
}
