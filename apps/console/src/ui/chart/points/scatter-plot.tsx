import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../format/words.ts';
import { ChartFrame } from '../chart-frame.tsx';
import { chartHeights, hovering } from '../chart-sizes.ts';
import lineStyles from '../line-chart.module.css';
import { axisOf, cellText, type Dimension, rankCorrelation } from './dimension.ts';
import styles from './points.module.css';
import { PointsTable } from './points-table.tsx';
import { dotInReach, dotPaths, scatterLayout, scatterPoints } from './scatter-points.ts';
import { bestFirst, stepColor, strengths } from './strength.ts';
import { usePlotWidth } from './use-plot-width.ts';

export interface ScatterPlotProps {
  /** What stands across: names the chart. */
  x: Dimension;
  /** What stands up, and colours the points. */
  y: Dimension;
  smallerIsBetter: boolean;
  noun: string;
  nameOf: (row: number) => string;
  /** The row that is looked at, the same in all charts beside it. */
  read: number | undefined;
  onRead: (row: number | undefined) => void;
  controls?: ReactNode;
  empty?: ReactNode;
  height?: number;
}

/** A point a row: one quantity against the metric. */
export function ScatterPlot(props: ScatterPlotProps) {
  const { x, y, smallerIsBetter, noun, nameOf, read, onRead, height = chartHeights.scatter } = props;
  const { ref, width } = usePlotWidth();
  const [spoken, setSpoken] = useState('');
  const speak = useDebouncedCallback(setSpoken, 300);
  const axes = useMemo(() => ({ x: axisOf(x), y: axisOf(y) }), [x, y]);
  const strength = useMemo(() => strengths(y.values, y.scale, smallerIsBetter), [y, smallerIsBetter]);
  const order = useMemo(() => bestFirst(strength), [strength]);
  const layout = useMemo(() => scatterLayout(width || 350, height), [width, height]);
  const points = useMemo(
    () => scatterPoints(order, { axis: axes.x, values: x.values }, { axis: axes.y, values: y.values }, layout),
    [order, axes, x, y, layout],
  );
  const paths = useMemo(() => dotPaths(points, strength), [points, strength]);
  const together = useMemo(() => rankCorrelation(x.values, y.values), [x, y]);
  const shown = points.find((point) => point.row === read);
  const best = points[0];
  const tell = (row: number) =>
    `${nameOf(row)}, ${x.name} ${cellText(x.values[row])}, ${y.name} ${cellText(y.values[row])}`;
  const summary = `${plural(points.length, noun)}: ${y.name} by ${x.name}.${best ? ` Best: ${tell(best.row)}.` : ''}${
    together === undefined ? '' : ` Rank correlation ${together.toFixed(2)}.`
  }`;

  const hover = useDebouncedCallback((at: { x: number; y: number }) => {
    onRead(dotInReach(points, at, hovering.radius)?.row);
  }, hovering.delay);

  function onKeyDown(event: KeyboardEvent) {
    const next = walkPoints(points, shown, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onRead(next?.row);
    speak(next ? tell(next.row) : '');
  }

  return (
    <ChartFrame
      title={x.name}
      note={together === undefined ? undefined : `ρ ${together.toFixed(2)}`}
      reading={
        shown && (
          <span className={lineStyles.reading}>
            {nameOf(shown.row)} {cellText(x.values[shown.row])} · <b>{cellText(y.values[shown.row])}</b>
          </span>
        )
      }
      controls={props.controls}
      empty={props.empty}
      height={height}
      spoken={spoken}
      table={
        <PointsTable
          caption={summary}
          height={height}
          rows={points.map((point) => point.row)}
          columns={[
            { name: noun, cell: nameOf },
            { name: x.name, cell: (row) => cellText(x.values[row]) },
            { name: y.name, cell: (row) => cellText(y.values[row]) },
          ]}
        />
      }
    >
      <div ref={ref}>
        <svg
          className={styles.plot}
          style={{ height }}
          role="img"
          aria-label={summary}
          aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the points
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => onRead(undefined)}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            hover({ x: event.clientX - box.left, y: event.clientY - box.top });
          }}
          onPointerLeave={() => {
            hover.cancel();
            onRead(undefined);
          }}
        >
          {axes.y.ticks(5).map((tick) => (
            <g key={tick.label}>
              <line
                className={styles.grid}
                x1={layout.left}
                x2={layout.right}
                y1={layout.y(tick.at)}
                y2={layout.y(tick.at)}
              />
              <text x={layout.left - 8} y={layout.y(tick.at) + 4} textAnchor="end">
                {tick.label}
              </text>
            </g>
          ))}
          <line className={styles.base} x1={layout.left} x2={layout.right} y1={layout.bottom} y2={layout.bottom} />
          {axes.x.ticks(3).map((tick, i, all) => (
            <text
              key={tick.label}
              x={layout.x(tick.at)}
              y={layout.bottom + 18}
              textAnchor={i === 0 && all.length > 1 ? 'start' : i === all.length - 1 && i > 0 ? 'end' : 'middle'}
            >
              {tick.label}
            </text>
          ))}
          {paths.map((d, step) =>
            d === '' ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <path key={step} className={styles.dots} d={d} stroke={stepColor(Math.max(1, step))} data-part="points" />
            ),
          )}
          {(shown ?? best) && (
            <circle
              className={styles.ring}
              cx={(shown ?? best)?.x}
              cy={(shown ?? best)?.y}
              r={hovering.marker / 2 + 1.5}
              data-part="chosen"
            />
          )}
        </svg>
      </div>
    </ChartFrame>
  );
}

type Point = ReturnType<typeof scatterPoints>[number];

/** Left and right go through the points as they stand across, up and down by rank; null leaves the reading. */
function walkPoints(points: readonly Point[], from: Point | undefined, key: string): Point | null | undefined {
  if (key === 'Escape') return from ? null : undefined;
  const byPlace = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
  if (!byPlace && key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const list = byPlace ? points.toSorted((a, b) => a.x - b.x || a.y - b.y) : points;
  if (key === 'Home') return list[0];
  if (key === 'End') return list.at(-1);
  if (!from) return points[0];
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  return list[Math.min(list.length - 1, Math.max(0, list.indexOf(from) + step))];
}
