const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** What the wire's form looks like, as nearly every text has it: an answer of a page of rows has hundreds. */
const normalForm =
  /^(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(?:\d{3}){0,2}(?!000)\d{3})?Z$/;

/**
 * RFC 3339 text with any offset → the wire's form: UTC with `Z` and 0, 3, 6 or 9 fraction digits.
 * Undefined when the text is not such a time, or not one of the years 1 to 9999.
 */
export function normaliseTimestamp(text: string): string | undefined {
  if (normalForm.test(text)) return text;
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  time.setUTCHours(Number(hour), Number(minute), Number(second));
  const asked = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A day or hour that does not exist has rolled over into the next one.
  if (time.toISOString().slice(0, 19) !== asked) return undefined;
  if (zone !== 'Z') {
    const hours = Number(zone.slice(1, 3));
    const minutes = Number(zone.slice(4));
    if (hours > 23 || minutes > 59) return undefined;
    time.setTime(time.getTime() - (hours * 60 + minutes) * (zone[0] === '-' ? -60_000 : 60_000));
  }
  const written = time.toISOString();
  if (!/^\d{4}-/.test(written) || written.startsWith('0000')) return undefined;
  return `${written.slice(0, 19)}${fractionDigits(fraction)}Z`;
}

function fractionDigits(fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? '' : `.${digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')}`;
}
