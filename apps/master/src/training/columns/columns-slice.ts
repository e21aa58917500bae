import type { Slice } from '#platform/slice.ts';
import { columnsRoutes } from './columns-routes.ts';

export const columnsSlice: Slice = { routes: columnsRoutes };
