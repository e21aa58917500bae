import { useEffect, useRef } from 'react';
import styles from './line-chart.module.css';
import type { Plot, PlotLayout } from './plot.ts';
import type { SharedX } from './x-window.ts';

interface CrosshairProps {
  shared: SharedX;
  plot: Plot | null;
  layout: PlotLayout;
}

/** Where the pointer reads in this chart or in one beside it. */
export function Crosshair({ shared, plot, layout }: CrosshairProps) {
  const line = useRef<HTMLSpanElement>(null);
  // What is read changes with each move of the pointer: the line follows without React.
  useEffect(
    () =>
      shared.listen((x) => {
        if (!line.current || !plot) return;
        const at = x === undefined ? -1 : plot.toPixels.x(x);
        line.current.hidden = at < 0 || at > layout.width;
        line.current.style.transform = `translateX(${layout.left + at}px)`;
      }),
    [shared, plot, layout],
  );
  const { top, height } = layout;
  return (
    <span ref={line} hidden className={styles.crosshair} style={{ top, height }} data-crosshair aria-hidden="true" />
  );
}
