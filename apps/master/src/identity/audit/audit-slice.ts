import './audit-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { auditRoutes } from './audit-routes.ts';

export const auditSlice: Slice = { routes: auditRoutes };
