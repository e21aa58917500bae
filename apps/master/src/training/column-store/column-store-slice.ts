import './packed-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { packingJob } from './packing-job.ts';

/** What runs reported and were given, and what experiments configure, by column: what searches look through. */
export const columnStoreSlice: Slice = { setUp: (master) => packingJob(master).start() };
