import { useState } from 'react';
import type { GridChart } from '#training/shared/hyperparameters/grid-charts.ts';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { HeatMap } from '#ui/chart/points/heat-map.tsx';
import { ScatterPlot } from '#ui/chart/points/scatter-plot.tsx';
import { type ChartModel, shared } from './chart-model.ts';
import { TrialList } from './trial-list.tsx';
import styles from './visualization.module.css';

interface ChartDialogProps {
  chart: GridChart;
  /** Its place among the charts, from 0. */
  place: number;
  count: number;
  /** To the chart so many places on; after the last comes the first. */
  onGo: (by: 1 | -1) => void;
  onClose: () => void;
  experimentId: number;
  model: ChartModel;
}

/** One chart for itself, and the way to those beside it. */
export function ChartDialog({ chart, place, count, onGo, onClose, experimentId, model }: ChartDialogProps) {
  const [read, setRead] = useState<number>();
  const [members, setMembers] = useState<readonly number[]>([]);
  const go = (by: 1 | -1) => {
    setMembers([]);
    onGo(by);
  };
  return (
    <ChartModal title={chart.name} onClose={onClose} among={{ place, count, onGo: go }}>
      {chart.y ? (
        <div className={styles.dialog}>
          <HeatMap
            {...chart}
            y={chart.y}
            {...shared(model)}
            labelled
            height={chartHeights.scatterDialog}
            onRead={setMembers}
          />
          <div>
            <TrialList title="In this cell" experimentId={experimentId} model={model} rows={members} />
            <p className={styles.foot}>
              <ColorKey metric={`mean ${model.metric.name}`} />
            </p>
          </div>
        </div>
      ) : (
        <ScatterPlot
          x={chart.x}
          y={model.metric}
          {...shared(model)}
          nameOf={model.nameOf}
          read={read}
          onRead={setRead}
          height={chartHeights.scatterDialog}
        />
      )}
    </ChartModal>
  );
}
