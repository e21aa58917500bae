import type { Curves } from '@determined/contract/training/curves.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { bestOf } from '#training/metrics/shared/curve-series.ts';
import { bestOfSummary, type MetricId } from '#training/metrics/shared/metric-names.ts';
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
import { searchedHyperparameters } from '../../shared/experiment.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import styles from './learning-curve.module.css';
import { isSearchers, MOST_RANKED, useRankedTrials } from './use-ranked-trials.ts';

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
  const searchers = isSearchers(metric, searcher);
  // The searcher knows the way of its own metric before the curves are here.
  const smallerIsBetter = curves?.smallerIsBetter ?? searcher.smallerIsBetter;
  const rows = useRankedTrials(experiment, searcher, metric, smallerIsBetter);
  const metricOf = useCallback(
    (trial: Trial) =>
      searchers
        ? validationValue(trial.bestValidation, metric.name)
        : bestOfSummary(trial.summaryMetrics, metric, smallerIsBetter),
    [searchers, metric, smallerIsBetter],
  );
  const shownHyperparameters = useMemo(() => searchedHyperparameters(config).slice(0, 2), [config]);
  // The curves know the range of the metric that they are of.
  const known = curves?.metric === metric.name && curves.group === metric.group ? curves.trials : undefined;
  const range = useMemo(
    () => rangeOf((known ?? []).map((trial) => bestOf(trial, smallerIsBetter))),
    [known, smallerIsBetter],
  );
  const drawn = useDrawnOnce(curves !== undefined);
  const columns = useMemo<GridColumn<Trial>[]>(() => {
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
        header: worded`Trial`,
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
        header: metric.name || 'Metric',
        width: Math.min(112, Math.max(108, headWidth(metric.name))),
        align: 'end',
        cell: (trial) => <NumberCell value={metricOf(trial)} format={formatMetric} />,
        heat: (trial) => heatStrength(metricOf(trial), range, smallerIsBetter),
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
  }, [range, experiment, ink, metric, smallerIsBetter, metricOf, shownHyperparameters, slots]);

  return (
    <section className={styles.trials} aria-label={worded`Trials by metric`}>
      <SectionHead title={worded`Trials`} note={rankedBy(metric, searchers, experiment.numTrials)} />
      <DataGrid
        label={worded`Trials by metric`}
        columns={columns}
        count={drawn ? rows.count : undefined}
        rowAt={rows.rowAt}
        rowKey={(trial) => trial.id}
        opens
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
                    {worded`Trial ${trial.id}`}
                  </TrialLink>{' '}
                  {slot !== undefined && <Swatch color={seriesColor(ink.series, slot)} />}
                </>
              }
              value={<NumberCell value={metricOf(trial)} format={formatMetric} />}
              about={stateWords(trial.state)}
              side={shownHyperparameters.map(({ name }) => (
                <span key={name} className={styles.setting}>
                  {name} <TrialHparam trial={trial} name={name} />
                </span>
              ))}
            />
          );
        }}
        empty={<EmptyState title={worded`No trials yet`} />}
        failure={
          rows.error && rows.count === undefined ? (
            <QueryFailure
              title={worded`Failed to fetch experiment trials.`}
              error={rows.error}
              retry={() => void rows.refetch()}
            />
          ) : undefined
        }
      />
    </section>
  );
}

/** As long as rows wait for what colours them, in ms: mostly that comes right behind them, and they are drawn once and not twice. */
const waitsFor = 300;

function useDrawnOnce(coloured: boolean): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), waitsFor);
    return () => clearTimeout(timer);
  }, []);
  return coloured || waited;
}

function rankedBy(metric: MetricId, searchers: boolean, numTrials: number): string {
  if (!metric.name) return '';
  const of = searchers || numTrials <= MOST_RANKED ? '' : worded`, the first ${MOST_RANKED} trials`;
  return `by ${metric.name}${of}`;
}

/** The colour of a trial's line. */
function Swatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ background: color }} />;
}
