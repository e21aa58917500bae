type Setting = number | string | null;

/** Hyperparameters by column: nested ones by dotted name, a place for each set in every list. */
export function flatHyperparameters(sets: readonly Record<string, unknown>[]): { name: string; values: Setting[] }[] {
  const columns = new Map<string, Setting[]>();
  sets.forEach((set, place) => {
    walk(set, '', (name, value) => {
      const values = columns.get(name) ?? new Array<Setting>(sets.length).fill(null);
      values[place] = value;
      columns.set(name, values);
    });
  });
  return [...columns].map(([name, values]) => ({ name, values }));
}

function walk(value: unknown, path: string, found: (name: string, value: Setting) => void): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`, found);
  } else if (value !== null && path !== '') {
    found(path, typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value));
  }
}
