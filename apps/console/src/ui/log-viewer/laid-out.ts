/** A longer line is not laid out. */
const MOST = 100_000;

/** A line's JSON with a value a line, what stands before it kept; undefined for a line that has none. */
export function laidOut(text: string): string | undefined {
  if (text.length > MOST) return undefined;
  const start = text.search(/[{[]/);
  if (start < 0) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start));
    if (typeof value !== 'object' || value === null) return undefined;
    const before = text.slice(0, start).trim();
    return `${before ? `${before}\n` : ''}${JSON.stringify(value, null, 2)}`;
  } catch {
    return undefined;
  }
}
