import { formatDate } from '../format/times.ts';
import type { LineRange } from './log-lines.tsx';

/** What was typed to go to: a line, counted from 1, or a time of the reader's zone; without a date that of `day`. Lines count from 0. */
export function readPlace(typed: string, day: string | undefined): { line: number } | { time: string } | undefined {
  const text = typed.trim();
  if (/^\d[\d,]*$/.test(text)) {
    const line = Number(text.replaceAll(',', '')) - 1;
    return line < 0 ? undefined : { line };
  }
  const parts = /^(?:(\d{4}-\d\d-\d\d)[ T,]*)?(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,3})?)?)?$/.exec(text);
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const date = parts[1] ?? formatDate(day ?? Date.now());
  const time = new Date(`${date}T${(parts[2] ?? '00:00').padStart(5, '0')}`);
  return Number.isNaN(time.getTime()) ? undefined : { time: time.toISOString() };
}

/** A time as a field for date and time takes it, in the reader's zone. */
export function toField(iso: string | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${formatDate(time)}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

export function fromField(text: string): string | undefined {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Lines as they stand in an address behind its `#`, counted from 1: `L12`, `L12-20`. */
export function rangeText({ from, to }: LineRange): string {
  return from === to ? `L${from + 1}` : `L${from + 1}-${to + 1}`;
}

export function readRange(hash: string): LineRange | undefined {
  const parts = /^#?L(\d{1,12})(?:-L?(\d{1,12}))?$/.exec(hash);
  if (!parts) return undefined;
  const [one, other] = [Number(parts[1]) - 1, Number(parts[2] ?? parts[1]) - 1];
  return one < 0 || other < 0 ? undefined : { from: Math.min(one, other), to: Math.max(one, other) };
}
