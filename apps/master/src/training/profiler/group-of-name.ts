import { invalidArgument } from '@determined/contract/errors.ts';
import { systemGroupOf, systemPrefixes } from '../metrics/shared/system/system-groups.ts';

/** The group whose reports hold a metric. */
export function groupOfName(field: string, name: string): string {
  const group = systemGroupOf(name);
  if (group === undefined)
    throw invalidArgument(`${field} must begin with one of ${systemPrefixes.join(', ')}: '${name}'`);
  return group;
}
