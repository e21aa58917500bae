import type { JsonValue } from '../../metrics/shared/metric-values.ts';

/**
 * What a column holds for a run or an experiment; undefined: nothing. A number is a metric's, a given value, or a
 * constant of a configuration; what is no number is the text of a metric, or JSON.
 */
export type Cell = number | { text: string } | { json: JsonValue } | undefined;

/**
 * Where a column's cells come from: summaries of metrics, what runs were given, what experiments configure as hyperparameters, and
 * what else their configurations say.
 */
export type PackedSource = 'metric' | 'sampled' | 'configured' | 'setting';

/** Of a metric the path is group, name and part. */
export interface PackedColumn {
  source: PackedSource;
  path: readonly string[];
}

/** Runs have it, not experiments. */
export const isOfRuns = ({ source }: PackedColumn): boolean => source === 'metric' || source === 'sampled';

/** One text for each column, as blocks keep it. */
export function columnName({ source, path }: PackedColumn): string {
  return JSON.stringify([source, ...path]);
}

export const summaryParts = ['last', 'min', 'max', 'mean'] as const;

/** A part of a metric's stored summary, as its text would be read. Facts: platform semantics 6.4. */
export function metricCell(summary: unknown, part: string): Cell {
  if (!isMap(summary)) return undefined;
  // Read from JSON.
  const value = summary[part] as JsonValue | undefined;
  if (value === undefined || value === null) return undefined;
  if (summary.type === 'number') return typeof value === 'number' ? value : Number(value);
  return { text: typeof value === 'string' ? value : jsonText(value) };
}

/** What a run was given at a path; maps are cells, too. */
export function sampledCell(given: unknown, path: readonly string[]): Cell {
  let value: unknown = given;
  for (const name of path) {
    if (!isMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return jsonCell(value);
}

/** A hyperparameter of a configuration, or a map of such; nothing lies below one. */
export function configuredCell(space: unknown, path: readonly string[]): Cell {
  let value: unknown = space;
  for (const name of path) {
    if (!isMap(value) || isHyperparameter(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return hyperparameterCell(value);
}

/** Every cell of a run. */
export function* runCells(summaries: unknown, given: unknown): Generator<[PackedColumn, Cell]> {
  for (const [key, names] of entriesOf(summaries)) {
    for (const [name, summary] of entriesOf(names)) {
      for (const part of summaryParts) yield [{ source: 'metric', path: [key, name, part] }, metricCell(summary, part)];
    }
  }
  for (const [path, value] of places(given, () => true)) yield [{ source: 'sampled', path }, jsonCell(value)];
}

/** Every cell of an experiment but its best trial's. */
export function* experimentCells(space: unknown, settings: unknown): Generator<[PackedColumn, Cell]> {
  for (const [path, value] of places(space, (map) => !isHyperparameter(map)))
    yield [{ source: 'configured', path }, hyperparameterCell(value)];
  for (const [path, value] of places(settings, () => true)) yield [{ source: 'setting', path }, settingCell(value)];
}

/** What tells experiments apart anyway, and what has columns of its own. */
const noSettings = new Set(['name', 'description', 'labels', 'hyperparameters', 'project', 'workspace']);

/** What a configuration says besides. */
export function settingsOf<T>(config: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !noSettings.has(key)));
}

/** What stands at a place of the settings; a list is one value, a map none. */
export const settingCell = (value: unknown): Cell =>
  value === null || value === undefined || isMap(value) ? undefined : jsonCell(value);

function* places(
  map: unknown,
  entered: (map: Record<string, unknown>) => boolean,
  above: readonly string[] = [],
): Generator<[string[], unknown]> {
  for (const [name, value] of entriesOf(map)) {
    const path = [...above, name];
    yield [path, value];
    if (isMap(value) && entered(value)) yield* places(value, entered, path);
  }
}

function jsonCell(value: unknown): Cell {
  // Read from JSON.
  return typeof value === 'number' ? value : { json: value as JsonValue };
}

function hyperparameterCell(value: unknown): Cell {
  // A constant that is a number is the commonest: it stands for its map.
  if (isMap(value) && value.type === 'const' && typeof value.val === 'number' && Object.keys(value).length === 2)
    return value.val;
  return { json: value as JsonValue };
}

/** The JSON that a configured cell stands for. */
export function configuredJson(cell: Exclude<Cell, undefined>): JsonValue {
  return typeof cell === 'number' ? { type: 'const', val: cell } : givenJson(cell);
}

function givenJson(cell: Exclude<Cell, undefined>): JsonValue {
  if (typeof cell === 'number') return cell;
  return 'json' in cell ? cell.json : cell.text;
}

/** What a configured hyperparameter is. */
const kinds: ReadonlySet<unknown> = new Set(['const', 'int', 'double', 'log', 'categorical']);
const isHyperparameter = (map: Record<string, unknown>) => kinds.has(map.type);

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const entriesOf = (value: unknown) => (isMap(value) ? Object.entries(value) : []);

/** A number as the database writes it: never with an exponent. */
export function numberText(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const at = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (at <= 0) return `${sign}0.${'0'.repeat(-at)}${digits}`;
  return at >= digits.length ? `${sign}${digits.padEnd(at, '0')}` : `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
}

/** JSON as the database writes it: keys by length, then by their bytes; a blank after commas and colons. */
export function jsonText(value: JsonValue): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  const entries = Object.keys(value).sort(compareKeys);
  return `{${entries.map((key) => `${JSON.stringify(key)}: ${jsonText(value[key] ?? null)}`).join(', ')}}`;
}

/** The text of a cell, as conditions on texts see it; null is none. */
export function cellText(cell: Cell): string | undefined {
  if (cell === undefined) return undefined;
  if (typeof cell === 'number') return numberText(cell);
  if ('text' in cell) return cell.text;
  if (cell.json === null) return undefined;
  return typeof cell.json === 'string' ? cell.json : jsonText(cell.json);
}

/** Texts by their bytes. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a === b) continue;
    // Of UTF-16, the halves of what lies beyond 16 bits come before the last of these, but not in UTF-8.
    const [high, other] = [isSurrogate(a), isSurrogate(b)];
    return high === other ? a - b : high ? 1 : -1;
  }
  return left.length - right.length;
}
const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

/** Keys as the database keeps them. */
function compareKeys(left: string, right: string): number {
  return Buffer.byteLength(left) - Buffer.byteLength(right) || compareTexts(left, right);
}

/** Numbers as the database has them: NaN equals itself and comes after everything. */
export function compareNumbers(left: number, right: number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  if (left === right) return 0;
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
}

const rank = (value: JsonValue) => {
  if (value === null) return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'boolean') return 3;
  return Array.isArray(value) ? 4 : 5;
};

/** JSON as the database orders it: by type, then by size or value. Facts: platform semantics 6.7. */
export function compareJson(left: JsonValue, right: JsonValue): number {
  const kind = rank(left);
  if (kind !== rank(right)) return kind - rank(right);
  if (kind === 1) return compareTexts(left as string, right as string);
  if (kind === 2 || kind === 3) return compareNumbers(Number(left), Number(right));
  if (kind === 4) return compareLists(left as JsonValue[], right as JsonValue[]);
  if (kind === 5) return compareLists(pairsOf(left), pairsOf(right));
  return 0;
}

// The caller has looked at its rank.
const pairsOf = (map: JsonValue) =>
  Object.entries(map as Record<string, JsonValue>)
    .sort(([left], [right]) => compareKeys(left, right))
    .flat();

function compareLists(left: readonly JsonValue[], right: readonly JsonValue[]): number {
  if (left.length !== right.length) return left.length - right.length;
  for (const [at, value] of left.entries()) {
    const order = compareJson(value, right[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** The compatible searches order metrics by their text, our own table numbers before texts; the rest is ordered as JSON. */
export type CellOrder = 'as text' | 'as metric' | 'as given' | 'as configured';

/** The order of two cells that hold something. */
export function compareCells(left: Exclude<Cell, undefined>, right: Exclude<Cell, undefined>, how: CellOrder): number {
  const [isNumber, other] = [typeof left === 'number', typeof right === 'number'];
  if (isNumber && other && how !== 'as text') return compareNumbers(left as number, right as number);
  if (how === 'as configured') return compareJson(configuredJson(left), configuredJson(right));
  if (how === 'as given') return compareJson(givenJson(left), givenJson(right));
  // Numbers first, in their order; what is none follows as text.
  if (how === 'as metric' && isNumber !== other) return isNumber ? -1 : 1;
  return compareTexts(cellText(left) ?? '', cellText(right) ?? '');
}
