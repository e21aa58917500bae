/** Shown where there is no value. */
export const NO_VALUE = '—';

function notFinite(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return 'Infinity';
  if (value === Number.NEGATIVE_INFINITY) return '-Infinity';
  return undefined;
}

/**
 * Metric values and numbers in tables: 6 decimals, exponent form under 0.01 or over 999.
 * Whole numbers in that range stay whole, so that counts reported as metrics read as counts.
 */
export function formatMetric(value: number | null | undefined, decimals = 6): string {
  if (value === null || value === undefined) return NO_VALUE;
  const odd = notFinite(value);
  if (odd) return odd;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 0.01 || size > 999) return value.toExponential(decimals);
  return Number.isInteger(value) ? String(value) : value.toFixed(decimals);
}

/** Chart axes, tooltips and hyperparameter values: exponent form above 9999 or below 0.0001, with 2 digits. */
export function formatSetting(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  const odd = notFinite(value);
  if (odd) return odd;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size > 9999 || size < 0.0001) return value.toExponential(2);
  return String(Number(value.toPrecision(6)));
}

/** Counts: whole and grouped (1,204). By hand: making an `Intl.NumberFormat` costs a start some 15 ms. */
export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  return notFinite(value) ?? value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');
}

const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Large numbers where room is short: 8.1M, 40k. */
export function abbreviate(value: number): string {
  const odd = notFinite(value);
  if (odd) return odd;
  for (const [step, letter] of STEPS) {
    // 999,950 rounds to 1000.0k: it belongs to the next letter.
    if (Math.abs(value) >= step * 0.99995) return `${Number((value / step).toFixed(1))}${letter}`;
  }
  return String(Number(value.toFixed(2)));
}

/** 0.62 as "62 %"; never "100 %" before the end, never "0 %" after the start. */
export function formatPercent(fraction: number): string {
  const whole = Math.round(fraction * 100);
  if (whole >= 100 && fraction < 1) return '99 %';
  if (whole <= 0 && fraction > 0) return '1 %';
  return `${Math.min(100, Math.max(0, whole))} %`;
}
