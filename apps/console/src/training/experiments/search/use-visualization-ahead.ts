import { useEffect, useRef } from 'react';
import { PlotArea } from '#ui/chart/plot-area-later.tsx';
import { whenIdle } from '#ui/primitives/when-idle.ts';
import type { Experiment } from '../../shared/experiment.ts';
import { isKnownToValidate } from '../shared/use-best-trial.ts';
import { loadVisualization } from '../visualization/drawn-by.tsx';
import { defaultVisualization } from '../visualization/visualizations.ts';

const restMs = 1000;

/** Its file, once the page has come to rest, as most go on from there to the charts; and what draws, where there is something to draw. */
export function useVisualizationAhead(experiment: Experiment, config: unknown): void {
  const latest = useRef({ experiment, config });
  latest.current = { experiment, config };
  useEffect(
    () =>
      whenIdle(() => {
        loadVisualization(defaultVisualization);
        if (isKnownToValidate(latest.current.experiment, latest.current.config)) PlotArea.load();
      }, restMs),
    [],
  );
}
