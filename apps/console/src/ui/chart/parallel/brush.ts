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

/** What a brush keeps of an axis: numbers, without a limit where it reaches the axis's end, or choices. */
export type KeptPart = { from: number | undefined; to: number | undefined } | { choices: readonly string[] };

/** So much of an axis is what a pointer can aim at. */
const AIM = 0.005;

/**
 * Limits are as round as the pointer is exact, away from what is kept; of whole numbers they are whole, where there is one between them.
 * @returns undefined for a brush over the whole axis
 */
export function keptPart(axis: Axis, [start, end]: readonly [number, number]): KeptPart | undefined {
  if (start <= 0 && end >= 1) return undefined;
  if (axis.choices) {
    const within = (choice: string) => {
      const place = axis.at(choice) ?? -1;
      return place >= start - 1e-9 && place <= end + 1e-9;
    };
    return { choices: axis.choices.filter(within) };
  }
  const limit = (place: number, round: 'floor' | 'ceil', inner: 'floor' | 'ceil') => {
    const value = axis.valueAt(place);
    const around = axis.valueAt(Math.min(1, place + AIM)) - axis.valueAt(Math.max(0, place - AIM));
    if (around === 0) return { value, whole: value };
    const step = 10 ** Math.floor(Math.log10(around));
    // Multiples of a tenth are not exact.
    const tidy = (number: number) => Number(number.toPrecision(12));
    return { value: tidy(Math[round](tidy(value / step)) * step), whole: Math[inner](tidy(value)) };
  };
  const from = start <= 0 ? undefined : limit(start, 'floor', 'ceil');
  const to = end >= 1 ? undefined : limit(end, 'ceil', 'floor');
  const whole = axis.whole && (!from || !to || from.whole <= to.whole);
  return { from: whole ? from?.whole : from?.value, to: whole ? to?.whole : to?.value };
}

/** The brush that keeps that of an axis; undefined where none does, as other choices lie between. */
export function brushOf(axis: Axis, kept: KeptPart): [number, number] | undefined {
  if ('choices' in kept) {
    const places = kept.choices.flatMap((choice) => axis.at(choice) ?? []);
    const range: [number, number] = [Math.min(...places), Math.max(...places)];
    const all = keptPart(axis, range) ?? { choices: axis.choices ?? [] };
    const same = 'choices' in all && places.length === kept.choices.length && places.length === all.choices.length;
    return same && places.length > 0 ? range : undefined;
  }
  if (axis.choices) return undefined;
  const place = (value: number | undefined, end: number) => {
    const at = value === undefined ? end : axis.at(value);
    // On a scale by magnitude what is not above zero lies before everything.
    return at !== undefined && Number.isFinite(at) ? at : -1;
  };
  const [start, end] = [place(kept.from, 0), place(kept.to, 1)];
  // A limit beyond the end keeps nothing.
  return [start, kept.to === undefined ? Math.max(start, end) : end];
}

/** "lr 0.00016 to 0.00065", "lr from 0.0003", "optimizer adam, sgd". */
export function keptWords(name: string, kept: KeptPart): string {
  if ('choices' in kept) return `${name} ${kept.choices.join(', ') || 'none'}`;
  const { from, to } = kept;
  if (from === undefined) return `${name} up to ${cellText(to)}`;
  if (to === undefined) return `${name} from ${cellText(from)}`;
  return from === to ? `${name} ${cellText(from)}` : `${name} ${cellText(from)} to ${cellText(to)}`;
}

/** What each brush keeps, in words, in the order of the axes. */
export function brushTexts(axes: readonly Axis[], brushes: Brushes): { name: string; words: string }[] {
  return axes.flatMap((axis) => {
    const brush = brushes[axis.name];
    const kept = brush && keptPart(axis, brush);
    return kept ? [{ name: axis.name, words: keptWords(axis.name, kept) }] : [];
  });
}

/** "lr 0.00016 to 0.00065 and optimizer adam, sgd". */
export const brushWords = (axes: readonly Axis[], brushes: Brushes): string =>
  brushTexts(axes, brushes)
    .map(({ words }) => words)
    .join(' and ');

/** With another brush on one axis, or without. */
export function withBrush(brushes: Brushes, name: string, brush: readonly [number, number] | undefined): Brushes {
  const { [name]: _, ...others } = brushes;
  if (!brush) return others;
  const from = Math.max(0, Math.min(...brush));
  const to = Math.min(1, Math.max(...brush));
  return { ...others, [name]: [from, to] };
}
