import { TabLoading } from '#training/shared/tab-loading.tsx';
import { later } from '#ui/primitives/later.tsx';
import { defaultVisualization, isHyperparameterChart } from './visualizations.ts';

const meanwhile = () => <TabLoading words="Loading..." />;

export const LearningCurve = later(async () => (await import('../detail/learning-curve.tsx')).LearningCurve, meanwhile);
export const HyperparameterCharts = later(
  async () => (await import('./hyperparameter-charts.tsx')).HyperparameterCharts,
  meanwhile,
);

/** For a route's loader, or before anybody asks: nobody waits for it. */
export function loadVisualization(viz: string): void {
  if (viz === defaultVisualization) LearningCurve.load();
  else if (isHyperparameterChart(viz)) HyperparameterCharts.load();
}
