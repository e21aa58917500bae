import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { metricBatchesQuery, metricNamesFailure, metricNamesQuery } from '#training/metrics/shared/metric-streams.ts';
import { hasNoHyperparameters } from '#training/shared/experiment.ts';
import { hyperparameterDimension, offeredHyperparameters, usePoints } from '#training/shared/hyperparameters/points.ts';
import { shownHyperparameters } from '#training/shared/hyperparameters/shown-hyperparameters.ts';
import { BadData } from '#ui/chart/chart-boundary.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState, ErrorState } from '#ui/primitives/notice.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { amongMetrics } from './among-metrics.ts';
import { ChartFilters } from './chart-filters.tsx';
import { ChartGrid } from './chart-grid.tsx';
import type { ChartModel } from './chart-model.ts';
import { NothingToPlot } from './nothing-to-plot.tsx';
import { ParallelChart } from './parallel-chart.tsx';
import { useChartView } from './use-chart-view.ts';
import styles from './visualization.module.css';
import { notApplicable, type Visualization } from './visualizations.ts';

type HyperparameterChartsProps = ExperimentDetails & { viz: Visualization };

export function HyperparameterCharts(props: HyperparameterChartsProps) {
  if (hasNoHyperparameters(props.searcher)) return <ErrorState title={notApplicable} />;
  return <Charts {...props} />;
}

function Charts({ viz, experiment, config, searcher }: HyperparameterChartsProps) {
  const chart = useChartView(experiment.id, searcher);
  const names = useQuery(metricNamesQuery([experiment.id]));
  const batches = useQuery(metricBatchesQuery(experiment.id, chart.metric));
  const query = usePoints(experiment, {
    metric: chart.metric,
    better: chart.better,
    batch: chart.view.batch,
    margin: chart.view.batchMargin,
  });
  const points = query.data;
  const offered = useMemo(() => offeredHyperparameters(config, points), [config, points]);
  const { hParams, scale } = chart.view;
  const model = useMemo((): ChartModel | undefined => {
    if (!points) return undefined;
    return {
      points,
      hyperparameters: shownHyperparameters(hParams, offered).map((name) =>
        hyperparameterDimension(name, config, points),
      ),
      metric: { name: points.metric, values: points.values, scale },
      nameOf: (row) => worded`trial ${points.trials[row] ?? ''}`,
    };
  }, [points, config, offered, hParams, scale]);

  return (
    <>
      <ChartFilters
        viz={viz}
        chart={chart}
        metrics={names.data ?? []}
        batches={batches.data}
        hyperparameters={offered}
      />
      <div className={styles.body}>
        {names.error && (
          <ErrorState
            title={worded`Unable to retrieve experiment metric info.`}
            actions={<Button onClick={() => void names.refetch()}>Retry</Button>}
          >
            {metricNamesFailure([experiment.id]).message}
          </ErrorState>
        )}
        {batches.error && (
          <QueryFailure
            title={worded`Unable to retrieve experiment batches info.`}
            error={batches.error}
            retry={() => void batches.refetch()}
          />
        )}
        {query.error && !points ? (
          <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />
        ) : !model || model.points.total === 0 ? (
          <NothingToPlot
            experiment={experiment}
            loading={query.isPending}
            none={chart.view.batch > 0 ? noneThere(chart.view.batch, chart.view.batchMargin) : undefined}
          />
        ) : model.points.values.every((value) => value === null) ? (
          <BadData>
            None of {plural(model.points.total, 'value')} of {model.points.metric} is finite.
          </BadData>
        ) : model.hyperparameters.length === 0 ? (
          <EmptyState title="No data available.">{worded`No hyperparameter differs between the trials.`}</EmptyState>
        ) : viz === 'hp-parallel-coordinates' ? (
          <ParallelChart
            experiment={experiment}
            model={model}
            among={amongMetrics(names.data ?? [], chart.metric, (metric) => chart.change({ metric }))}
          />
        ) : (
          <ChartGrid
            key={viz}
            kind={viz === 'hp-heat-map' ? 'heat' : 'scatter'}
            experiment={experiment}
            model={model}
            view={chart.view.view}
          />
        )}
      </div>
    </>
  );
}

function noneThere(batch: number, margin: number): string {
  return worded`No trial has reported it within ${margin} of batch ${formatCount(batch)}.`;
}
