import type { Entity } from '@determined/contract/entities.ts';
import type { QueryClient } from '@tanstack/react-query';
import { isStale } from '#platform/api/query-client.ts';

interface Shown {
  entity: Entity;
  /** A field by which such a thing is told from other parts of an answer. */
  mark: string;
  ids: ReadonlySet<number | string>;
  fields: object;
  /** Lists have them no more. */
  leave?: boolean | undefined;
}

/**
 * Gives the things in every cached answer that reads their kind the fields they are going to have; the next reading of the
 * answers puts right what the server sees otherwise. Returns the way back, for a call that never arrived.
 */
export function showAtOnce(cache: QueryClient, shown: Shown): () => void {
  const changes = [...shown.ids].map((id) => ({ entity: shown.entity, of: { [shown.entity]: id } }));
  const wayBack: (() => void)[] = [];
  for (const query of cache.getQueryCache().findAll({ predicate: (query) => isStale(query, changes) })) {
    const before = query.state.data;
    const after = patched(before, shown);
    // When it was read stays: the answer is no newer for it.
    if (after === before) continue;
    const updatedAt = query.state.dataUpdatedAt;
    cache.setQueryData(query.queryKey, after, { updatedAt });
    wayBack.push(() => {
      // What was read meanwhile is truer than both.
      if (query.state.dataUpdatedAt === updatedAt) cache.setQueryData(query.queryKey, before, { updatedAt });
    });
  }
  return () => {
    for (const restore of wayBack) restore();
  };
}

/** The same value where nothing of it is meant, so that what shows it is not drawn anew. */
function patched(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value)) {
    const parts = value.filter((part) => !(shown.leave && isMeant(part, shown))).map((part) => patched(part, shown));
    return parts.length < value.length || parts.some((part, i) => part !== value[i]) ? parts : value;
  }
  if (!isPlain(value)) return value;
  if (isKind(value, shown)) return isMeant(value, shown) ? withFields(value, shown.fields) : value;
  const entries = Object.entries(value).map(([key, part]) => [key, patched(part, shown)] as const);
  return entries.some(([key, part]) => part !== value[key]) ? Object.fromEntries(entries) : value;
}

/** A row of a table has what was asked for of it in its cells. */
function withFields(value: Record<string, unknown>, fields: object): Record<string, unknown> {
  const { cells } = value;
  if (!isPlain(cells)) return { ...value, ...fields };
  const known = Object.entries(fields).filter(([key]) => key in cells);
  return { ...value, ...fields, cells: { ...cells, ...Object.fromEntries(known) } };
}

const isKind = (value: unknown, { mark }: Shown): value is Record<string, unknown> & { id: number } =>
  isPlain(value) && mark in value && typeof value.id === 'number';

const isMeant = (value: unknown, shown: Shown) => isKind(value, shown) && shown.ids.has(value.id);

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
