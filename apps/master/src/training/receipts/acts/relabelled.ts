import { acts, nothingToDo, type Verdict } from '@determined/contract/rule.ts';
import type { Given } from '../receipt-tables.ts';

/** What of them comes and goes, so that a way back touches no label that others gave meanwhile. */
export function relabelled(labels: readonly string[], { add = [], remove = [] }: Given) {
  const added = [...new Set(add)].filter((label) => !labels.includes(label) && !remove.includes(label));
  const removed = labels.filter((label) => remove.includes(label));
  return { labels: [...labels.filter((label) => !remove.includes(label)), ...added], added, removed };
}

export function labelsVerdict(labels: readonly string[], given: Given): { verdict: Verdict<unknown>; why: string } {
  const { added, removed } = relabelled(labels, given);
  if (added.length + removed.length > 0) return { verdict: acts(undefined), why: '' };
  return { verdict: nothingToDo, why: 'has them so already' };
}
