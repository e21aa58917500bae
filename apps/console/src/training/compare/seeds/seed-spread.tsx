import { useChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor } from '#ui/chart/series-palette.ts';
import { formatSetting } from '#ui/format/numbers.ts';
import styles from './compare-seeds.module.css';
import { bandOf, type SeedAxis } from './seed-axis.ts';
import type { SeedBand } from './seed-band.ts';
import type { ColoredGroup } from './seed-lines.ts';

const height = 56;
const middle = height / 2;
const percent = (share: number) => `${100 * Math.min(1, Math.max(0, share))}%`;

/** What stands at the axis's ticks, in the table's head. */
export function SpreadTicks({ axis: { ticks, share } }: { axis: SeedAxis }) {
  return (
    <svg className={styles.spread} height={16} aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} x={percent(share(tick))} y={12} textAnchor="middle">
          {formatSetting(tick)}
        </text>
      ))}
    </svg>
  );
}

/** A setting's seeds as dots, its mean and the band; a band that is wider than the axis ends in an arrow. */
export function SeedSpread({
  group,
  axis: { ticks, share },
  band,
}: {
  group: ColoredGroup;
  axis: SeedAxis;
  band: SeedBand;
}) {
  const color = seriesColor(useChartInk().series, group.slot);
  const span = bandOf(group, band)?.map(share);
  const [from = 0, to = 0] = span ?? [];
  return (
    // What it shows stands beside it in words.
    <svg className={styles.spread} height={height} aria-hidden="true">
      {ticks.map((tick) => (
        <line
          key={tick}
          className={styles.grid}
          x1={percent(share(tick))}
          x2={percent(share(tick))}
          y1={0}
          y2={height}
        />
      ))}
      {span ? (
        <rect
          x={percent(from)}
          y={middle - 7}
          width={`${100 * (Math.min(1, to) - Math.max(0, from))}%`}
          height={14}
          rx={3}
          fill={color}
          opacity={0.16}
        />
      ) : null}
      {from < 0 ? <Arrow x="0%" path="m5-4-5 4 5 4" {...{ color }} /> : null}
      {to > 1 ? <Arrow x="100%" path="m-5-4 5 4-5 4" {...{ color }} /> : null}
      {group.sample ? (
        <line
          x1={percent(share(group.sample.mean))}
          x2={percent(share(group.sample.mean))}
          y1={middle - 11}
          y2={middle + 11}
          stroke={color}
          strokeWidth={2}
        />
      ) : null}
      {group.values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        <circle key={at} className={styles.dot} cx={percent(share(value))} cy={middle} r={3.5} fill={color} />
      ))}
    </svg>
  );
}

function Arrow({ x, path, color }: { x: string; path: string; color: string }) {
  return (
    <svg x={x} y={middle} overflow="visible" aria-hidden="true">
      <path d={path} fill="none" stroke={color} strokeWidth={1.5} />
    </svg>
  );
}
