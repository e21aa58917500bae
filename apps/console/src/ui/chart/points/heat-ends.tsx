import type { Axis } from './dimension.ts';
import type { ScatterLayout } from './scatter-points.ts';

interface HeatEndsProps {
  axes: Record<'x' | 'y', Axis>;
  layout: ScatterLayout;
}

/** Values beside both sides: at the cells where these are choices, else along the axis. */
export function HeatEnds({ axes, layout }: HeatEndsProps) {
  const middle = (axis: Axis, at: number) => {
    const count = axis.choices?.length;
    return count ? (Math.round(at * (count - 1)) + 0.5) / count : at;
  };
  return (
    <>
      {axes.y.ticks(3).map((tick) => (
        <text
          key={tick.label}
          x={layout.left - 8}
          y={layout.bottom - middle(axes.y, tick.at) * (layout.bottom - layout.top) + 4}
          textAnchor="end"
        >
          {tick.label.slice(0, 9)}
        </text>
      ))}
      {axes.x.ticks(3).map((tick, i, all) => (
        <text
          key={tick.label}
          x={layout.left + middle(axes.x, tick.at) * (layout.right - layout.left)}
          y={layout.bottom + 18}
          textAnchor={axes.x.choices ? 'middle' : i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}
        >
          {tick.label.slice(0, 12)}
        </text>
      ))}
    </>
  );
}
