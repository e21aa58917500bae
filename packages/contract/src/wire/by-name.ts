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
  let asIs = isInOrder(names);
  // By their units, as they are compared below.
  if (!asIs) names.sort();
  const ordered: JsonObject = {};
  for (const name of names) {
    const value = object[name];
    const item = typeof value === 'object' ? byName(value) : value;
    asIs &&= item === value;
    // A key of this name stays a key.
    if (name === '__proto__') Object.defineProperty(ordered, name, { ...plainKey, value: item });
    else ordered[name] = item;
  }
  return asIs ? object : ordered;
}

const plainKey = { enumerable: true, writable: true, configurable: true };

function isInOrder(names: readonly string[]): boolean {
  let before: string | undefined;
  for (const name of names) {
    if (before !== undefined && before >= name && !isIndex(before)) return false;
    before = name;
  }
  return true;
}

const isIndex = (name: string): boolean => /^(0|[1-9]\d{0,9})$/.test(name);
