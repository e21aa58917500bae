import type { Given } from '../receipt-tables.ts';

/** What of them comes and goes, so that a way back touches no label that others gave meanwhile. */
export function relabelled(labels: readonly string[], { add = [], remove = [] }: Given) {
  const added = [...new Set(add)].filter((label) => !labels.includes(label) && !remove.includes(label));
  const removed = labels.filter((label) => remove.includes(label));
  return { labels: [...labels.filter((label) => !remove.includes(label)), ...added], added, removed };
}
