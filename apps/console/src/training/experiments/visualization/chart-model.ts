import type { Dimension } from '#ui/chart/points/dimension.ts';
import type { Points } from './use-points.ts';

/** What the three charts of hyperparameters are drawn from. */
export interface ChartModel {
  points: Points;
  hyperparameters: readonly Dimension[];
  metric: Dimension;
  nameOf: (row: number) => string;
}

/** A chart of the grid: one hyperparameter against the metric, or two against each other. */
export interface GridChart {
  /** The hyperparameter, or "y:x". */
  name: string;
  x: Dimension;
  y: Dimension | undefined;
}

/** What charts of both kinds are told. */
export function shared({ metric, points }: ChartModel) {
  return { metric, smallerIsBetter: points.smallerIsBetter, noun: 'trial' };
}

/** The charts of a grid: one a hyperparameter, or one a pair. */
export function chartsOf(kind: 'scatter' | 'heat', all: readonly Dimension[]): GridChart[] {
  if (kind === 'scatter') return all.map((x) => ({ name: x.name, x, y: undefined }));
  return all.flatMap((x, i) => all.slice(i + 1).map((y) => ({ name: `${y.name}:${x.name}`, x, y })));
}
