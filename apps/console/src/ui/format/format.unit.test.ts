import { describe, expect, test } from 'vitest';
import { abbreviate, formatCount, formatMetric, formatPercent, formatSetting } from './numbers.ts';
import { formatBytes } from './sizes.ts';
import {
  formatAge,
  formatDate,
  formatDuration,
  formatRelative,
  formatRelativeInline,
  formatTimestamp,
} from './times.ts';
import { hasLength, plural, truncate } from './words.ts';

describe('numbers', () => {
  test('[FMT-001] metrics have six decimals', () => {
    expect(formatMetric(0.214307)).toBe('0.214307');
    expect(formatMetric(0.5)).toBe('0.500000');
    expect(formatMetric(12.25)).toBe('12.250000');
    expect(formatMetric(0.51234567, 4)).toBe('0.5123');
  });

  test('[FMT-002] metrics turn to exponent form under 0.01 and over 999, settings under 0.0001 and over 9999', () => {
    expect(formatMetric(0.01)).toBe('0.010000');
    expect(formatMetric(0.003682)).toBe('3.682000e-3');
    expect(formatMetric(-0.003682)).toBe('-3.682000e-3');
    expect(formatMetric(999)).toBe('999');
    expect(formatMetric(1234.5)).toBe('1.234500e+3');
    expect(formatMetric(-1000)).toBe('-1.000000e+3');
    expect(formatSetting(0.0001)).toBe('0.0001');
    expect(formatSetting(0.00005)).toBe('5.00e-5');
    expect(formatSetting(9999)).toBe('9999');
    expect(formatSetting(10_000)).toBe('1.00e+4');
    expect(formatSetting(-24_680)).toBe('-2.47e+4');
  });

  test('zero, whole, missing and non-finite values', () => {
    expect(formatMetric(0)).toBe('0');
    expect(formatSetting(0)).toBe('0');
    expect(formatMetric(5)).toBe('5');
    expect(formatMetric(null)).toBe('—');
    expect(formatSetting(undefined)).toBe('—');
    expect(formatMetric(Number.NaN)).toBe('NaN');
    expect(formatMetric(Number.NEGATIVE_INFINITY)).toBe('-Infinity');
    expect(formatSetting(0.1 + 0.2)).toBe('0.3');
  });

  test('[FMT-003] large numbers are abbreviated with k, M, B and T', () => {
    expect([999, 1000, 40_000, 8_100_000, 2.5e9, 1e12].map(abbreviate)).toEqual([
      '999',
      '1k',
      '40k',
      '8.1M',
      '2.5B',
      '1T',
    ]);
    expect(abbreviate(999_960)).toBe('1M');
    expect(abbreviate(-1500)).toBe('-1.5k');
  });

  test('counts are grouped; percent never claims an end that has not come', () => {
    expect(formatCount(10_412_906)).toBe('10,412,906');
    expect(formatPercent(0.62)).toBe('62 %');
    expect(formatPercent(0.999)).toBe('99 %');
    expect(formatPercent(0.001)).toBe('1 %');
    expect(formatPercent(1)).toBe('100 %');
  });
});

describe('sizes', () => {
  test('binary units', () => {
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(1023)).toBe('1023 B');
    expect(formatBytes(1024)).toBe('1.0 KiB');
    expect(formatBytes(265_395_405)).toBe('253.1 MiB');
    expect(formatBytes(1024 ** 3 - 1)).toBe('1.0 GiB');
  });
});

describe('times', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  const ago = (seconds: number) => formatRelative(now - seconds * 1000, now);

  test('[FMT-005] under a minute is "Just Now"', () => {
    expect(ago(0)).toBe('Just Now');
    expect(ago(59.9)).toBe('Just Now');
    expect(ago(-30)).toBe('Just Now');
    expect(ago(60)).toBe('1 minute ago');
  });

  test('[FMT-007] the largest single unit, in full words', () => {
    expect(ago(119)).toBe('1 minute ago');
    expect(ago(5 * 3600 + 18 * 60)).toBe('5 hours ago');
    expect(ago(26 * 3600)).toBe('1 day ago');
    expect(ago(13 * 86_400)).toBe('1 week ago');
  });

  test('[FMT-006, FMT-008] a month is a twelfth of 365 days, from one year on it is a date', () => {
    const month = (365 * 86_400) / 12;
    expect(ago(month - 1)).toBe('4 weeks ago');
    expect(ago(month)).toBe('1 month ago');
    expect(ago(365 * 86_400 - 1)).toBe('11 months ago');
    expect(formatRelative(new Date(2025, 10, 5, 10, 0, 0), now)).toBe('Nov 5, 2025');
    expect(formatRelativeInline(new Date(2025, 10, 5, 10, 0, 0), now)).toBe('Nov 5, 2025');
    expect(formatRelativeInline(now, now)).toBe('just now');
    expect(ago(365 * 86_400)).toMatch(/^Nov 2\d, 2025$/);
  });

  test('[FMT-009] full stamps', () => {
    expect(formatTimestamp(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02, 03:04:05');
    expect(formatDate(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02');
    expect(formatTimestamp(null)).toBe('—');
  });

  test('durations have at most two parts', () => {
    expect([39, 46 * 60 + 12, 5 * 3600 + 18 * 60, 13 * 3600 + 180, 51 * 3600].map(formatDuration)).toEqual([
      '39 s',
      '46 min',
      '5 h 18',
      '13 h 03',
      '2 d 3 h',
    ]);
    expect(formatAge(0, 4000)).toBe('4 s old');
  });
});

describe('words', () => {
  test('plural and truncate', () => {
    expect(plural(1, 'trial')).toBe('1 trial');
    expect(plural(1204, 'trial')).toBe('1,204 trials');
    expect(plural(2, 'batch', 'batches')).toBe('2 batches');
    expect(truncate('validation_loss', 30)).toBe('validation_loss');
    expect(truncate('x'.repeat(31), 30)).toHaveLength(30);
  });

  test('[FMT-012] text length counts 1 to 80 characters after trimming', () => {
    expect(hasLength('  ')).toBe(false);
    expect(hasLength(' a ')).toBe(true);
    expect(hasLength(`${'x'.repeat(80)} `)).toBe(true);
    expect(hasLength('x'.repeat(81))).toBe(false);
  });
});
