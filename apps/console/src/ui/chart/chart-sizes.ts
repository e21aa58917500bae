/** Heights of plots, in pixels; the axis below a plot takes `axis` more where a height says so. */
export const chartHeights = {
  usual: 300,
  axis: 20,
  trial: 400,
  full: 560,
  /** For itself, below a strip of the whole axis. */
  belowStrip: 460,
  scatter: 350,
  scatterDialog: 400,
  parallel: 450,
} as const;

/** How a point is found and shown by the pointer: within a radius, by a marker, after a rest, its words beside it. Pixels and ms. */
export const hovering = { radius: 30, marker: 7, delay: 50, tooltipOffset: 6 } as const;

/** A plot takes the width of its box once that has rested so long, in ms. */
export const resizeDelay = 500;

/** Least width of a chart in a grid of charts whose box is so wide, in pixels. */
export const leastChartWidth = (box: number): number => (box <= 320 ? 290 : 350);

/** Longest name on an axis of parallel coordinates. */
export const axisNameLength = 24;
