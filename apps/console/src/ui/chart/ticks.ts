import { formatSetting } from '../format/numbers.ts';
import { formatDate } from '../format/times.ts';

/** Round values (1, 2, 5 times a power of ten) between two limits, about as many as asked for. */
export function linearTicks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min];
  const raw = (max - min) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999) ?? raw;
  const ticks: number[] = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++) {
    // Multiplying anew each time keeps 0.30000000000000004 out of the labels.
    ticks.push(Number((i * step).toPrecision(12)));
  }
  return ticks;
}

/** The same for whole numbers: never between two of them. */
export function wholeTicks(min: number, max: number, count: number): number[] {
  return linearTicks(min, max, Math.min(count, max - min));
}

/** Ticks of a log axis: 1, 2, 5 of each decade, or whole decades when there are many; linear ones within half a decade. */
export function logTicks(min: number, max: number, count: number): number[] {
  const decades = Math.log10(max / min);
  if (decades < 0.5) return linearTicks(min, max, count).filter((tick) => tick > 0);
  const factors = decades > count / 2 ? [1] : [1, 2, 5];
  const every = decades > count ? Math.ceil(decades / count) : 1;
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += every) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(12));
      if (tick >= min && tick <= max) ticks.push(tick);
    }
  }
  return ticks;
}

const DAY = 24 * 3600;
const TIME_STEPS = [
  1,
  2,
  5,
  10,
  30,
  60,
  120,
  300,
  600,
  1800,
  3600,
  7200,
  14_400,
  21_600,
  43_200,
  DAY,
  2 * DAY,
  7 * DAY,
];

/** Ticks of a time axis in seconds since 1970, at round local times. */
export function timeTicks(min: number, max: number, count: number): number[] {
  const raw = (max - min) / Math.max(1, count);
  const step = TIME_STEPS.find((s) => s >= raw) ?? Math.ceil(raw / (7 * DAY)) * 7 * DAY;
  const zone = new Date(min * 1000).getTimezoneOffset() * 60;
  const ticks: number[] = [];
  for (let tick = Math.ceil((min - zone) / step) * step + zone; tick <= max; tick += step) ticks.push(tick);
  return ticks;
}

/** HH:mm (or HH:mm:ss within minutes, the date over days). */
export function formatTimeTick(seconds: number, span: number): string {
  const at = new Date(seconds * 1000);
  if (span > 2 * DAY) return formatDate(at).slice(5);
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => String(n).padStart(2, '0'));
  return (span < 600 ? clock : clock.slice(0, 2)).join(':');
}

/** Counts on an axis: 5k, 10k, 1.2M; fractions as settings. */
export function formatCountTick(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${Number((value / 1e9).toPrecision(4))}B`;
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(4))}M`;
  if (size >= 1e3) return `${Number((value / 1e3).toPrecision(4))}k`;
  return formatSetting(value);
}
