import type { Entity } from '@determined/contract/entities.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
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

export interface ShownAtOnce {
  /** The call never arrived: all is as it was. */
  takeBack(): void;
  /** It has been answered: from now on what is read is true. */
  settle(): void;
}

/**
 * Gives the things in every cached answer that reads their kind the fields they are going to have, also in what is read while
 * the server has not answered: that may be from before. The readings after it put right what the server sees otherwise.
 */
export function showAtOnce(cache: QueryClient, shown: Shown): ShownAtOnce {
  const changes = [...shown.ids].map((id) => ({ entity: shown.entity, of: { [shown.entity]: id } }));
  const concerned = (query: Query) => isStale(query, changes);
  const asRead = new Map<Query, { data: unknown; updatedAt: number }>();
  const show = (query: Query) => {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    const after = patched(data, shown);
    if (after === data) return;
    asRead.set(query, { data, updatedAt });
    // When it was read stays: the answer is no newer for it.
    cache.setQueryData(query.queryKey, after, { updatedAt });
  };
  const queries = cache.getQueryCache();
  for (const query of queries.findAll({ predicate: concerned })) show(query);
  const settle = queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (concerned(event.query)) show(event.query);
  });
  const takeBack = () => {
    settle();
    for (const [query, { data, updatedAt }] of asRead) {
      // What was written meanwhile is truer than both.
      if (query.state.dataUpdatedAt === updatedAt) cache.setQueryData(query.queryKey, data, { updatedAt });
    }
  };
  return { takeBack, settle };
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
