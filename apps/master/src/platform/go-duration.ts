const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  // The micro sign and the Greek letter.
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
// Each text can be read in one way only: a long one must not take long.
const part = String.raw`(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)`;
const whole = new RegExp(`^[+-]?(?:0|(?:${part})+)$`);

/** Milliseconds of a duration as Go writes it, such as `720h` or `-1h30m`; undefined when it is none. */
export function goDurationMs(text: string): number | undefined {
  if (!whole.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(new RegExp(part, 'g')))
    total += Number(amount) * (unitMs[unit] ?? 0);
  return text.startsWith('-') ? -total : total;
}
