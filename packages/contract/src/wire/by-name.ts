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
  let ordered: unknown[] | undefined;
  for (const [at, value] of items.entries()) {
    const item = byName(value);
    if (item !== value) ordered ??= items.slice(0, at);
    ordered?.push(item);
  }
  return ordered ?? items;
}

/** What was ordered when it was read is looked at again when it is written: nothing is made for that. */
function keysByName(object: JsonObject): JsonObject {
  const names = Object.keys(object);
  const isOrdered = isInOrder(names);
  // By their units, as they are compared below.
  if (!isOrdered) names.sort();
  let ordered: JsonObject | undefined = isOrdered ? undefined : {};
  for (const [at, name] of names.entries()) {
    const value = object[name];
    const item = typeof value === 'object' ? byName(value) : value;
    if (item !== value && ordered === undefined) {
      ordered = {};
      for (const before of names.slice(0, at)) put(ordered, before, object[before]);
    }
    if (ordered !== undefined) put(ordered, name, item);
  }
  return ordered ?? object;
}

function put(object: JsonObject, name: string, value: unknown): void {
  // A key of this name stays a key.
  if (name === '__proto__') Object.defineProperty(object, name, { ...plainKey, value });
  else object[name] = value;
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
