import { useEffect, useRef } from 'react';
import styles from './line-chart.module.css';
import type { Plot, PlotLayout } from './plot.ts';
import type { ReadingLine } from './x-window.ts';

interface CrosshairProps {
  shared: ReadingLine;
  plot: Plot | null;
  layout: PlotLayout;
  formatX: (value: number, span: number) => string;
}

/** Where the pointer reads in this chart or in one beside it; its place stands at the axis over the ticks. */
export function Crosshair({ shared, plot, layout, formatX }: CrosshairProps) {
  const line = useRef<HTMLSpanElement>(null);
  const tick = useRef<HTMLSpanElement>(null);
  // What is read changes with each move of the pointer: the line follows without React.
  useEffect(
    () =>
      shared.listen((x) => {
        if (!line.current || !plot) return;
        const at = x === undefined ? -1 : plot.toPixels.x(x);
        line.current.hidden = at < 0 || at > layout.width;
        line.current.style.transform = `translateX(${layout.left + at}px)`;
        const [from = 0, to = 0] = layout.reach;
        if (tick.current && x !== undefined) tick.current.textContent = formatX(x, (to ?? 0) - (from ?? 0));
      }),
    [shared, plot, layout, formatX],
  );
  const { top, height } = layout;
  return (
    <span ref={line} hidden className={styles.crosshair} style={{ top, height }} data-crosshair aria-hidden="true">
      <span ref={tick} className={styles.tick} />
    </span>
  );
}
