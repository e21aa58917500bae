import { useRef } from 'react';
import { assignSlots } from '#training/metrics/shared/series-slots.ts';
import { mostInColour } from './compared.ts';

/** Places in the palette of the first records: each keeps its own as long as it is compared, whatever is ticked beside it. */
export function useSlots(ids: readonly number[]): ReadonlyMap<number, number> {
  const before = useRef<ReadonlyMap<number, number>>(new Map());
  const first = ids.slice(0, mostInColour);
  const same = first.length === before.current.size && first.every((id) => before.current.has(id));
  if (!same) before.current = assignSlots(before.current, first);
  return before.current;
}
