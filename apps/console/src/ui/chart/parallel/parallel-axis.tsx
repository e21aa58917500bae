import type { PointerEvent } from 'react';
import { truncate } from '../../format/words.ts';
import { axisNameLength } from '../chart-sizes.ts';
import type { Axis } from '../points/dimension.ts';
import styles from '../points/points.module.css';
import type { ParallelLayout } from './parallel-lines.ts';

interface ParallelAxisProps {
  axis: Axis;
  x: number;
  layout: ParallelLayout;
  brush: readonly [number, number] | undefined;
  /** The one that keys speak of. */
  current: boolean;
  onDown: (event: PointerEvent<SVGRectElement>) => void;
  onMove: (event: PointerEvent<SVGRectElement>) => void;
  onUp: () => void;
}

/** A brush may reach further than the axis. */
const within = (place: number) => Math.min(1, Math.max(0, place));

/** One axis with its name, turned by 45°, its values and the range that is kept. */
export function ParallelAxis({ axis, x, layout, brush, current, onDown, onMove, onUp }: ParallelAxisProps) {
  const { top, bottom, y } = layout;
  return (
    <g data-axis={axis.name}>
      <line className={`${styles.axis} ${current ? styles.current : ''}`} x1={x} x2={x} y1={top} y2={bottom} />
      <text className={styles.name} transform={`rotate(-45 ${x} ${top - 10})`} x={x} y={top - 10}>
        <title>{axis.name}</title>
        {truncate(axis.name, axisNameLength)}
      </text>
      {axis.ticks(4).map((tick) => (
        <text key={tick.label} className={styles.halo} x={x + 6} y={y(tick.at) + 4}>
          {truncate(tick.label, axisNameLength)}
        </text>
      ))}
      {brush && (
        <rect
          className={styles.brush}
          x={x - 6}
          width={12}
          y={y(within(brush[1]))}
          height={Math.max(2, y(within(brush[0])) - y(within(brush[1])))}
          rx={2}
        />
      )}
      <rect
        className={styles.hit}
        x={x - 12}
        width={24}
        y={top - 4}
        height={bottom - top + 8}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
      />
    </g>
  );
}
