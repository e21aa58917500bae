import type { Slice } from '#platform/slice.ts';
import { settingsRoutes } from './settings-routes.ts';

export const settingsSlice: Slice = { routes: settingsRoutes };
