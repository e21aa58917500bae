import uPlot from 'uplot';
import type { ChartInk } from './chart-ink.ts';
import { bandRuns, CROSS, END, lineBreaks } from './line-marks.ts';
import {
  type ChartScale,
  drawable,
  type Extent,
  type LineSeries,
  lastDrawn,
  paddedRange,
  xExtent,
  yExtent,
} from './line-series.ts';
import { seriesColor, seriesDash } from './series-palette.ts';
import { linearTicks, logTicks } from './ticks.ts';
import type { XWindow } from './x-window.ts';

/** All a plot draws. */
export interface PlotModel {
  series: LineSeries[];
  ink: ChartInk;
  /** The line that is drawn thicker and on top; the others stand back. */
  chosen: LineSeries['id'] | undefined;
  xTicks: (min: number, max: number, count: number) => number[];
  formatX: (value: number, span: number) => string;
  formatY: (value: number) => string;
  /** Said at the foot of the x axis. */
  unit: string | undefined;
  /** Room for labels at the right, in pixels. */
  gutter: number;
  /** The part of the x axis that is shown, where that is not all of it. */
  window?: XWindow;
}

/** Where things are on the screen, in pixels from the plot's corner. */
export interface PlotLayout {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Ends of the labelled lines. */
  ends: { series: number; x: number; y: number; value: number }[];
  /** What the axes reach over: with other ones everything is elsewhere. */
  reach: (number | null | undefined)[];
}

const LINE_WIDTH = 1.5;
const CHOSEN_WIDTH = 2;
const GHOST_WIDTH = 1;
const LEAST_Y_AXIS = 50;
/** At the foot of the y axis the x axis's unit has its place, clear of the first tick's label. */
const unitRoom = (unit: string | undefined) => (unit ? unit.length * 6 + 20 : 0);
const BAND_OPACITY = '24'; // 14 %, as hex
const FAINT_OPACITY = 0.22;
/** As the last two digits of a colour. */
const hex = (opacity: number) =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
/** Of the others while one is chosen. */
const BEHIND = 0.45;

/**
 * Axes and scales are uPlot's, the lines are drawn onto its canvas here: what it keeps and looks at for each of a hundred series cost more
 * than drawing them. It lives as long as the page: new data, series and colours are handed in by `update`.
 */
export class Plot {
  private readonly plot: uPlot;
  private readonly scale: ChartScale;
  private readonly onLayout: (layout: PlotLayout) => void;
  private model: PlotModel;
  /** From the least to the greatest y; looked for once in a model. */
  private reach: Extent | undefined;

  constructor(
    host: HTMLElement,
    size: { width: number; height: number },
    scale: ChartScale,
    model: PlotModel,
    onLayout: (layout: PlotLayout) => void,
  ) {
    this.scale = scale;
    this.model = model;
    this.reach = yExtent(model.series, scale);
    this.onLayout = onLayout;
    this.plot = new uPlot(this.options(size), [this.xRange()], host);
  }

  update(model: PlotModel) {
    // What it was made of.
    if (model === this.model) return;
    if (model.series !== this.model.series) this.reach = yExtent(model.series, this.scale);
    this.model = model;
    // Has it look for the ranges again.
    this.plot.setData([this.xRange()]);
  }

  resize(size: { width: number; height: number }) {
    if (size.width === this.plot.width && size.height === this.plot.height) return;
    this.plot.setSize(size);
  }

  destroy() {
    this.plot.destroy();
  }

  /** Pixels from the plot's corner. */
  toPixels = {
    x: (value: number) => this.plot.valToPos(value, 'x'),
    y: (value: number) => this.plot.valToPos(value, 'y'),
    xValue: (pixel: number) => this.plot.posToVal(pixel, 'x'),
  };

  private color(series: LineSeries): string {
    const { ink } = this.model;
    if (series.faint !== undefined) {
      const opacity = series.id === this.model.chosen ? 1 : (series.opacity ?? FAINT_OPACITY);
      return `${seriesColor(ink.series, series.faint)}${hex(opacity)}`;
    }
    return series.color === undefined ? ink.ghost : seriesColor(ink.series, series.color);
  }

  private options(size: { width: number; height: number }): uPlot.Options {
    const { scale } = this;
    const axisInk = {
      stroke: () => this.model.ink.axis,
      ticks: { show: false },
      font: `11px ${this.model.ink.font}`,
    };
    return {
      ...size,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, this.model.gutter, 0, 0],
      scales: {
        x: { time: false, auto: true, range: () => this.xRange() },
        y: {
          auto: true,
          distr: scale === 'log' ? 3 : 1,
          range: () => paddedRange(this.reach, scale),
        },
      },
      axes: [
        {
          ...axisInk,
          size: 22,
          gap: 6,
          grid: { show: false },
          border: { show: true, stroke: () => this.model.ink.line, width: 1 },
          // A single x has room around it, where nothing was reported.
          splits: (plot, _, min, max) => {
            const { min: first = min, max: last = max } = this.model.window ? {} : (xExtent(this.model.series) ?? {});
            const ticks = this.model.xTicks(min, max, Math.max(2, plot.width / 110));
            return first < last ? ticks : [first];
          },
          values: (_, ticks) => {
            const [min, max] = this.xRange();
            return ticks.map((tick) => this.model.formatX(tick, max - min));
          },
        },
        {
          ...axisInk,
          size: (_, labels) =>
            Math.max(
              LEAST_Y_AXIS,
              unitRoom(this.model.unit),
              ...(labels ?? []).map((label) => label.length * 6.5 + 14),
            ),
          gap: 6,
          grid: { stroke: () => this.model.ink.grid, width: 1 },
          // Where nothing has a place on the scale there is no scale.
          splits: (plot, _, min, max) =>
            this.reach ? (scale === 'log' ? logTicks : linearTicks)(min, max, Math.max(2, plot.height / 60)) : [],
          filter: (_, ticks) => ticks,
          values: (_, ticks) => ticks.map(this.model.formatY),
        },
      ],
      series: [{}],
      hooks: { draw: [() => this.drawLines(), () => this.drawMarks()] },
    };
  }

  private xRange(): [number, number] {
    if (this.model.window) return [...this.model.window];
    const extent = xExtent(this.model.series);
    if (!extent) return [0, 1];
    return extent.max > extent.min ? [extent.min, extent.max] : [extent.min - 1, extent.max + 1];
  }

  private x(value: number): number {
    return this.plot.valToPos(value, 'x', true);
  }

  private y(value: number): number {
    return this.plot.valToPos(value, 'y', true);
  }

  /** Where values are drawn, for many of them: on an even axis without asking the library for each. */
  private along(axis: 'x' | 'y'): (value: number) => number {
    const { min, max, distr } = this.plot.scales[axis] ?? {};
    const place = (value: number) => this.plot.valToPos(value, axis, true);
    if (distr !== 1 || min === undefined || max === undefined || !(max > min)) return place;
    const from = place(min);
    const step = (place(max) - from) / (max - min);
    return (value) => from + (value - min) * step;
  }

  private drawLines() {
    const { ctx, bbox } = this.plot;
    const ratio = uPlot.pxRatio;
    const [xOf, yOf] = [this.along('x'), this.along('y')];
    ctx.save();
    ctx.beginPath();
    // A line along an edge keeps its width.
    ctx.rect(bbox.left - ratio, bbox.top - ratio, bbox.width + 2 * ratio, bbox.height + 2 * ratio);
    ctx.clip();
    ctx.lineJoin = 'round';
    const { chosen } = this.model;
    const [front, behind] = [true, false].map((on) => this.model.series.filter(({ id }) => (id === chosen) === on));
    for (const one of [...(behind ?? []), ...(front ?? [])]) {
      const color = this.color(one);
      ctx.globalAlpha = front?.length && one.id !== chosen ? BEHIND : 1;
      if (one.band) {
        ctx.fillStyle = `${color}${BAND_OPACITY}`;
        ctx.fill(this.bandPath(one));
      }
      ctx.strokeStyle = color;
      ctx.lineWidth =
        (one.id === chosen || one.strong ? CHOSEN_WIDTH : one.color === undefined ? GHOST_WIDTH : LINE_WIDTH) * ratio;
      ctx.setLineDash(one.color === undefined ? [] : seriesDash(one.color).map((length) => length * ratio));
      ctx.beginPath();
      this.trace(one, xOf, yOf);
      ctx.stroke();
    }
    ctx.restore();
  }

  /** The line of what has a place on the scale, with gaps where something has none. */
  private trace({ x, y }: LineSeries, xOf: (value: number) => number, yOf: (value: number) => number) {
    const { ctx } = this.plot;
    let open = false;
    for (let i = 0; i < x.length; i++) {
      const value = y[i];
      if (!drawable(value, this.scale)) {
        open = false;
        continue;
      }
      if (open) ctx.lineTo(xOf(x[i] ?? 0), yOf(value));
      else ctx.moveTo(xOf(x[i] ?? 0), yOf(value));
      open = true;
    }
  }

  private bandPath(one: LineSeries): Path2D {
    const path = new Path2D();
    for (const [from, to] of bandRuns(one, this.scale)) {
      const place = (list: LineSeries['min'], i: number) => [this.x(one.x[i] ?? 0), this.y(list?.[i] ?? 0)] as const;
      path.moveTo(...place(one.max, from));
      for (let i = from + 1; i < to; i++) path.lineTo(...place(one.max, i));
      for (let i = to - 1; i >= from; i--) path.lineTo(...place(one.min, i));
      path.closePath();
    }
    return path;
  }

  /** Dots at line ends, dotted bridges over gaps and a red cross where values were not finite; then tells where labels go. */
  private drawMarks() {
    const { ctx } = this.plot;
    const ratio = uPlot.pxRatio;
    const ends: PlotLayout['ends'] = [];
    ctx.save();
    this.model.series.forEach((one, index) => {
      if (one.color === undefined) return;
      ctx.fillStyle = this.color(one);
      const end = lastDrawn(one, this.scale);
      if (end !== undefined) {
        const value = one.y[end] ?? 0;
        const x = one.x[end] ?? 0;
        ctx.beginPath();
        ctx.arc(this.x(x), this.y(value), END * ratio, 0, 2 * Math.PI);
        ctx.fill();
        ends.push({ series: index, x: this.toPixels.x(x), y: this.toPixels.y(value), value });
      }
      this.drawBreaks(one, ratio);
    });
    ctx.restore();
    const { left, top, width, height } = this.plot.bbox;
    const reach = ['x', 'y'].flatMap((axis) => [this.plot.scales[axis]?.min, this.plot.scales[axis]?.max]);
    this.onLayout({ left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio, ends, reach });
  }

  private drawBreaks(one: LineSeries, ratio: number) {
    const { ctx, bbox } = this.plot;
    const { ink } = this.model;
    const { bridges, notFinite } = lineBreaks(one, this.scale);
    const stroke = (color: string, width: number, dash: number[], path: Path2D) => {
      ctx.strokeStyle = color;
      ctx.lineWidth = width * ratio;
      ctx.setLineDash(dash.map((length) => length * ratio));
      ctx.stroke(path);
    };
    const dotted = new Path2D();
    for (const [before, after] of bridges) {
      dotted.moveTo(this.x(one.x[before] ?? 0), this.y(one.y[before] ?? 0));
      dotted.lineTo(this.x(one.x[after] ?? 0), this.y(one.y[after] ?? 0));
    }
    if (bridges.length > 0) stroke(ink.ghost, 1, [1, 2], dotted);
    const crosses = new Path2D();
    const y = bbox.top + bbox.height - CROSS.above * ratio;
    const arm = CROSS.arm * ratio;
    for (const i of notFinite) {
      const x = this.x(one.x[i] ?? 0);
      crosses.moveTo(x - arm, y - arm);
      crosses.lineTo(x + arm, y + arm);
      crosses.moveTo(x + arm, y - arm);
      crosses.lineTo(x - arm, y + arm);
    }
    if (notFinite.length > 0) stroke(ink.bad, 1.5, [], crosses);
  }
}
