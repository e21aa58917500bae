import type { Searcher } from '../../shared/experiment.ts';

/** The visualisations by their part of the address, in the order of their tabs. */
export const visualizations = {
  'learning-curve': 'Learning Curve',
  'hp-parallel-coordinates': 'HP Parallel Coordinates',
  'hp-scatter-plots': 'HP Scatter Plots',
  'hp-heat-map': 'HP Heat Map',
} as const;
export type Visualization = keyof typeof visualizations;
export const defaultVisualization: Visualization = 'learning-curve';

/** Hyperparameters of a custom searcher are its own business. */
export function visualizationsOf(searcher: Pick<Searcher, 'name'>): Visualization[] {
  const all = Object.keys(visualizations) as Visualization[];
  return searcher.name === 'custom' ? [defaultVisualization] : all;
}

export const notApplicable = 'Hyperparameter visualizations are not applicable for single and PBT searchers.';

/** Whether a part of an address names a chart of hyperparameters. */
export function isHyperparameterChart(viz: string | undefined): boolean {
  return viz !== undefined && viz !== defaultVisualization && Object.hasOwn(visualizations, viz);
}
