/** ISO text in UTC, up to nine digits → microseconds since 1970, rounded as the database does. */
export function microsOf(iso: string): number {
  const [, seconds, digits] = /^(.*?\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  if (seconds === undefined) throw new Error(`not a time in UTC: ${iso}`);
  return Date.parse(`${seconds}Z`) * 1000 + Math.round(Number(`0.${digits ?? 0}`) * 1e6);
}

/** Microseconds since 1970 → ISO text in UTC with six digits, as the database's own. */
export function isoOf(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, -5)}.${String(micros - seconds * 1e6).padStart(6, '0')}Z`;
}

/** The same time without what is below a millisecond. */
export function cutToMillis(iso: string): string {
  return iso.replace(/(\.\d{3})\d+Z$/, '$1Z');
}
