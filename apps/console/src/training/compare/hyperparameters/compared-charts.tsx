import { useMemo, useState } from 'react';
import { SectionHead } from '#platform/page/section.tsx';
import { nounOf } from '#platform/switches/thing-words.ts';
import { type FilterGroup, noFilter, readFilter } from '#training/columns/shared/filter-set.ts';
import { chartsOf } from '#training/shared/hyperparameters/grid-charts.ts';
import { type Brushes, brushTexts, withBrush } from '#ui/chart/parallel/brush.ts';
import { ParallelCoordinates } from '#ui/chart/parallel/parallel-coordinates.tsx';
import { parallelModel } from '#ui/chart/parallel/parallel-lines.ts';
import { ColorKey } from '#ui/chart/points/color-key.tsx';
import { HeatMap } from '#ui/chart/points/heat-map.tsx';
import { ScatterPlot } from '#ui/chart/points/scatter-plot.tsx';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import type { ChangeLook, CompareLook } from '../shared/compare-look.ts';
import type { CompareSubject, Comparison, TableBeside } from '../shared/compared.ts';
import { useAsked } from '../shared/use-asked.ts';
import { BrushList } from './brush-list.tsx';
import { asksTheSame, brushedAxes } from './brushed-axes.ts';
import { brushedFilter, brushesIn } from './brushed-filter.ts';
import styles from './compare-hyperparameters.module.css';
import { comparedDimensions } from './compared-dimensions.ts';
import { HyperparameterTable } from './hyperparameter-table.tsx';
import { LackingRecords } from './lacking-records.tsx';

interface ComparedChartsProps {
  subject: CompareSubject;
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  names: readonly string[];
  look: CompareLook;
  onLook: ChangeLook;
  table: TableBeside | undefined;
  onLeaveOut: (names: readonly string[]) => void;
}

/** Brushes are conditions: those of the table beside, or, where none is, those that the page was opened with and its own. */
export function ComparedCharts(props: ComparedChartsProps) {
  const { subject, comparison, slots, names, look, onLook, table, onLeaveOut } = props;
  const { of } = subject;
  const { scale } = look;
  const narrows = table !== undefined && asksTheSame(of, comparison);
  const own = look.brushed ?? readFilter(subject.filter) ?? noFilter;
  const [filter, ask] = useAsked(narrows ? table.filter : own);
  const setFilter = narrows ? table.setFilter : (brushed: FilterGroup) => onLook({ brushed });
  const [hand, setHand] = useState<Brushes>({});
  const [read, setRead] = useState<number>();
  // The names are made anew with every drawing.
  const key = names.join('\n');
  const drawn = useMemo(() => comparedDimensions(comparison, key.split('\n'), scale), [comparison, key, scale]);
  const { rows, hyperparameters, metric } = drawn;
  const columns = useMemo(() => brushedAxes(of, comparison, drawn), [of, comparison, drawn]);
  const brushes = useMemo(() => brushesIn(filter, columns, hand), [filter, columns, hand]);
  // What is outside of the brush keeps its place among the rows, without a value to draw.
  const { axes, kept, within } = useMemo(() => {
    const { kept: inside, axes } = parallelModel([...hyperparameters, metric], brushes);
    return {
      axes,
      kept: rows.filter((_, row) => inside[row]),
      within: { ...metric, values: metric.values.map((value, row) => (inside[row] ? value : null)) },
    };
  }, [rows, hyperparameters, metric, brushes]);
  const lacking = <LackingRecords {...{ of, comparison, names, onLeaveOut }} drawn={rows.length} />;
  if (rows.length === 0) {
    return (
      <>
        {lacking}
        <EmptyState title="Records are not comparable using current parameters.">
          Please modify the selected metric or hyperparameters.
        </EmptyState>
      </>
    );
  }
  const onBrush = (next: Brushes) => {
    const brushed = brushedFilter(filter, columns, next);
    setHand(next);
    ask(brushed);
    setFilter(brushed);
  };
  const marks = { smallerIsBetter: comparison.metric?.smallerIsBetter ?? true, noun: nounOf(of) };
  const nameOf = (row: number) => `${nounOf(of)} ${comparison.records[rows[row] ?? -1]?.id ?? ''}`;
  const texts = brushTexts(axes, brushes);
  return (
    <>
      {lacking}
      <section aria-labelledby="compared-parallel">
        <SectionHead
          id="compared-parallel"
          title="Parallel Coordinates"
          note={
            texts.length > 0 ? (
              <BrushList
                brushes={texts}
                kept={`${texts.length === 1 ? 'keeps' : 'keep'} ${kept.length} of ${rows.length}`}
                onClear={(name) => onBrush(withBrush(brushes, name, undefined))}
              />
            ) : undefined
          }
        >
          {texts.length > 0 ? (
            <Button variant="quiet" size="xs" onClick={() => onBrush({})}>
              Clear {texts.length === 1 ? 'brush' : 'brushes'}
            </Button>
          ) : null}
        </SectionHead>
        <ParallelCoordinates
          title={`${metric.name} by hyperparameters`}
          note={false}
          {...marks}
          nameOf={nameOf}
          dimensions={hyperparameters}
          metric={metric}
          brushes={brushes}
          onBrush={onBrush}
          read={read}
          onRead={setRead}
          caption={
            <>
              <ColorKey metric={metric.name} /> · Drag along an axis, or press Enter on it, for a range
              {narrows ? ', by which the table is filtered, too' : ''}.
            </>
          }
        />
        <SectionHead
          title="Kept"
          note={
            kept.length < rows.length ? `${kept.length} of ${plural(rows.length, nounOf(of))}` : `all ${rows.length}`
          }
        />
        <HyperparameterTable comparison={comparison} slots={slots} names={names} rows={kept} />
      </section>
      <section aria-labelledby="compared-scatter">
        <SectionHead id="compared-scatter" title="Scatter Plots" />
        <div className={styles.grid}>
          {chartsOf('scatter', hyperparameters).map(({ name, x }) => (
            <ScatterPlot key={name} x={x} y={within} {...marks} nameOf={nameOf} read={read} onRead={setRead} />
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
              y ? <HeatMap key={name} x={x} y={y} metric={within} {...marks} /> : null,
            )}
          </div>
        )}
      </section>
    </>
  );
}
