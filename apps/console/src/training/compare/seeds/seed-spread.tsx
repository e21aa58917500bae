import { useChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor } from '#ui/chart/series-palette.ts';
import type { SeedGroup } from './seed-groups.ts';

const size = { width: 200, height: 20, edge: 6 };

interface SeedSpreadProps {
  group: SeedGroup;
  slot: number;
  /** The least and the greatest value of all groups. */
  span: readonly [from: number, to: number];
}

/** A group's seeds as dots, its mean and the mean's interval; an interval that is wider than all seeds ends at the edge. */
export function SeedSpread({ group, slot, span: [from, to] }: SeedSpreadProps) {
  const color = seriesColor(useChartInk().series, slot);
  const { sample, half = 0, values } = group;
  if (!sample) return null;
  const x = (value: number) => {
    const share = to > from ? (value - from) / (to - from) : 0.5;
    return size.edge + Math.min(1, Math.max(0, share)) * (size.width - 2 * size.edge);
  };
  const [left, right] = [x(sample.mean - half), x(sample.mean + half)];
  const middle = size.height / 2;
  return (
    // What it shows stands beside it in words.
    <svg width={size.width} height={size.height} aria-hidden="true">
      <rect x={left} y={middle - 6} width={right - left} height={12} rx={2} fill={color} opacity={0.16} />
      <line x1={x(sample.mean)} x2={x(sample.mean)} y1={2} y2={size.height - 2} stroke={color} strokeWidth={2} />
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        <circle key={at} cx={x(value)} cy={middle} r={3} fill={color} />
      ))}
    </svg>
  );
}
