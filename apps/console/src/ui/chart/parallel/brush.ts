import type { Axis, Cell } from '../points/dimension.ts';
import { cellText } from '../points/dimension.ts';

/** Part of each axis that is kept, from 0 to 1 along it, by the axis's name. */
export type Brushes = Readonly<Record<string, readonly [number, number]>>;

/** Whether a row lies in every brush; one without a value on a brushed axis does not. */
export function isKept(axes: readonly Axis[], cells: (axis: number) => Cell | undefined, brushes: Brushes): boolean {
  return axes.every((axis, i) => {
    const brush = brushes[axis.name];
    if (!brush) return true;
    const place = axis.at(cells(i));
    return place !== undefined && place >= brush[0] - 1e-9 && place <= brush[1] + 1e-9;
  });
}

/** "lr 0.00016 to 0.00065 and optimizer adam, sgd". */
export function brushWords(axes: readonly Axis[], brushes: Brushes): string {
  const parts = axes.flatMap((axis) => {
    const brush = brushes[axis.name];
    if (!brush) return [];
    if (axis.choices) {
      const kept = axis.choices.filter((choice) => {
        const place = axis.at(choice) ?? -1;
        return place >= brush[0] - 1e-9 && place <= brush[1] + 1e-9;
      });
      return [`${axis.name} ${kept.join(', ') || 'none'}`];
    }
    const [from, to] = brush.map((place) => cellText(Number(axis.valueAt(place).toPrecision(3))));
    return [`${axis.name} ${from} to ${to}`];
  });
  return parts.join(' and ');
}

/** With another brush on one axis, or without. */
export function withBrush(brushes: Brushes, name: string, brush: readonly [number, number] | undefined): Brushes {
  const { [name]: _, ...others } = brushes;
  if (!brush) return others;
  const from = Math.max(0, Math.min(...brush));
  const to = Math.min(1, Math.max(...brush));
  return { ...others, [name]: [from, to] };
}
