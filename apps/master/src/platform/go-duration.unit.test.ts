import { expect, test } from 'vitest';
import { goDurationMs } from './go-duration.ts';

test.each([
  ['720h', 2_592_000_000],
  ['1h30m', 5_400_000],
  ['+1.5s', 1_500],
  ['.5ms', 0.5],
  ['1.s', 1_000],
  ['2us2µs2μs', 0.006],
  ['1ns', 1e-6],
  ['-2m', -120_000],
  ['0', 0],
])('%s is %d ms', (text, ms) => {
  expect(goDurationMs(text)).toBeCloseTo(ms, 9);
});

test.each(['', '-1', '1', '1 h', '1h x', 'h', '.', '1..5h', '1d', 'h1'])('%j is none', (text) => {
  expect(goDurationMs(text)).toBeUndefined();
});

test('a long text that is none is told so at once', () => {
  const from = performance.now();
  expect(goDurationMs('1'.repeat(1_000_000))).toBeUndefined();
  // Hours, where each of its parts could be read in many ways.
  expect(performance.now() - from).toBeLessThan(5_000);
});
