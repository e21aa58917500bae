import { lazyRouteComponent } from '@tanstack/react-router';
import { defaultVisualization, isHyperparameterChart } from './visualizations.ts';

/**
 * What draws the visualizations. Unlike what is `lazy`, what has been loaded on the way is drawn at once, with no page before it that
 * stands in for it.
 */
export const LearningCurve = lazyRouteComponent(() => import('../detail/learning-curve.tsx'), 'LearningCurve');
export const HyperparameterCharts = lazyRouteComponent(
  () => import('./hyperparameter-charts.tsx'),
  'HyperparameterCharts',
);

/** For a route's loader: nobody waits for it. */
export function loadVisualization(viz: string): void {
  if (viz === defaultVisualization) void LearningCurve.preload?.();
  else if (isHyperparameterChart(viz)) void HyperparameterCharts.preload?.();
}
