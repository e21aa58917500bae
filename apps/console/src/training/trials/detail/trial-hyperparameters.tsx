import { useMemo, useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import type { Brushes } from '#ui/chart/parallel/brush.ts';
import { ParallelCoordinates } from '#ui/chart/parallel/parallel-coordinates.tsx';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import type { Experiment, Searcher } from '../../shared/experiment.ts';
import { hyperparameterDimension, offeredHyperparameters, usePoints } from '../../shared/hyperparameters/points.ts';
import { shownHyperparameters } from '../../shared/hyperparameters/shown-hyperparameters.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { Trial } from '../../shared/trial.ts';
import styles from './hyperparameter-table.module.css';
import { HyperparameterTable } from './hyperparameter-table.tsx';

interface TrialHyperparametersProps {
  trial: Trial;
  experiment: Experiment;
  config: unknown;
  searcher: Searcher;
}

/** A trial's hyperparameters: where it stands among the others of its search, and each value. */
export function TrialHyperparameters({ trial, experiment, config, searcher }: TrialHyperparametersProps) {
  const metric = { group: 'validation', name: searcher.metric };
  const query = usePoints(experiment, { metric });
  const points = query.data;
  const [brushes, setBrushes] = useState<Brushes>({});
  const [read, setRead] = useState<number>();
  const dimensions = useMemo(
    () =>
      points
        ? shownHyperparameters([], offeredHyperparameters(config, points)).map((name) =>
            hyperparameterDimension(name, config, points),
          )
        : [],
    [config, points],
  );
  const values = useMemo(
    () => ({ name: points?.metric ?? '', values: points?.values ?? [], scale: 'linear' as const }),
    [points],
  );
  const own = points?.trials.indexOf(trial.id) ?? -1;
  return (
    <div className={styles.stack}>
      {query.error && !points ? (
        <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />
      ) : (
        <ParallelCoordinates
          title="HP Parallel Coordinates"
          noun={worded`trial`}
          nameOf={(row) => worded`trial ${points?.trials[row] ?? ''}`}
          dimensions={dimensions}
          metric={values}
          smallerIsBetter={points?.smallerIsBetter ?? searcher.smallerIsBetter}
          brushes={brushes}
          onBrush={setBrushes}
          read={read}
          onRead={setRead}
          home={own}
          empty={
            !points ? (
              <TabLoading words="Fetching metrics..." />
            ) : own < 0 || points.values[own] === null ? (
              <EmptyState title="No data to plot.">
                {worded`Trial ${trial.id} has no value of ${searcher.metric} yet.`}
              </EmptyState>
            ) : dimensions.length === 0 ? (
              <EmptyState title="No data to plot.">{worded`No hyperparameter differs between the trials.`}</EmptyState>
            ) : undefined
          }
          controls={
            Object.keys(brushes).length > 0 && (
              <Button variant="quiet" size="xs" onClick={() => setBrushes({})}>
                Clear brush
              </Button>
            )
          }
          caption={
            <>
              <ColorKey metric={values.name} /> · {worded`Blue: trial ${trial.id}, or the one that is read.`}
            </>
          }
        />
      )}
      <HyperparameterTable hparams={trial.hparams} />
    </div>
  );
}
