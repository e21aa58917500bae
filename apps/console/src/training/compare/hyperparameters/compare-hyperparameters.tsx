import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { useMemo, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { nounOf } from '#platform/switches/thing-words.ts';
import { type MetricId, metricText, parseMetric } from '#training/metrics/shared/metric-names.ts';
import { chartsOf } from '#training/shared/hyperparameters/grid-charts.ts';
import { HyperparameterChoice } from '#training/shared/hyperparameters/hyperparameter-choice.tsx';
import { shownHyperparameters } from '#training/shared/hyperparameters/shown-hyperparameters.ts';
import { type ChartScale, scaleChoices } from '#ui/chart/line-series.ts';
import type { Brushes } from '#ui/chart/parallel/brush.ts';
import { ParallelCoordinates } from '#ui/chart/parallel/parallel-coordinates.tsx';
import { parallelModel } from '#ui/chart/parallel/parallel-lines.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { HeatMap } from '#ui/chart/points/heat-map.tsx';
import { ScatterPlot } from '#ui/chart/points/scatter-plot.tsx';
import { plural, truncate } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { type CompareSubject, type Comparison, compareRequest } from '../shared/compared.ts';
import styles from './compare-hyperparameters.module.css';
import { comparedDimensions, comparedHyperparameters } from './compared-dimensions.ts';
import { HyperparameterTable } from './hyperparameter-table.tsx';

interface CompareHyperparametersProps {
  subject: CompareSubject;
  /** By the metric that counts. */
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
}

/** What the records were given and what came of it, by any metric: charts, and a table of what is inside their brush. */
export function CompareHyperparameters({ subject, comparison: usual, slots }: CompareHyperparametersProps) {
  const [metric, setMetric] = useState<MetricId>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [scale, setScale] = useState<ChartScale>('linear');
  const query = useCallQuery(compareRoute, compareRequest(subject, metric), { keep: true, poll: pollEvery.store });
  const comparison = query.data ?? usual;
  const offered = comparedHyperparameters(comparison);
  if (offered.length === 0) return <EmptyState title="None of them has hyperparameters." />;
  const current = metric ?? comparison.metric ?? undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line in every browser */}
      <div role="group" aria-label="Hyperparameters" className={styles.tools}>
        <ChoiceMenu
          name="Metric"
          value={current ? metricText(current) : ''}
          options={comparison.metrics.map((one) => ({
            value: metricText(one),
            label: `${truncate(one.name)} (${one.group})`,
          }))}
          onChange={(next) => setMetric(parseMetric(next))}
        />
        <HyperparameterChoice all={offered} chosen={chosen} onChange={setChosen} />
        <Segmented name="Scale" options={scaleChoices} value={scale} onChange={setScale} />
      </div>
      {query.error && !query.data ? (
        <QueryFailure
          title={`Unable to fetch ${subject.of}s for comparison`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : (
        <Charts
          of={subject.of}
          comparison={comparison}
          slots={slots}
          names={shownHyperparameters(chosen, offered)}
          scale={scale}
        />
      )}
    </>
  );
}

interface ChartsProps {
  of: CompareSubject['of'];
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  names: readonly string[];
  scale: ChartScale;
}

function Charts({ of, comparison, slots, names, scale }: ChartsProps) {
  const [brushes, setBrushes] = useState<Brushes>({});
  const [read, setRead] = useState<number>();
  // The names are made anew with every drawing.
  const key = names.join('\n');
  const drawn = useMemo(() => comparedDimensions(comparison, key.split('\n'), scale), [comparison, key, scale]);
  const { rows, hyperparameters, metric } = drawn;
  // What is outside of the brush keeps its place among the rows, without a value to draw.
  const { kept, within } = useMemo(() => {
    const inside = parallelModel([...hyperparameters, metric], brushes).kept;
    return {
      kept: rows.filter((_, row) => inside[row]),
      within: { ...metric, values: metric.values.map((value, row) => (inside[row] ? value : null)) },
    };
  }, [rows, hyperparameters, metric, brushes]);
  if (rows.length === 0) {
    return (
      <EmptyState title="Records are not comparable using current parameters.">
        Please modify the selected metric or hyperparameters.
      </EmptyState>
    );
  }
  const look = { smallerIsBetter: comparison.metric?.smallerIsBetter ?? true, noun: nounOf(of) };
  const nameOf = (row: number) => `${nounOf(of)} ${comparison.records[rows[row] ?? -1]?.id ?? ''}`;
  // One of a hyperparameter that is not drawn any more keeps nothing out.
  const brushed = [...names, metric.name].some((name) => brushes[name]);
  const left = comparison.records.length - rows.length;
  return (
    <>
      <section aria-labelledby="compared-parallel">
        <SectionHead
          id="compared-parallel"
          title="Parallel Coordinates"
          note={left > 0 ? `${plural(left, nounOf(of))} without all these values` : undefined}
        />
        <ParallelCoordinates
          title={`${metric.name} by hyperparameters`}
          {...look}
          nameOf={nameOf}
          dimensions={hyperparameters}
          metric={metric}
          brushes={brushes}
          onBrush={setBrushes}
          read={read}
          onRead={setRead}
          controls={
            brushed && (
              <Button variant="quiet" size="xs" onClick={() => setBrushes({})}>
                Clear brush
              </Button>
            )
          }
          caption={
            <>
              <ColorKey metric={metric.name} /> · Drag along an axis, or press Enter on it, for a range.
            </>
          }
        />
        <HyperparameterTable comparison={comparison} slots={slots} names={names} rows={kept} />
      </section>
      <section aria-labelledby="compared-scatter">
        <SectionHead id="compared-scatter" title="Scatter Plots" />
        <div className={styles.grid}>
          {chartsOf('scatter', hyperparameters).map(({ name, x }) => (
            <ScatterPlot key={name} x={x} y={within} {...look} nameOf={nameOf} read={read} onRead={setRead} />
          ))}
        </div>
      </section>
      <section aria-labelledby="compared-heat">
        <SectionHead id="compared-heat" title="Heat Maps" note={<ColorKey metric={`mean ${metric.name}`} />} />
        {hyperparameters.length < 2 ? (
          <EmptyState title="No data available.">A heat map needs two hyperparameters.</EmptyState>
        ) : (
          <div className={styles.grid}>
            {chartsOf('heat', hyperparameters).map(({ name, x, y }) =>
              y ? <HeatMap key={name} x={x} y={y} metric={within} {...look} /> : null,
            )}
          </div>
        )}
      </section>
    </>
  );
}
