import { worded } from '#platform/switches/thing-words.ts';
import type { Points } from '#training/shared/hyperparameters/points.ts';
import type { Dimension } from '#ui/chart/points/dimension.ts';

/** What the three charts of hyperparameters are drawn from. */
export interface ChartModel {
  points: Points;
  hyperparameters: readonly Dimension[];
  metric: Dimension;
  nameOf: (row: number) => string;
}

/** What charts of both kinds are told. */
export function shared({ metric, points }: ChartModel) {
  return { metric, smallerIsBetter: points.smallerIsBetter, noun: worded`trial` };
}
