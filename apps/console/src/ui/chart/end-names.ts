import type { LineSeries } from './line-series.ts';

/** Room at the right of a plot, in pixels: without labels, with them on a phone, where values are left out, and elsewhere. */
const gutters = { none: 12, phone: 68, usual: 124 } as const;
/** Longer names may take so much of a chart's width. */
const mostOfChart = 0.3;
/** In pixels: a character, what stands around a label, and its value with the gap before it. */
const sizes = { character: 6.1, around: 17, value: 54 } as const;

interface EndNames {
  /** Room for the labels, in pixels. */
  gutter: number;
  nameOf: (line: LineSeries) => string;
}

/**
 * What stands at the ends of lines in a chart so wide (pixels; 0 before that is known): of what a line is called the longest that has
 * room, cut in the middle where that is too long still.
 */
export function endNames(series: readonly LineSeries[], width: number, phone: boolean): EndNames {
  const lines = series.filter(({ color }) => color !== undefined);
  if (lines.length < 2) return { gutter: gutters.none, nameOf: ({ name }) => name };
  const least = phone ? gutters.phone : gutters.usual;
  const most = Math.max(least, width * mostOfChart);
  const beside = sizes.around + (phone ? 0 : sizes.value);
  const charactersIn = (gutter: number) => Math.floor((gutter - beside) / sizes.character);
  const nameOf = ({ name, ends = [name] }: LineSeries) =>
    cutInTheMiddle(ends.find(({ length }) => length <= charactersIn(most)) ?? ends.at(-1) ?? name, charactersIn(most));
  const longest = Math.max(...lines.map((line) => nameOf(line).length));
  return { gutter: Math.max(least, Math.ceil(beside + longest * sizes.character)), nameOf };
}

/** Begin and end of a text, with an ellipsis between them that is counted: what tells names apart often stands at their ends. */
export function cutInTheMiddle(text: string, length: number): string {
  if (text.length <= length || length < 3) return text;
  const end = Math.ceil((length - 1) / 2);
  return `${text.slice(0, length - 1 - end)}…${text.slice(-end)}`;
}
