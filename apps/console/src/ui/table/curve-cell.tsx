import styles from './cells.module.css';
import { sparkline } from './sparkline.ts';

const WIDTH = 88;
const HEIGHT = 20;

interface CurveCellProps {
  /** NaN and infinities are marked where they were reported. */
  values: number[] | null;
  /** Share of the planned length that has been done. */
  reach: number;
  tone?: 'live' | 'bad' | 'done';
}

/** A metric's course in a table row. The numbers beside it say the same, so it is hidden from readers. */
export function CurveCell({ values, reach, tone = 'done' }: CurveCellProps) {
  const line = values && sparkline(values, reach, WIDTH, HEIGHT);
  if (!line) return null;
  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={line.path} />
      {line.broken.map(({ x }) => (
        <path key={x} data-broken d={`M${(x - 2).toFixed(1)} 8l4 4m0 -4l-4 4`} />
      ))}
      <circle cx={line.end.x} cy={line.end.y} r={1.8} />
    </svg>
  );
}
