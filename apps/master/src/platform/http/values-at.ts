/** The values that a dotted path reaches in a request, through its lists; none where a part is not there. */
export function valuesAt(value: unknown, path: string): unknown[] {
  if (path === '') return [];
  let reached: unknown[] = [value];
  for (const key of path.split('.')) {
    reached = reached.flatMap((at) => {
      if (typeof at !== 'object' || at === null) return [];
      // Any object may be asked for a key.
      const next = (at as Record<string, unknown>)[key];
      return Array.isArray(next) ? next : [next];
    });
  }
  return reached.filter((found) => found !== undefined);
}

/** An id that was not given. */
export const isEmpty = (id: unknown): boolean => id === undefined || id === null || id === 0 || id === '';
