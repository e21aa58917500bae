import type { Slice } from '#platform/slice.ts';
import './environment-tables.ts';

/** What tasks need is asked for with them and made by `allocations/places`: no calls of its own. */
export const environmentsSlice: Slice = {};
