import { invalidArgument } from '@determined/contract/errors.ts';
import { isoOf, microsOf } from '../report-time.ts';

/** A reported time to the microsecond. Chunks keep times as differences of microseconds that are exact within these years. */
export function storableTime(field: string, reported: string): string {
  const time = microsOf(reported);
  if (time < 0 || time >= 2 ** 52) throw invalidArgument(`${field} must lie between the years 1970 and 2112`);
  return isoOf(time);
}
