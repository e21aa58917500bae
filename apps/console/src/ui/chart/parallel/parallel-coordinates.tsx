import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../format/words.ts';
import { ChartFrame } from '../chart-frame.tsx';
import { chartHeights, hovering } from '../chart-sizes.ts';
import lineStyles from '../line-chart.module.css';
import type { ChartScale } from '../line-series.ts';
import { cellText, type Dimension } from '../points/dimension.ts';
import styles from '../points/points.module.css';
import { PointsTable } from '../points/points-table.tsx';
import { bestFirst, stepColor, strengths } from '../points/strength.ts';
import { usePlotWidth } from '../points/use-plot-width.ts';
import { type Brushes, brushWords, withBrush } from './brush.ts';
import { ParallelAxis } from './parallel-axis.tsx';
import { linePath, parallelLayout, parallelModel, parallelPaths, rowInReach } from './parallel-lines.ts';
import { rowWords, walkAxes } from './walk-axes.ts';

export interface ParallelCoordinatesProps {
  title: string;
  /** While a brush stands, that is said in its place; false where it is said elsewhere once it is drawn. */
  note?: string | false;
  /** What a row is, in the singular, and its name. */
  noun: string;
  nameOf: (row: number) => string;
  dimensions: readonly Dimension[];
  /** The last axis; its values colour the lines. */
  metric: Dimension;
  smallerIsBetter: boolean;
  brushes: Brushes;
  onBrush: (brushes: Brushes) => void;
  /** The row that is looked at, here or elsewhere. */
  read: number | undefined;
  onRead: (row: number | undefined) => void;
  /** The row in question where none is looked at; without it the best. */
  home?: number;
  controls?: ReactNode;
  caption?: ReactNode;
  /** Said instead of the plot. */
  empty?: ReactNode;
  height?: number;
}

const KEYS = 'ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowUp Shift+ArrowDown + - Enter Escape';

/** A line a row over one axis a quantity; ranges of axes are brushed by the pointer or by keys. */
export function ParallelCoordinates(props: ParallelCoordinatesProps) {
  const { brushes, onBrush, read, onRead, nameOf, height = chartHeights.parallel } = props;
  const all = useMemo(() => [...props.dimensions, props.metric], [props.dimensions, props.metric]);
  const { ref, width } = usePlotWidth();
  const [current, setCurrent] = useState(0);
  const [drawing, setDrawing] = useState<{ axis: number; from: number; to: number }>();
  const [spoken, setSpoken] = useState('');
  const speak = useDebouncedCallback(setSpoken, 300);
  const scale: ChartScale = props.metric.scale;
  const strength = useMemo(
    () => strengths(props.metric.values, scale, props.smallerIsBetter),
    [props.metric, scale, props.smallerIsBetter],
  );
  const order = useMemo(() => bestFirst(strength), [strength]);
  const drawn = useMemo(() => {
    const name = drawing && all[drawing.axis]?.name;
    return name === undefined ? brushes : withBrush(brushes, name, [drawing?.from ?? 0, drawing?.to ?? 0]);
  }, [brushes, drawing, all]);
  const model = useMemo(() => parallelModel(all, drawn), [all, drawn]);
  const layout = useMemo(() => parallelLayout(model.axes, width || 600, height), [model.axes, width, height]);
  const paths = useMemo(() => parallelPaths(model, strength, layout), [model, strength, layout]);
  const kept = useMemo(() => order.filter((row) => model.kept[row]), [order, model]);
  const shown = read ?? props.home ?? kept[0];
  const words = brushWords(model.axes, drawn);
  const summary = `${plural(order.length, props.noun)} over ${plural(model.axes.length, 'axis', 'axes')}: ${all
    .map((one) => one.name)
    .join(', ')}.${words ? ` ${words} keep ${kept.length}.` : ''}${
    kept[0] === undefined ? '' : ` Best: ${rowWords(all, nameOf, kept[0])}.`
  }`;

  function placeOf(event: PointerEvent<Element>) {
    const box = event.currentTarget.closest('svg')?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  const hover = useDebouncedCallback((at: { x: number; y: number }) => {
    onRead(rowInReach(model, layout, at, hovering.radius));
  }, hovering.delay);

  function onKeyDown(event: KeyboardEvent) {
    const next = walkAxes({ all, model, kept, brushes, current, read, shown, nameOf }, event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next.current !== undefined) setCurrent(next.current);
    if ('read' in next) onRead(next.read);
    if (next.brushes) onBrush(next.brushes);
    speak(next.say ?? '');
  }

  return (
    <ChartFrame
      title={props.title}
      note={words && (drawing || props.note !== false) ? `${words} keep ${kept.length} of ${order.length}` : props.note}
      reading={
        read === undefined ? undefined : (
          <span className={lineStyles.reading}>
            {nameOf(read)} <b>{cellText(props.metric.values[read])}</b>
          </span>
        )
      }
      controls={props.controls}
      empty={props.empty}
      height={height}
      spoken={spoken}
      caption={props.caption}
      table={
        <PointsTable
          caption={summary}
          height={height}
          rows={kept}
          columns={[
            { name: props.noun, cell: nameOf },
            ...all.map((one) => ({ name: one.name, cell: (row: number) => cellText(one.values[row]) })),
          ]}
        />
      }
    >
      <div ref={ref} className={styles.scroll}>
        <svg
          className={styles.plot}
          style={{ width: layout.width, height }}
          role="img"
          aria-label={summary}
          aria-keyshortcuts={KEYS}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys read the rows and set ranges
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => !drawing && hover(placeOf(event))}
          onPointerLeave={() => {
            hover.cancel();
            onRead(undefined);
          }}
          onDoubleClick={() => onBrush({})}
        >
          <path className={styles.ghosts} d={paths.ghosts} data-part="outside" />
          {paths.steps.map((d, step) =>
            // Pale lines on a pale ground: the scale begins where they are seen.
            d === '' ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <path key={step} className={styles.lines} d={d} stroke={stepColor(Math.max(1, step))} data-part="lines" />
            ),
          )}
          {shown !== undefined && model.places[shown] && (
            <path className={styles.chosen} d={linePath(model.places[shown], layout)} data-part="chosen" />
          )}
          {model.axes.map((axis, i) => (
            <ParallelAxis
              key={axis.name}
              axis={axis}
              x={layout.x[i] ?? 0}
              layout={layout}
              brush={drawn[axis.name]}
              current={i === current}
              onDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                hover.cancel();
                const at = layout.placeAt(placeOf(event).y);
                setCurrent(i);
                setDrawing({ axis: i, from: at, to: at });
              }}
              onMove={(event) => {
                const at = layout.placeAt(placeOf(event).y);
                if (drawing) setDrawing({ ...drawing, to: at });
              }}
              onUp={() => {
                if (!drawing) return;
                const { from, to } = drawing;
                // A click takes the range away.
                onBrush(withBrush(brushes, axis.name, Math.abs(from - to) < 0.01 ? undefined : [from, to]));
                setDrawing(undefined);
              }}
            />
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
