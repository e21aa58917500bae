/** ISO text in UTC, up to nine digits → microseconds since 1970, rounded as the database does. */
export function microsOf(iso: string): number {
  const [, seconds, digits] = /^(.*?\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  if (seconds === undefined) throw new Error(`not a time in UTC: ${iso}`);
  return Date.parse(`${seconds}Z`) * 1000 + Math.round(Number(`0.${digits ?? 0}`) * 1e6);
}

const microsOfMinute = 60e6;
/** Of the minute that was written last: the points of a curve follow each other. */
let written = { minute: Number.NaN, text: '' };

/** Microseconds since 1970 → ISO text in UTC with six digits, as the database's own. */
export function isoOf(micros: number): string {
  const minute = Math.floor(micros / microsOfMinute);
  if (minute !== written.minute) {
    // Without its seconds: `00.000Z`.
    written = { minute, text: new Date(minute * 60_000).toISOString().slice(0, -7) };
  }
  // A one in front keeps the zeros.
  const digits = String(100_000_000 + micros - minute * microsOfMinute);
  return `${written.text}${digits.slice(1, 3)}.${digits.slice(3)}Z`;
}

/** The same time without what is below a millisecond. */
export function cutToMillis(iso: string): string {
  return iso.replace(/(\.\d{3})\d+Z$/, '$1Z');
}
