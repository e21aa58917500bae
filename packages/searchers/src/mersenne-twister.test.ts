import { describe, expect, test } from 'vitest';
import { MersenneTwister } from './mersenne-twister.ts';

const seeded = (seed: number) => new MersenneTwister({ seed, drawn: 0 });
const times = <T>(count: number, draw: () => T) => Array.from({ length: count }, draw);

describe('the numbers of numpy', () => {
  test('words', () => {
    const zero = seeded(0);
    expect(times(4, () => zero.bits32())).toEqual([2357136044, 2546248239, 3071714933, 3626093760]);
    const answer = seeded(42);
    expect(times(4, () => answer.bits32())).toEqual([1608637542, 3421126067, 4083286876, 787846414]);
  });

  test('unit interval', () => {
    const random = seeded(42);
    expect(times(3, () => random.unit())).toEqual([0.3745401188473625, 0.9507143064099162, 0.7319939418114051]);
  });

  test('whole numbers', () => {
    const random = seeded(42);
    expect(times(12, () => random.below(10))).toEqual([6, 3, 7, 4, 6, 9, 2, 6, 7, 4, 3, 7]);
  });

  test('bytes are the words, least significant first, also when the last word is cut', () => {
    expect([...seeded(42).bytes(6)]).toEqual([0x66, 0xdc, 0xe1, 0x5f, 0xb3, 0x3d]);
  });
});

test('nothing is drawn where there is nothing to choose', () => {
  const random = seeded(7);
  expect(random.below(1)).toBe(0);
  expect(random.state()).toEqual({ seed: 7, drawn: 0 });
});

test('ranges wider than 32 bits are used up to their last value and no further', () => {
  const random = seeded(3);
  const limit = (1n << 33n) + 1n;
  const values = times(200, () => random.upTo(limit));
  expect(values.every((value) => value >= 0n && value <= limit)).toBe(true);
  expect(values.some((value) => value > 1n << 32n)).toBe(true);
});

test.each([0, 1, 623, 624, 625, 1247, 1248, 1249, 5000])('goes on after %i words as if never stopped', (drawn) => {
  const straight = seeded(99);
  times(drawn, () => straight.bits32());
  const restored = new MersenneTwister(JSON.parse(JSON.stringify(straight.state())));
  expect(times(1300, () => restored.bits32())).toEqual(times(1300, () => straight.bits32()));
  expect(restored.state()).toEqual(straight.state());
});
