import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { manyOf } from '#ui/format/words.ts';
import { formatSetting } from '../../format/numbers.ts';
import { plural } from '../../format/words.ts';
import { ChartFrame } from '../chart-frame.tsx';
import { chartHeights } from '../chart-sizes.ts';
import lineStyles from '../line-chart.module.css';
import { axisOf, type Dimension } from './dimension.ts';
import { type HeatCell, heatGrid, spanWords } from './heat-cells.ts';
import { HeatEnds } from './heat-ends.tsx';
import styles from './points.module.css';
import { PointsTable } from './points-table.tsx';
import { scatterLayout } from './scatter-points.ts';
import { stepColor, stepOf, strengths } from './strength.ts';
import { usePlotWidth } from './use-plot-width.ts';

export interface HeatMapProps {
  x: Dimension;
  y: Dimension;
  metric: Dimension;
  smallerIsBetter: boolean;
  noun: string;
  /** Writes each cell's value into it, where there is room. */
  labelled?: boolean;
  /** The cell that is looked at changed. */
  onRead?: (members: readonly number[]) => void;
  controls?: ReactNode;
  empty?: ReactNode;
  height?: number;
}

/** Two quantities in cells, coloured by the mean of the metric of the rows in each. */
export function HeatMap(props: HeatMapProps) {
  const { x, y, metric, smallerIsBetter, noun, onRead, height = chartHeights.scatter } = props;
  const { ref, width } = usePlotWidth();
  const [read, setRead] = useState<{ column: number; row: number }>();
  const [spoken, setSpoken] = useState('');
  const speak = useDebouncedCallback(setSpoken, 300);
  const axes = useMemo(() => ({ x: axisOf(x), y: axisOf(y) }), [x, y]);
  const grid = useMemo(() => {
    const all = metric.values.map((_, row) => row);
    return heatGrid(all, { axis: axes.x, values: x.values }, { axis: axes.y, values: y.values }, metric.values);
  }, [axes, x, y, metric]);
  const strength = useMemo(
    () =>
      strengths(
        grid.cells.map((cell) => cell.mean),
        metric.scale,
        smallerIsBetter,
      ),
    [grid, metric.scale, smallerIsBetter],
  );
  const layout = scatterLayout(width || 350, height);
  const [across, up] = [(layout.right - layout.left) / grid.columns, (layout.bottom - layout.top) / grid.rows];
  const box = ({ column, row }: { column: number; row: number }) => ({
    x: layout.left + column * across,
    y: layout.bottom - (row + 1) * up,
    width: across,
    height: up,
  });
  const shown = read && grid.cells.find((cell) => cell.column === read.column && cell.row === read.row);
  const title = `${y.name}:${x.name}`;
  const place = (cell: { column: number; row: number }) =>
    `${x.name} ${spanWords(axes.x, cell.column, grid.columns)}, ${y.name} ${spanWords(axes.y, cell.row, grid.rows)}`;
  const tell = (cell: HeatCell) =>
    `${place(cell)}: mean ${metric.name} ${formatSetting(cell.mean)} of ${plural(cell.members.length, noun)}`;
  const best = grid.cells[strength.indexOf(Math.max(...strength.map((one) => one ?? 0)))];
  const summary = `Mean ${metric.name} by ${x.name} and ${y.name}; ${plural(grid.cells.length, 'cell')} of ${
    grid.columns * grid.rows
  } with any ${noun}.${best ? ` Best: ${tell(best)}.` : ''}`;

  function look(at: { column: number; row: number } | undefined) {
    setRead(at);
    const cell = at && grid.cells.find((one) => one.column === at.column && one.row === at.row);
    onRead?.(cell?.members ?? []);
    speak(cell ? tell(cell) : at ? `${place(at)}: no ${noun}` : '');
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = MOVES[event.key];
    if (event.key === 'Escape' && read) look(undefined);
    else if (step) {
      const from = read ?? best ?? { column: 0, row: 0 };
      look({
        column: Math.min(grid.columns - 1, Math.max(0, from.column + (read ? step[0] : 0))),
        row: Math.min(grid.rows - 1, Math.max(0, from.row + (read ? step[1] : 0))),
      });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <ChartFrame
      title={title}
      reading={
        shown && (
          <span className={lineStyles.reading}>
            {place(shown)} <b>{formatSetting(shown.mean)}</b>
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
          rows={grid.cells.map((_, i) => i)}
          columns={[
            { name: x.name, cell: (i) => spanWords(axes.x, grid.cells[i]?.column ?? 0, grid.columns) },
            { name: y.name, cell: (i) => spanWords(axes.y, grid.cells[i]?.row ?? 0, grid.rows) },
            { name: `mean ${metric.name}`, cell: (i) => formatSetting(grid.cells[i]?.mean) },
            { name: manyOf(noun), cell: (i) => String(grid.cells[i]?.members.length ?? 0) },
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
          aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Escape"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the cells
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => {
            const at = event.currentTarget.getBoundingClientRect();
            const column = Math.floor((event.clientX - at.left - layout.left) / across);
            const row = Math.floor((layout.bottom - (event.clientY - at.top)) / up);
            const inside = column >= 0 && row >= 0 && column < grid.columns && row < grid.rows;
            if (inside && (column !== read?.column || row !== read?.row)) look({ column, row });
          }}
        >
          <path
            className={styles.none}
            d={Array.from({ length: grid.columns * grid.rows }, (_, i) => {
              const one = box({ column: i % grid.columns, row: Math.floor(i / grid.columns) });
              return `M${one.x + 1} ${one.y + 1}h${one.width - 2}v${one.height - 2}h${2 - one.width}z`;
            }).join('')}
          />
          {grid.cells.map((cell, i) => {
            const step = stepOf(strength[i] ?? 0);
            const at = box(cell);
            return (
              <g key={`${cell.column} ${cell.row}`}>
                <rect className={styles.cell} {...at} fill={stepColor(step)} rx={2} data-part="cell" />
                {props.labelled && at.width > 44 && at.height > 20 && (
                  <text
                    className={step < 4 ? styles.onPale : step < 6 ? styles.onMiddle : styles.onStrong}
                    x={at.x + at.width / 2}
                    y={at.y + at.height / 2 + 4}
                    textAnchor="middle"
                  >
                    {formatSetting(Number(cell.mean.toPrecision(3)))}
                  </text>
                )}
              </g>
            );
          })}
          <HeatEnds axes={axes} layout={layout} />
          {read && <rect className={styles.cursor} {...box(read)} rx={2} data-part="chosen" />}
        </svg>
      </div>
    </ChartFrame>
  );
}

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
