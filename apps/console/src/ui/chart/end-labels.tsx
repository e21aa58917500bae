import type { ChartInk } from './chart-ink.ts';
import styles from './line-chart.module.css';
import { type LineSeries, spreadLabels } from './line-series.ts';
import type { PlotLayout } from './plot.ts';
import { seriesColor } from './series-palette.ts';

const LABEL_HEIGHT = 14;

interface EndLabelsProps {
  series: LineSeries[];
  layout: PlotLayout;
  ink: ChartInk;
  narrow: boolean;
  nameOf: (line: LineSeries) => string;
  formatY: (value: number) => string;
}

/** Names and last values at the ends of lines, pushed apart. */
export function EndLabels({ layout, series, ink, narrow, nameOf, formatY }: EndLabelsProps) {
  const places = spreadLabels(
    layout.ends.map((end) => end.y),
    LABEL_HEIGHT,
    4,
    layout.height - 4,
  );
  const left = layout.left + layout.width;
  return (
    <>
      <svg className={styles.leaders} aria-hidden="true">
        {layout.ends.map((end, i) => {
          const one = series[end.series];
          // A line that ends far from the right edge would need a leader across all others.
          if (!one || end.x < layout.width - 60) return null;
          return (
            <path
              key={one.id}
              d={`M${layout.left + end.x + 3} ${layout.top + end.y}L${left + 6} ${layout.top + (places[i] ?? 0)}`}
              stroke={seriesColor(ink.series, one.color ?? 0)}
            />
          );
        })}
      </svg>
      <div className={styles.labels} style={{ left: left + 9, top: layout.top }} aria-hidden="true">
        {layout.ends.map((end, i) => {
          const one = series[end.series];
          if (!one) return null;
          return (
            <span key={one.id} className={styles.label} style={{ top: places[i] }}>
              <span
                style={{ color: `color-mix(in oklab, ${seriesColor(ink.series, one.color ?? 0)} 70%, var(--text))` }}
              >
                {nameOf(one)}
              </span>
              {!narrow && <span className={styles.labelValue}>{formatY(Number(end.value.toPrecision(4)))}</span>}
            </span>
          );
        })}
      </div>
    </>
  );
}
