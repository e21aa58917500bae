import { NO_VALUE } from './numbers.ts';
import { plural } from './words.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const MONTH = YEAR / 12;

const UNITS = [
  [MONTH, 'month'],
  [7 * DAY, 'week'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const JUST_NOW = 'Just Now';

type Instant = string | number | Date;

const two = (n: number) => String(n).padStart(2, '0');

/** YYYY-MM-DD in the reader's time zone. */
export function formatDate(at: Instant): string {
  const d = new Date(at);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

/** YYYY-MM-DD, HH:mm:ss in the reader's time zone. */
export function formatTimestamp(at: Instant | null | undefined): string {
  if (at === null || at === undefined) return NO_VALUE;
  const d = new Date(at);
  return `${formatDate(d)}, ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}

/** HH:mm:ss.SSS in the reader's time zone. */
export function formatClock(at: Instant): string {
  const d = new Date(at);
  const millis = String(d.getMilliseconds()).padStart(3, '0');
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}.${millis}`;
}

/** "Just Now", the largest single unit ("5 hours ago"), or from one year on the date as MMM D, YYYY. */
export function formatRelative(at: Instant | null | undefined, now: number = Date.now()): string {
  if (at === null || at === undefined) return NO_VALUE;
  const then = new Date(at);
  const seconds = (now - then.getTime()) / 1000;
  // A clock that is ahead of the server's must not print "in 3 seconds".
  if (seconds < MINUTE) return JUST_NOW;
  if (seconds >= YEAR) return `${MONTH_NAMES[then.getMonth()]} ${then.getDate()}, ${then.getFullYear()}`;
  for (const [size, word] of UNITS) {
    if (seconds >= size) return `${plural(Math.floor(seconds / size), word)} ago`;
  }
  return JUST_NOW;
}

/** The same within a sentence: "just now". */
export function formatRelativeInline(at: Instant | null | undefined, now: number = Date.now()): string {
  const words = formatRelative(at, now);
  return words === JUST_NOW ? words.toLowerCase() : words;
}

/** A number with the unit that is set in muted ink; a part without a unit ends the text ("5 h 18"). */
export interface DurationPart {
  value: string;
  unit: string;
}

/** Seconds as at most two parts: 39 s, 46 min, 5 h 18, 2 d 3 h. */
export function durationParts(seconds: number): DurationPart[] {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return [{ value: String(whole), unit: 's' }];
  if (whole < HOUR) return [{ value: String(Math.floor(whole / MINUTE)), unit: 'min' }];
  if (whole < DAY) {
    return [
      { value: String(Math.floor(whole / HOUR)), unit: 'h' },
      { value: two(Math.floor((whole % HOUR) / MINUTE)), unit: '' },
    ];
  }
  return [
    { value: String(Math.floor(whole / DAY)), unit: 'd' },
    { value: String(Math.floor((whole % DAY) / HOUR)), unit: 'h' },
  ];
}

export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NO_VALUE;
  return durationParts(seconds)
    .map((part) => (part.unit ? `${part.value} ${part.unit}` : part.value))
    .join(' ');
}

/** How old data on the screen is: "4 s old", "3 min old". */
export function formatAge(from: number, now: number): string {
  return `${formatDuration((now - from) / 1000)} old`;
}
