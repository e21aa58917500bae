import { Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { GridChart } from '#training/shared/hyperparameters/grid-charts.ts';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { HeatMap } from '#ui/chart/points/heat-map.tsx';
import { ScatterPlot } from '#ui/chart/points/scatter-plot.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
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
  useFocusBack();
  const mobile = useIsMobile();
  const [read, setRead] = useState<number>();
  const [members, setMembers] = useState<readonly number[]>([]);
  const go = (by: 1 | -1) => {
    setMembers([]);
    onGo(by);
  };
  // A chart that has the focus takes the arrows for its points.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    go(by);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={chart.name}
      size="calc(100vw - 128px)"
      yOffset={48}
      fullScreen={mobile}
      onKeyDown={onKeyDown}
      aria-keyshortcuts="ArrowLeft ArrowRight"
    >
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
      <footer className={styles.dialogFoot}>
        <span className={styles.place} role="status">
          {place + 1} of {count}
        </span>
        <Button size="md" onClick={() => go(-1)}>
          <Icon of={ChevronLeft} size={14} /> Previous
        </Button>
        <Button size="md" onClick={() => go(1)}>
          Next <Icon of={ChevronRight} size={14} />
        </Button>
        <Button size="md" onClick={onClose} data-autofocus>
          Close
        </Button>
      </footer>
    </Modal>
  );
}
