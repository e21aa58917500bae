import { useElementSize } from '@mantine/hooks';
import { Maximize2 } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { worded } from '#platform/switches/thing-words.ts';
import { chartsOf } from '#training/shared/hyperparameters/grid-charts.ts';
import { leastChartWidth } from '#ui/chart/chart-sizes.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { HeatMap } from '#ui/chart/points/heat-map.tsx';
import { ScatterPlot } from '#ui/chart/points/scatter-plot.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import type { Experiment } from '../../shared/experiment.ts';
import { ChartDialog } from './chart-dialog.tsx';
import { type ChartModel, shared } from './chart-model.ts';
import { directionWords, drawnWords } from './chart-words.ts';
import styles from './visualization.module.css';

interface ChartGridProps {
  kind: 'scatter' | 'heat';
  experiment: Experiment;
  model: ChartModel;
  view: 'grid' | 'list';
}

/** Charts of one kind beside each other, each of which opens for itself. */
export function ChartGrid({ kind, experiment, model, view }: ChartGridProps) {
  const { hyperparameters, points, metric } = model;
  const charts = useMemo(() => chartsOf(kind, hyperparameters), [kind, hyperparameters]);
  const [open, setOpen] = useState<number>();
  const [read, setRead] = useState<number>();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const shown = open === undefined ? undefined : charts[open];
  if (charts.length === 0) {
    return <EmptyState title="No data available.">A heat map needs two hyperparameters.</EmptyState>;
  }
  return (
    <>
      <div
        ref={ref}
        className={styles.grid}
        data-view={view}
        // React types know no custom properties.
        style={{ '--least': `${leastChartWidth(width || 1000)}px` } as CSSProperties}
      >
        {charts.map((chart, i) => {
          const controls = (
            <IconButton icon={Maximize2} name={`Open ${chart.name}`} size="xs" onClick={() => setOpen(i)} />
          );
          return (
            <div key={chart.name} className={styles.cell}>
              {chart.y ? (
                <HeatMap {...chart} y={chart.y} {...shared(model)} controls={controls} />
              ) : (
                <ScatterPlot
                  x={chart.x}
                  y={metric}
                  {...shared(model)}
                  nameOf={model.nameOf}
                  read={read}
                  onRead={setRead}
                  controls={controls}
                />
              )}
            </div>
          );
        })}
      </div>
      <p className={styles.foot}>
        <span>
          {kind === 'heat' ? (
            <>
              <ColorKey metric={`mean ${metric.name}`} />
              {worded` · Outline: no trial there.`}
            </>
          ) : (
            `${metric.name} up, hyperparameter across; darker is better. Ringed: the best, or the one that is read.`
          )}
        </span>
        <span>
          {drawnWords(points)}; {directionWords(points)}
        </span>
      </p>
      {shown && open !== undefined && (
        <ChartDialog
          chart={shown}
          place={open}
          count={charts.length}
          onGo={(by) => setOpen((open + by + charts.length) % charts.length)}
          onClose={() => setOpen(undefined)}
          experimentId={experiment.id}
          model={model}
        />
      )}
    </>
  );
}
