import type { TrialCurve } from '@determined/contract/training/curves.ts';
import { describe, expect, test } from 'vitest';
import { bestOf, curveLines, rankTrials } from './curve-series.ts';
import { assignSlots } from './series-slots.ts';

const curve = (trialId: number, last: (number | null)[]): TrialCurve => ({
  trialId,
  state: 'STATE_RUNNING',
  x: last.map((_, i) => i),
  min: last,
  max: last,
  last,
});

describe('colours of lines', () => {
  test('a line keeps its colour when its rank changes, a new one takes the free place', () => {
    const before = assignSlots(new Map(), [17, 29, 24]);
    expect([...before]).toEqual([
      [17, 0],
      [29, 1],
      [24, 2],
    ]);
    const after = assignSlots(before, [24, 31, 17]);
    expect(after.get(24)).toBe(2);
    expect(after.get(17)).toBe(0);
    expect(after.get(31)).toBe(1);
    expect(after.has(29)).toBe(false);
  });
});

describe('learning curve', () => {
  const trials = [curve(1, [2, 1, null]), curve(2, [2, 0.5]), curve(3, [null]), curve(4, [3])];

  test('trials are ranked by their best value in the metric’s direction, those without one last', () => {
    expect(rankTrials(trials, true).map((trial) => trial.trialId)).toEqual([2, 1, 4, 3]);
    expect(rankTrials(trials, false).map((trial) => trial.trialId)).toEqual([4, 1, 2, 3]);
    expect(bestOf(curve(9, [null]), true)).toBeUndefined();
  });

  test('the best has the band and is drawn last; buckets without a finite value are not gaps', () => {
    const ranked = rankTrials(trials, true);
    const lines = curveLines(ranked, new Map([[2, 0]]));
    expect(lines.map((line) => line.id)).toEqual([3, 4, 1, 2]);
    expect(lines.filter((line) => line.band).map((line) => line.id)).toEqual([2]);
    expect(lines.filter((line) => line.color !== undefined).map((line) => line.id)).toEqual([2]);
    expect(lines.find((line) => line.id === 1)?.y).toEqual([2, 1, Number.NaN]);
  });
});
