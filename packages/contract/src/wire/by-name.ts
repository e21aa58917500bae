type JsonObject = Record<string, unknown>;

/**
 * Free JSON with the keys of its objects by name, at every level, as the platform writes configurations, hyperparameters
 * and metadata; what is in order stays the same object. Keys that are whole numbers come first, by value: JavaScript
 * keeps them so.
 */
export function byName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? itemsByName(value) : keysByName(value as JsonObject); // any other object has keys
}

function itemsByName(items: readonly unknown[]): readonly unknown[] {
  const ordered = items.map(byName);
  return ordered.some((item, index) => item !== items[index]) ? ordered : items;
}

function keysByName(object: JsonObject): JsonObject {
  const names = Object.keys(object);
  const ordered: unknown[] = [];
  let asIs = true;
  let before: string | undefined;
  for (const name of names) {
    const value = object[name];
    const item = typeof value === 'object' ? byName(value) : value;
    ordered.push(item);
    asIs &&= item === value && (before === undefined || before < name || isIndex(before));
    before = name;
  }
  if (asIs) return object;
  // A key named __proto__ stays a key.
  return Object.fromEntries(names.map((name, index) => [name, ordered[index]] as const).sort(compare));
}

const compare = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);

const isIndex = (name: string): boolean => /^(0|[1-9]\d{0,9})$/.test(name);
