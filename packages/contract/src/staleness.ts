import type { Entity, EntityKind } from './entities.ts';

type Id = number | string;

/** A change of one thing, or of any of its kind. */
export interface Change {
  entity: Entity;
  /** Ids of the thing itself and of what it lies in, as far as they are known: `{project: 1, experiment: 12, trial: 40}`. */
  of?: { readonly [Kind in Entity | EntityKind]?: Id };
}

/** Where a request names the things that a call is about: kind → field path. */
export type Subjects = { readonly [Kind in Entity | EntityKind]?: string };

/** What staleness is decided by; every route has it. */
export interface Stales {
  reads: readonly Entity[] | undefined;
  changes: readonly Entity[];
  of: Subjects;
}

/** What a call has changed: of each kind it changes, what its request names. */
export function changesOf({ changes, of }: Stales, request: unknown): Change[] {
  const named = Object.entries(of).flatMap(([kind, path]) => {
    const ids = idsAt(request, path);
    return ids.length === 1 && ids[0] !== undefined ? [[kind, ids[0]] as const] : [];
  });
  return changes.map((entity) => ({ entity, of: Object.fromEntries(named) }));
}

/**
 * Whether the answer that the call gave to `request` may be stale after `change`: it reads that kind, and nothing that
 * both name tells them apart. What only one of them names says nothing.
 */
export function isStaleAfter({ reads, of }: Pick<Stales, 'reads' | 'of'>, request: unknown, change: Change): boolean {
  if (!reads?.includes(change.entity)) return false;
  return Object.entries(of).every(([kind, path]) => {
    const changed = change.of?.[kind as keyof Subjects];
    const asked = idsAt(request, path);
    return changed === undefined || asked.length === 0 || asked.some((id) => String(id) === String(changed));
  });
}

/** Ids at a dotted path; zero and empty mean all, or the default one. */
function idsAt(request: unknown, path: string): Id[] {
  let at = request;
  for (const part of path.split('.')) at = (at as Record<string, unknown> | null | undefined)?.[part];
  return [at].flat().filter((id): id is Id => (typeof id === 'number' || typeof id === 'string') && !!id);
}
