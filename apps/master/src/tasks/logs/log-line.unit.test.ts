import { expect, test } from 'vitest';
import { lineTime } from './log-line.ts';

test('the time of a line is checked, also where the line before it was of the same day', () => {
  expect(lineTime('2026-03-01T00:00:01.000001+00:00')).toBe('2026-03-01T00:00:01.000001Z');
  expect(lineTime('2026-03-01T23:59:59.999999Z')).toBe('2026-03-01T23:59:59.999999Z');
  expect(lineTime('2026-03-01T23:30:00.5+02:00')).toBe('2026-03-01T21:30:00.500000Z');
  expect(lineTime('2026-03-01T00:00:01.123456789Z')).toBe('2026-03-01T00:00:01.123456Z');
  expect(lineTime('2026-03-02T00:00:01.000001Z')).toBe('2026-03-02T00:00:01.000001Z');
  for (const bad of [
    '2026-02-30T00:00:01.000001Z',
    '2026-03-02T24:00:01.000001Z',
    '2026-03-02T00:60:01.000001Z',
    'x',
  ]) {
    expect(() => lineTime(bad)).toThrow('is no time');
    expect(() => lineTime(bad), 'again').toThrow('is no time');
  }
});
