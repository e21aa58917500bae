interface Length {
  /** `batches`, `epochs` or `records`. */
  unit: string;
  value: number;
}

type Free = Record<string, unknown>;
const asObject = (value: unknown): Free => (typeof value === 'object' && value !== null ? (value as Free) : {});

/** How far a search says that its trials train, which the training itself reads; undefined where it does not say. */
export function lengthOf(config: unknown): Length | undefined {
  const length = asObject(asObject(config).searcher).max_length;
  if (typeof length === 'number') return { unit: 'batches', value: length };
  const [[unit, value] = []] = Object.entries(asObject(length)).filter(([, found]) => typeof found === 'number');
  return unit === undefined ? undefined : { unit, value: value as number };
}

/** The configuration to put over the present one, for so much more. JSON is YAML. */
export function overrideFor(length: Length | undefined, additional: string): string {
  const more = Number(additional.trim());
  if (!length || more === 0) return '';
  return JSON.stringify({ searcher: { name: 'single', max_length: { [length.unit]: length.value + more } } });
}
