import { useState } from 'react';
import type { FilterGroup } from '#training/columns/shared/filter-set.ts';

/**
 * A filter as it was asked for last. The address follows some time later, and first with what was asked before: the next key goes on
 * from here. What stands there by another hand counts at once.
 */
export function useAsked(stands: FilterGroup): [FilterGroup, ask: (filter: FilterGroup) => void] {
  const [asked, setAsked] = useState<{ filter: FilterGroup; before: readonly string[] }>();
  const text = JSON.stringify(stands);
  const behind = asked !== undefined && text !== JSON.stringify(asked.filter) && asked.before.includes(text);
  if (asked && !behind) setAsked(undefined);
  const filter = behind ? asked.filter : stands;
  const before = behind ? asked.before : [text];
  return [filter, (next) => setAsked({ filter: next, before: [...before, JSON.stringify(filter)] })];
}
