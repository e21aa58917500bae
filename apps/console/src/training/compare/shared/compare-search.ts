import type { ComparisonView } from '@determined/contract/training/comparison-view.ts';
import { huesOf, slotsOf } from '#training/metrics/shared/series-slots.ts';
import { type CompareLook, lookSearch } from './compare-look.ts';
import type { CompareTab } from './compare-tabs.ts';
import type { CompareSubject } from './compared.ts';

/** What the address of the page says that compares the same, and looks alike; what is as by default is left out. */
export const compareSearch = (
  { of, ids, projectId, filter, archived }: CompareSubject,
  { tab, look, slots }: { tab: CompareTab; look: CompareLook; slots: ReadonlyMap<number, number> },
): ComparisonView & { projectId?: number | undefined } => ({
  id: [...ids],
  of: of === 'run' ? of : undefined,
  projectId,
  filter: filter && { ...filter },
  archived: archived || undefined,
  tab: tab === 'metrics' ? undefined : tab,
  look: lookSearch(look),
  hues: huesOf(slots).join() === huesOf(slotsOf(ids)).join() ? undefined : huesOf(slots).join(),
});
