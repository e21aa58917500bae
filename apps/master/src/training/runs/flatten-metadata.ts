import { invalidArgument } from '@determined/contract/errors.ts';

/** A value at a place in a run's metadata. */
export interface MetadataValue {
  /** Of nested maps the path with dots. */
  key: string;
  /** N number, D date, A item of a list, T what else is a value, `-` an empty map. */
  kind: string;
  /** Null where there is none. */
  value: string | number | boolean | null;
  /** Of a text that is a date. */
  time: Date | null;
}

const limits = { keyLength: 50, depth: 10, textLength: 5000, keys: 1000, items: 100 };

const refuse = (text: string) => invalidArgument(`error flattening metadata: ${text}`);

/**
 * Every value of a run's metadata with its place; of a list each item under the list's name.
 * Throws InvalidArgument beyond the limits. Facts: platform semantics 6.6.
 */
export function flattenMetadata(metadata: Record<string, unknown>): MetadataValue[] {
  const found: MetadataValue[] = [];
  let keys = 0;
  const visit = (value: unknown, key: string, depth: number): void => {
    if (typeof value !== 'object' || value === null) {
      found.push(valueAt(key, value));
      return;
    }
    if (depth > limits.depth) throw refuse(`metadata exceeds maximum nesting depth of ${limits.depth}`);
    const empty = { key, value: null, time: null };
    if (Array.isArray(value)) {
      if (value.length > limits.items)
        throw refuse(`metadata array exceeds maximum length of ${value.length}/${limits.items} elements`);
      if (value.length === 0) found.push({ ...empty, kind: 'A' });
      for (const item of value) {
        const before = found.length;
        visit(item, key, depth + 1);
        const inside = found.splice(before);
        // A map or list in a list is its JSON: what is inside has been checked, and has no name of its own.
        const [whole] = typeof item === 'object' && item !== null ? [valueAt(key, JSON.stringify(item))] : inside;
        if (whole) found.push({ ...whole, kind: 'A' });
      }
      return;
    }
    const members = Object.entries(value);
    if (members.length === 0 && key !== '') found.push({ ...empty, kind: '-' });
    for (const [name, item] of members) {
      keys += 1;
      if (keys > limits.keys) throw refuse(`request exceeds run metadata key count limit ofs ${limits.keys}`);
      checkKey(name);
      visit(item, key === '' ? name : `${key}.${name}`, depth + 1);
    }
  };
  visit(metadata, '', 1);
  return found;
}

/** Keys become column names, so they carry no path characters. */
function checkKey(name: string): void {
  if (name.length > limits.keyLength)
    throw refuse(`metadata key exceeds maximum length of ${limits.keyLength} characters`);
  if (/[.$[\]]/.test(name)) throw refuse('metadata keys can not contain the following character(s):  $ . [ ]');
  if (!isStorable(name)) throw refuse('metadata keys can not contain the character U+0000 or half a surrogate pair');
}

function valueAt(key: string, value: unknown): MetadataValue {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refuse(`metadata value of ${key} is no finite number`);
    return { key, kind: 'N', value, time: null };
  }
  if (typeof value !== 'string')
    return { key, kind: 'T', value: typeof value === 'boolean' ? value : null, time: null };
  if (value.length > limits.textLength)
    throw refuse(`metadata value exceeds maximum length of ${limits.textLength} characters`);
  if (!isStorable(value)) throw refuse('metadata values can not contain the character U+0000 or half a surrogate pair');
  const time = timeOf(value);
  return { key, kind: time ? 'D' : 'T', value, time };
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

const timeForm = /^(\d{4}-\d{2})(-\d{2})?(T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A month, a day, or a time with its zone; undefined for what only looks like one. */
function timeOf(text: string): Date | null {
  const [, month, day = '-01', clock = 'T00:00:00Z'] = timeForm.exec(text) ?? [];
  if (!month || (text.includes('T') && !text.startsWith(`${month}${day}T`))) return null;
  const midnight = new Date(`${month}${day}T00:00:00Z`);
  const time = new Date(`${month}${day}${clock}`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${month}${day}`);
  return exists && !Number.isNaN(time.getTime()) ? time : null;
}
