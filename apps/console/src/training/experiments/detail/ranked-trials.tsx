import type { Curves } from '@determined/contract/training/curves.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useCallback, useMemo } from 'react';
import { call, readMeta } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { bestOf } from '#training/metrics/shared/curve-series.ts';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { type Trial, validationValue } from '#training/shared/trial.ts';
import { TrialHparam } from '#training/trials/shared/trial-hparam.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { useChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor } from '#ui/chart/series-palette.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, StateLabel, stateWords } from '#ui/primitives/state-badge.tsx';
import { NumberCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import { type GridColumn, headWidth, idWidth } from '#ui/table/grid-column.ts';
import { heatStrength, rangeOf } from '#ui/table/heat.ts';
import { usePagedRows } from '#ui/table/use-paged-rows.ts';
import { isSettled, searchedHyperparameters } from '../../shared/experiment.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import styles from './learning-curve-page.module.css';

/** The panel beside the chart without a scroll bar, and what its last column's padding is wider. */
const PANEL_WIDTH = 436;
const LAST_PADDING = 8;

interface RankedTrialsProps extends ExperimentDetails {
  metric: MetricId;
  curves: Curves | undefined;
  slots: ReadonlyMap<number, number>;
}

/** All trials of the search beside the chart, best first, read as they scroll into view. */
export function RankedTrials({ experiment, config, searcher, metric, curves, slots }: RankedTrialsProps) {
  const ink = useChartInk();
  const orderBy = searcher.smallerIsBetter ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC';
  const rows = usePagedRows({
    queryKey: [getExperimentTrialsRoute.name, 'ranked', experiment.id, orderBy],
    meta: readMeta(getExperimentTrialsRoute, { experimentId: experiment.id }),
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

  const shownHyperparameters = useMemo(() => searchedHyperparameters(config).slice(0, 2), [config]);
  // The curves know the range of the metric that they are of.
  const known = metric.group === 'validation' && metric.name === searcher.metric ? curves?.trials : undefined;
  const columns = useMemo<GridColumn<Trial>[]>(() => {
    const range = rangeOf((known ?? []).map((trial) => bestOf(trial, searcher.smallerIsBetter)));
    const fixed: GridColumn<Trial>[] = [
      {
        id: 'color',
        header: 'Colour in the chart',
        headerContent: '',
        width: 32,
        cell: (trial) => {
          const slot = slots.get(trial.id);
          return slot === undefined ? null : <Swatch color={seriesColor(ink.series, slot)} />;
        },
      },
      {
        id: 'id',
        header: 'Trial',
        width: idWidth(40, experiment.trialIds.at(-1), 16),
        align: 'end',
        cell: (trial) => (
          <TrialLink row experimentId={experiment.id} trialId={trial.id}>
            {trial.id}
          </TrialLink>
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
    ];
    // As many settings as the panel has room for.
    const columns = [...fixed];
    let room = PANEL_WIDTH - LAST_PADDING - fixed.reduce((sum, { width }) => sum + width, 0);
    for (const { name, type } of shownHyperparameters) {
      const width = Math.min(94, Math.max(type === 'int' ? 52 : 76, headWidth(name)));
      if (width > room) break;
      room -= width;
      columns.push({
        id: `hp.${name}`,
        header: name,
        width,
        align: 'end',
        cell: (trial) => <TrialHparam trial={trial} name={name} />,
      });
    }
    const last = columns.at(-1);
    // What is left shows a long name whole.
    if (last) last.width += LAST_PADDING + Math.min(room, Math.max(0, headWidth(last.header) - last.width));
    return columns;
  }, [known, experiment, ink, searcher, shownHyperparameters, slots]);

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
        compact={(trial) => {
          const slot = slots.get(trial.id);
          return (
            <CompactRow
              glyph={<StateIcon state={trial.state} />}
              name={
                <>
                  <TrialLink experimentId={experiment.id} trialId={trial.id}>
                    Trial {trial.id}
                  </TrialLink>{' '}
                  {slot !== undefined && <Swatch color={seriesColor(ink.series, slot)} />}
                </>
              }
              value={
                <NumberCell value={validationValue(trial.bestValidation, searcher.metric)} format={formatMetric} />
              }
              about={stateWords(trial.state)}
              side={shownHyperparameters.map(({ name }) => (
                <span key={name} className={styles.setting}>
                  {name} <TrialHparam trial={trial} name={name} />
                </span>
              ))}
            />
          );
        }}
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

/** The colour of a trial's line. */
function Swatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ background: color }} />;
}
