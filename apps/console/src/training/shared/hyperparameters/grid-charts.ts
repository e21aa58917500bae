import type { Dimension } from '#ui/chart/points/dimension.ts';

/** A chart of the grid: one hyperparameter against the metric, or two against each other. */
export interface GridChart {
  /** The hyperparameter, or "y:x". */
  name: string;
  x: Dimension;
  y: Dimension | undefined;
}

/** The charts of a grid: one a hyperparameter, or one a pair. */
export function chartsOf(kind: 'scatter' | 'heat', all: readonly Dimension[]): GridChart[] {
  if (kind === 'scatter') return all.map((x) => ({ name: x.name, x, y: undefined }));
  return all.flatMap((x, i) => all.slice(i + 1).map((y) => ({ name: `${y.name}:${x.name}`, x, y })));
}
