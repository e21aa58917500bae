import { invalidArgument } from '@determined/contract/errors.ts';

/** The number of days that means: never removed. */
export const keptForever = -1;
/** What a configuration can hold; more days than that are as many. */
const mostDays = 32_767;

/** How many days logs are to be kept, as asked for. */
export function retentionDays(days: number): number {
  if (days < keptForever) {
    throw invalidArgument(`<config>.retention_policy.log_retention_days: must be >= -1 but found ${days}`);
  }
  return Math.min(days, mostDays);
}
