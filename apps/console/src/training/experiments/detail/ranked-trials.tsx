import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { call } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import type { MetricId } from '#training/trials/shared/metric-names.ts';
import { type Trial, validationValue } from '#training/trials/shared/trial.ts';
import { TrialHparam } from '#training/trials/shared/trial-hparam.tsx';
import { useChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor } from '#ui/chart/series-palette.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { NumberCell } from '#ui/table/cells.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import { type GridColumn, headWidth } from '#ui/table/grid-column.ts';
import { heatStrength, rangeOf } from '#ui/table/heat.ts';
import { usePagedRows } from '#ui/table/use-paged-rows.ts';
import { bestOf, type Curves } from '../shared/curve-series.ts';
import { isSettled, searchedHyperparameters } from '../shared/experiment.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import styles from './learning-curve-page.module.css';

interface RankedTrialsProps extends ExperimentDetails {
  metric: MetricId;
  curves: Curves | undefined;
  slots: ReadonlyMap<number, number>;
}

/** All trials of the search beside the chart, best first, read as they scroll into view. */
export function RankedTrials({ experiment, config, searcher, curves, slots }: RankedTrialsProps) {
  const ink = useChartInk();
  const orderBy = searcher.smallerIsBetter ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC';
  const rows = usePagedRows({
    queryKey: [getExperimentTrialsRoute.name, 'ranked', experiment.id, orderBy],
    meta: { path: getExperimentTrialsRoute.path },
    refetchInterval: isSettled(experiment.state) ? false : pollEvery.store,
    fetchPage: useCallback(
      async ({ offset, limit, signal }) => {
        const reply = await call(
          getExperimentTrialsRoute,
          { experimentId: experiment.id, sortBy: 'SORT_BY_BEST_VALIDATION_METRIC', orderBy, offset, limit },
          signal,
        );
        return { rows: reply.trials, total: reply.pagination?.total ?? reply.trials.length };
      },
      [experiment.id, orderBy],
    ),
  });

  const columns = useMemo<GridColumn<Trial>[]>(() => {
    const range = rangeOf(curves?.trials.map((trial) => bestOf(trial, searcher.smallerIsBetter)) ?? []);
    return [
      {
        id: 'color',
        header: 'Colour in the chart',
        headerContent: '',
        width: 34,
        cell: (trial) => {
          const slot = slots.get(trial.id);
          return slot === undefined ? null : (
            <span className={styles.swatch} style={{ background: seriesColor(ink.series, slot) }} />
          );
        },
      },
      {
        id: 'id',
        header: 'Trial',
        width: 46,
        align: 'end',
        cell: (trial) => (
          <Link
            to="/experiments/$experimentId/trials/$trialId/{-$tab}"
            params={{ experimentId: String(experiment.id), trialId: String(trial.id) }}
            data-row-link
            tabIndex={-1}
          >
            {trial.id}
          </Link>
        ),
      },
      { id: 'state', header: 'State', width: 100, grow: true, cell: (trial) => <StateLabel state={trial.state} /> },
      {
        id: 'metric',
        header: searcher.metric || 'Metric',
        width: Math.min(105, Math.max(94, headWidth(searcher.metric))),
        align: 'end',
        cell: (trial) => (
          <NumberCell value={validationValue(trial.bestValidation, searcher.metric)} format={formatMetric} />
        ),
        heat: (trial) =>
          heatStrength(validationValue(trial.bestValidation, searcher.metric), range, searcher.smallerIsBetter),
      },
      ...searchedHyperparameters(config)
        .slice(0, 2)
        .map((name, i, { length }) => ({
          id: `hp.${name}`,
          header: name,
          width: Math.min(102, Math.max(64, headWidth(name) + (i === length - 1 ? 8 : 0))),
          align: 'end' as const,
          cell: (trial: Trial) => <TrialHparam trial={trial} name={name} />,
        })),
    ];
  }, [config, curves, experiment.id, ink, searcher, slots]);

  return (
    <section className={styles.trials} aria-label="Trials by metric">
      <SectionHead title="Trials" note={searcher.metric && `by ${searcher.metric}`} />
      <DataGrid
        label="Trials by metric"
        columns={columns}
        count={rows.count}
        rowAt={rows.rowAt}
        rowKey={(trial) => trial.id}
        onRangeChange={rows.onRangeChange}
        rowHeight={32}
        empty={<EmptyState title="No trials yet" />}
        failure={
          rows.error && rows.count === undefined ? (
            <QueryFailure
              title="Failed to fetch experiment trials."
              error={rows.error}
              retry={() => void rows.refetch()}
            />
          ) : undefined
        }
      />
    </section>
  );
}
