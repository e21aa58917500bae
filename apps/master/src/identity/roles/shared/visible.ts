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
  // As a table, so that a thousand of them are hashed and not looked through for each row.
  const ids = sql`(select unnest(${[...workspaces]}::int[]))`;
  const within =
    'workspace' in place
      ? sql<boolean>`${sql.ref(place.workspace)} in ${ids}`
      : sql<boolean>`${sql.ref(place.project)} in (select id from projects where workspace_id in ${ids})`;
  // Of much the rows are looked at in the list's own order; of little they are found by where they lie.
  return workspaces.size > many ? sql`((${within}) is true)` : within;
}

/** The same of a thing in memory; null: it lies in no workspace. */
export function sees(kind: EntityKind, viewer: Viewer, workspaceId: number | null): boolean {
  return isWithin(scopeOf(kind, viewer), workspaceId);
}

function scopeOf(kind: EntityKind, { rights }: Viewer): Scope {
  const permission = viewPermissions[kind];
  return permission === 'none' ? everywhere : rights.where(permission);
}
