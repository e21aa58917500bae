import { NO_VALUE } from './numbers.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** A count of bytes with one decimal and a binary unit: 253.1 MiB. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return NO_VALUE;
  let value = bytes;
  let unit = 0;
  // 1023.95 would print as 1024.0 of the smaller unit.
  while (Math.abs(value) >= (unit === 0 ? 1024 : 1023.95) && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? String(Math.round(value)) : value.toFixed(1)} ${UNITS[unit]}`;
}
