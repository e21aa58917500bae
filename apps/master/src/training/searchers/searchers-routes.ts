import * as contract from '@determined/contract/training/searchers-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const searchersRoutes: Served[] = [serve(contract.previewHPSearchRoute, notImplemented)];
