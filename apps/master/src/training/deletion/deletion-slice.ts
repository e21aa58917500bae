import './deletion-tables.ts';
import './run-deletion-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { watchDeletions } from './watch-deletions.ts';

/** Takes deleted experiments and runs away in the background: their files, then their rows. */
export const deletionSlice: Slice = { routes: deletionRoutes, setUp: watchDeletions };
