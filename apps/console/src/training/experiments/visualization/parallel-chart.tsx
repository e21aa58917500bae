import { Maximize2 } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { worded } from '#platform/switches/thing-words.ts';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import type { Brushes } from '#ui/chart/parallel/brush.ts';
import { ParallelCoordinates } from '#ui/chart/parallel/parallel-coordinates.tsx';
import { parallelModel } from '#ui/chart/parallel/parallel-lines.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { Experiment } from '../../shared/experiment.ts';
import type { ChartModel } from './chart-model.ts';
import { directionWords, drawnWords } from './chart-words.ts';
import { TrialList } from './trial-list.tsx';
import styles from './visualization.module.css';

const TITLE = 'HP Parallel Coordinates';

interface ParallelChartProps {
  experiment: Experiment;
  model: ChartModel;
  /** The metrics beside the one that is drawn. */
  among: ComponentProps<typeof ChartModal>['among'];
}

/** All trials over their hyperparameters, and those inside the ranges beside them. */
export function ParallelChart({ experiment, model, among }: ParallelChartProps) {
  const { points, hyperparameters, metric, nameOf } = model;
  const [brushes, setBrushes] = useState<Brushes>({});
  const [read, setRead] = useState<number>();
  const kept = useMemo(() => {
    const { kept: isKept } = parallelModel([...hyperparameters, metric], brushes);
    return points.trials.flatMap((_, row) => (isKept[row] && points.values[row] !== null ? [row] : []));
  }, [hyperparameters, metric, brushes, points]);
  const brushed = Object.keys(brushes).length > 0;
  const [open, setOpen] = useState(false);
  const drawn = (height?: number, onOpen?: () => void) => (
    <ParallelCoordinates
      title={TITLE}
      height={height}
      note={`${drawnWords(points)}; ${directionWords(points)}`}
      noun={worded`trial`}
      nameOf={nameOf}
      dimensions={hyperparameters}
      metric={metric}
      smallerIsBetter={points.smallerIsBetter}
      brushes={brushes}
      onBrush={setBrushes}
      read={read}
      onRead={setRead}
      controls={
        <>
          {brushed && (
            <Button variant="quiet" size="xs" onClick={() => setBrushes({})}>
              Clear brush
            </Button>
          )}
          {onOpen && <IconButton icon={Maximize2} name={`Open ${TITLE}`} size="xs" onClick={onOpen} />}
        </>
      }
      caption={
        <>
          <ColorKey metric={metric.name} /> · Blue: the best, or the one that is read. Drag along an axis, or press
          Enter on it, for a range.
        </>
      }
    />
  );
  return (
    <div className={styles.beside}>
      {drawn(undefined, () => setOpen(true))}
      <div className={styles.list}>
        <TrialList
          title={brushed ? 'Inside the brush' : worded`Trials`}
          experimentId={experiment.id}
          model={model}
          rows={kept}
        />
      </div>
      {open && (
        <ChartModal title={`${TITLE}, ${metric.name}`} onClose={() => setOpen(false)} among={among}>
          {drawn(chartHeights.full)}
        </ChartModal>
      )}
    </div>
  );
}
