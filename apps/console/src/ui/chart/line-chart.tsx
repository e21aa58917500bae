import { useDebouncedCallback } from '@mantine/hooks';
import { Maximize2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatSetting } from '../format/numbers.ts';
import { plural } from '../format/words.ts';
import { IconButton } from '../primitives/icon-button.tsx';
import { Segmented } from '../primitives/segmented.tsx';
import type { ChartAxis } from './chart-axis.ts';
import { BadData } from './chart-boundary.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { useChartInk } from './chart-ink.ts';
import type { ChartPins } from './chart-pins.ts';
import { chartHeights } from './chart-sizes.ts';
import { chartSummary } from './chart-summary.ts';
import { ChartTable } from './chart-table.tsx';
import { DownloadChart } from './download-chart.tsx';
import styles from './line-chart.module.css';
import {
  type ChartScale,
  drawable,
  findPoint,
  type LineSeries,
  type PointRef,
  type ReadPoint,
  readPoint,
  scaleChoices,
  withinWindow,
} from './line-series.ts';
import { PlotArea } from './plot-area-later.tsx';
import { seriesColor } from './series-palette.ts';
import { formatCountTick, formatTimeTick, linearTicks, timeTicks, wholeTicks } from './ticks.ts';
import type { ChartZoom, ReadingLine } from './x-window.ts';

export interface LineChartProps {
  title: string;
  /** Muted words after the title: "top 5 of 40, lower is better". */
  note?: string;
  series: LineSeries[];
  axis: ChartAxis;
  /** What a line is, in the singular. */
  noun: string;
  smallerIsBetter?: boolean;
  scale: ChartScale;
  /** Shows the switch between Linear and Log. */
  onScale?: (scale: ChartScale) => void;
  height?: number;
  /** How values are said and stand at the axis; numbers without a unit without it. */
  formatY?: (value: number) => string;
  /** The line that was chosen elsewhere (a row under the pointer). */
  chosen?: LineSeries['id'];
  /** Is told which line the pointer or the keys read here. */
  onLine?: (id: LineSeries['id'] | undefined) => void;
  /** Said instead of the plot while there is nothing to draw. */
  empty: ReactNode;
  /** Further controls of the head. */
  controls?: ReactNode;
  /** A muted line below the plot. */
  caption?: ReactNode;
  /** Lets a part of the x axis be chosen; what is shown of it is the owner's. */
  zoom?: ChartZoom;
  /** What is read in charts beside it. */
  shared?: ReadingLine;
  /** Notes on steps of the lines. */
  pins?: ChartPins | undefined;
  /** Opens it for itself. */
  onOpen?: () => void;
}

/** The pointer lies between two counts, too. */
const formatWhole = (value: number) => formatCountTick(Math.round(value));
const X_FORMATS = { count: formatWhole, number: formatCountTick, time: formatTimeTick };
const X_TICKS = { count: wholeTicks, number: linearTicks, time: timeTicks };

/** Lines over batches, time or epochs, with labels at their ends, a reading line, and a table that says the same. */
export function LineChart(props: LineChartProps) {
  const { title, axis, noun, scale, height = chartHeights.usual + chartHeights.axis, formatY = formatSetting } = props;
  const { zoom } = props;
  const series = useMemo(() => withinWindow(props.series, zoom?.window), [props.series, zoom?.window]);
  const ink = useChartInk();
  const [read, setRead] = useState<ReadPoint>();
  const [spoken, setSpoken] = useState('');
  const speak = useDebouncedCallback(setSpoken, 300);

  const point = findPoint(series, read);
  const reading = point && readingOf(series, point);
  const { smallerIsBetter } = props;
  // All points are looked at: not again with each one that is read.
  const summary = useMemo(
    () => chartSummary(series, { title, noun, smallerIsBetter, formatX: axis.format }),
    [series, title, noun, smallerIsBetter, axis],
  );
  const drawn = series.some((one) => one.x.length > 0);
  const usable = series.some((one) => one.y.some((y) => drawable(y, 'linear')));

  const xTicks = X_TICKS[axis.kind];
  const formatX = X_FORMATS[axis.kind];
  const picture = () => ({
    ...{ title, series, scale, ink, xTicks, formatX, formatY },
    window: zoom?.window,
    unit: axis.unit ?? axis.kind,
  });

  function onRead(next: PointRef | undefined) {
    const at = readPoint(series, next);
    setRead(at);
    props.onLine?.(at?.id);
    const now = next && readingOf(series, next);
    speak(now ? `${now.name}, ${axis.format(now.x)}, ${formatY(now.y)}` : '');
  }

  return (
    <ChartFrame
      title={title}
      note={props.note}
      reading={
        reading && (
          <span className={styles.reading}>
            <span className={styles.at}>{axis.format(reading.x)}</span>
            <span className={styles.swatch} style={{ background: seriesColor(ink.series, reading.color) }} />
            {reading.name} <b>{formatY(reading.y)}</b>
          </span>
        )
      }
      controls={
        <>
          {props.controls}
          {props.onScale && (
            <Segmented name={`Scale of ${title}`} options={scaleChoices} value={scale} onChange={props.onScale} />
          )}
          {usable && <DownloadChart picture={picture} />}
          {props.onOpen && usable && (
            <IconButton icon={Maximize2} name={`Open ${title}`} size="xs" onClick={props.onOpen} />
          )}
        </>
      }
      empty={drawn ? usable ? undefined : <BadData>{unusableWords(series)}</BadData> : props.empty}
      height={height}
      spoken={spoken}
      caption={props.caption}
      table={
        <ChartTable
          series={series}
          axis={axis}
          caption={summary}
          smallerIsBetter={props.smallerIsBetter}
          height={height}
        />
      }
    >
      <PlotArea
        series={series}
        scale={scale}
        ink={ink}
        chosen={props.chosen}
        height={height}
        summary={summary}
        point={point}
        unit={axis.unit}
        xTicks={xTicks}
        formatX={formatX}
        zoom={zoom}
        shared={props.shared}
        formatY={formatY}
        formatAt={axis.format}
        pins={props.pins}
        onRead={onRead}
      />
    </ChartFrame>
  );
}

/** Why values that came cannot be drawn. */
function unusableWords(series: readonly LineSeries[]): string {
  const count = series.reduce((sum, one) => sum + one.y.filter((y) => y !== null).length, 0);
  return `None of ${plural(count, 'value')} is finite.`;
}

function readingOf(series: LineSeries[], ref: PointRef) {
  const one = series[ref.series];
  const x = one?.x[ref.point];
  const y = one?.y[ref.point];
  if (!one || x === undefined || y === null || y === undefined) return undefined;
  return { name: one.name, color: one.color ?? 0, x, y };
}
