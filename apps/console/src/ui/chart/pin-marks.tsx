import { MapPin } from 'lucide-react';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { Tooltip } from '../primitives/tooltip.tsx';
import type { ChartInk } from './chart-ink.ts';
import { type ChartPins, type PlacedPin, pinSize, placePins } from './chart-pins.ts';
import type { ChartScale, LineSeries } from './line-series.ts';
import { PinDisc } from './pin-disc.tsx';
import styles from './pin-marks.module.css';
import type { Plot, PlotLayout } from './plot.ts';
import { seriesColor } from './series-palette.ts';

interface PinMarksProps {
  pins: ChartPins;
  series: LineSeries[];
  scale: ChartScale;
  ink: ChartInk;
  plot: Plot;
  layout: PlotLayout;
  formatX: (x: number) => string;
  formatY: (y: number) => string;
}

/** Above how many characters a pin's hint leaves the rest to its list. */
const longestHint = 240;

/** Pins over a plot: a numbered disc each at its top, from which a stem leads to the step on the line. */
export function PinMarks({ pins, series, scale, ink, plot, layout, formatX, formatY }: PinMarksProps) {
  const placed = placePins(pins.list, series, scale, plot.toPixels, layout.width);
  const color = (pin: PlacedPin) => seriesColor(ink.series, series[pin.series]?.color ?? 0);
  const top = layout.top + 4;
  return (
    <>
      <svg className={styles.stems} aria-hidden="true">
        {placed.map((one) => {
          const x = layout.left + one.x;
          const foot = layout.top + (one.y ?? layout.height);
          return (
            <g key={one.pin.id}>
              <path d={`M${layout.left + one.disc} ${top}L${x} ${top + 12}V${foot}`} />
              {one.y === undefined ? null : <circle cx={x} cy={foot} r={4} stroke={color(one)} />}
            </g>
          );
        })}
      </svg>
      {placed.map((one) => (
        <Tooltip
          key={one.pin.id}
          label={<Hint of={one} name={series[one.series]?.name ?? ''} {...{ formatX, formatY }} />}
        >
          <button
            type="button"
            className={styles.pin}
            style={{ left: layout.left + one.disc, top, width: pinSize, height: pinSize }}
            aria-label={`Pin ${one.pin.number}`}
            onClick={() => pins.onGo(one.pin.id)}
          >
            <PinDisc number={one.pin.number} ring={color(one)} />
          </button>
        </Tooltip>
      ))}
    </>
  );
}

interface HintProps extends Pick<PinMarksProps, 'formatX' | 'formatY'> {
  of: PlacedPin;
  name: string;
}

function Hint({ of: { pin, value }, name, formatX, formatY }: HintProps) {
  const { text } = pin;
  return (
    <span className={styles.hint}>
      <span className={styles.where}>
        {formatX(pin.x)} · {name} {value === undefined ? '' : formatY(value)} · {pin.by}
      </span>
      <br />
      {text.length > longestHint ? `${text.slice(0, longestHint)}…` : text}
    </span>
  );
}

interface OfferPinProps {
  /** Where the pointer pressed. */
  at: { x: number; y: number };
  within: { width: number; height: number };
  words: string;
  onAdd: () => void;
}

/** So much room it needs below the pointer. */
const roomBelow = 44;

/**
 * What can be done with a point that was pressed: beside the pointer, whose second press is for the chart, and clear of the words
 * above the point.
 */
export function OfferPin({ at, within, words, onAdd }: OfferPinProps) {
  const [left, up] = [at.x > within.width / 2, at.y > within.height - roomBelow];
  return (
    <div
      className={styles.offer}
      style={{
        left: at.x,
        top: at.y,
        transform: `translate(${left ? 'calc(-100% - 10px)' : '10px'}, ${up ? 'calc(-100% - 10px)' : '10px'})`,
      }}
    >
      <Button size="xs" onClick={onAdd}>
        <Icon of={MapPin} size={14} /> {words}
      </Button>
    </div>
  );
}
